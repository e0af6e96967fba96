import { chakra } from '@chakra-ui/react';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { onDay } from '#app/lib/branch-day.ts';
import { editPath } from '#app/lib/paths.ts';
import { sheetMessages } from '#app/printing/sheets/sheet-messages.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { StatementTable } from '#app/resources/month/statement-table.tsx';
import { messages as monthMessages } from '#app/resources/month/texts.en.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import type { StatementLine } from '#contract/debts.ts';
import { numberInDigits } from '#contract/digits.ts';
import { languageNow } from '#contract/messages.ts';
import { formatAmount, readPiastres } from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { studentPath, studentResource } from '../student-kinds.ts';
import { messages as studentMessages } from '../texts.en.ts';

interface ShownLine {
  readonly line: StatementLine;
  readonly takenBackBy: StatementLine | undefined;
}

export function shownLines(lines: readonly StatementLine[]): readonly ShownLine[] {
  const ids = new Set(lines.map(({ id }) => id));
  const isReversal = ({ reverses }: StatementLine) => Boolean(reverses && ids.has(reverses));
  const reversals = new Map(lines.filter(isReversal).map((line) => [line.reverses, line]));
  return lines
    .filter((line) => !isReversal(line))
    .map((line) => ({ line, takenBackBy: reversals.get(line.id) }));
}

/** `data-narrow` is for phones alone, where the column of credit is hidden. */
const Table = chakra(StatementTable, {
  base: {
    '& th': { paddingBlock: '1.5' },
    '& td': { verticalAlign: 'top', paddingBlock: '1.5' },
    '& [data-line]': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr)', sm: '6rem minmax(0, 1fr)' },
      columnGap: '3',
      overflowWrap: 'anywhere',
    },
    '& [data-day]': { color: 'fg.muted' },
    '& tbody strong, & tfoot :is(th, td)': { fontWeight: 'semibold' },
    '& tfoot tr': { borderTopWidth: '1px', borderColor: 'border.control' },
    '& small': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
    '& [data-narrow]': { hideFrom: 'sm' },
    '& del': { color: 'fg.muted' },
    '& a': {
      display: 'inline-flex',
      alignItems: 'center',
      minHeight: 'target',
      minWidth: 'target',
      color: 'accent.fg',
      textDecoration: 'underline',
    },
  },
});

const piastres = (decimal: string | null) => readPiastres(decimal) ?? 0n;

function Amount({ value }: { readonly value: string | null }) {
  const amount = readPiastres(value);
  return <bdi dir="ltr">{amount === undefined ? '–' : formatAmount(amount)}</bdi>;
}

const labelOf = ({ type }: StatementLine): string => sheetMessages[languageNow()].movements[type];

function RecordLink({ line }: { readonly line: StatementLine }) {
  const { record } = line;
  if (!record) return labelOf(line);
  return <Link to={editPath(resourceOf(record.resource), record.id)}>{labelOf(line)}</Link>;
}

const isOfStudent = ({ resource }: StatementLine) => resource === studentResource.name;

function Facts({ line }: { readonly line: StatementLine }) {
  const { nameOf } = usePaymentMethods();
  const { book, resource, receipt_number, payment_method, type, by, approved_by } = line;
  const isGivenUp = type === 'discount' || type === 'forgiven';
  const isPaid = type !== 'price' && !isGivenUp;
  const method = isPaid && payment_method !== CASH && payment_method !== CREDIT ? payment_method : '';
  const facts: Readonly<Record<string, ReactNode>> = {
    about: book ? <TypedText>{book}</TypedText> : !isOfStudent(line) && resourceOf(resource).plural,
    receipt: isPaid && receipt_number && (
      <>
        {studentMessages.receiptPrefix}
        <bdi>{numberInDigits(receipt_number)}</bdi>
      </>
    ),
    method: method && <TypedText>{nameOf(method)}</TypedText>,
    by: isGivenUp && by && <TypedText>{by}</TypedText>,
    approved: approved_by && (
      <>
        {studentMessages.approvedBy} <TypedText>{approved_by}</TypedText>
      </>
    ),
  };
  return (
    <small>
      {Object.entries(facts)
        .filter(([, fact]) => fact)
        .map(([name, fact], place) => (
          <Fragment key={name}>
            {place > 0 && ' · '}
            {fact}
          </Fragment>
        ))}
    </small>
  );
}

function OtherStudent({ line: { type, owed, credit, other_student } }: { readonly line: StatementLine }) {
  const isUsed = piastres(owed) === 0n;
  if (type !== 'credit_payment' || (!isUsed && piastres(credit) !== 0n)) return null;
  return (
    <small>
      {isUsed ? studentMessages.statement.usedFor : studentMessages.statement.creditOf}{' '}
      {other_student ? (
        <Link to={studentPath(other_student.id)}>
          <TypedText>{other_student.name}</TypedText>
        </Link>
      ) : (
        studentMessages.statement.anotherStudent
      )}
    </small>
  );
}

function CreditChange({ line: { credit, credit_left, reversed } }: { readonly line: StatementLine }) {
  const change = piastres(credit);
  if (change === 0n) return null;
  return (
    <small>
      {studentMessages.credit} <bdi dir="ltr">{(change > 0n ? '+' : '') + formatAmount(change)}</bdi>
      {!reversed && (
        <span data-narrow>
          {studentMessages.statement.creditAfter({ credit: formatAmount(piastres(credit_left)) })}
        </span>
      )}
    </small>
  );
}

function Reversal({ by: { at, by, approved_by } }: { readonly by: StatementLine }) {
  return (
    <small>
      {studentMessages.statement.reversedOn({ when: onDay(at) })}
      {by && (
        <>
          {' '}
          {monthMessages.by} <TypedText>{by}</TypedText>
        </>
      )}
      {approved_by && (
        <>
          , {studentMessages.approvedBy} <TypedText>{approved_by}</TypedText>
        </>
      )}
    </small>
  );
}

interface LineRowProps {
  readonly shown: ShownLine;
  readonly hasCredit: boolean;
}

function LineRow({ shown: { line, takenBackBy }, hasCredit }: LineRowProps) {
  const Struck = line.reversed ? 'del' : Fragment;
  const changes = piastres(line.owed) !== 0n;
  return (
    <tr>
      <th scope="row">
        <div data-line>
          <bdi data-day dir="ltr">
            {displayDay(line.day)}
          </bdi>
          <div>
            <Struck>
              <strong>
                <RecordLink line={line} />
              </strong>
            </Struck>
            <Facts line={line} />
            <OtherStudent line={line} />
            <CreditChange line={line} />
            {takenBackBy && <Reversal by={takenBackBy} />}
          </div>
        </div>
      </th>
      <td>
        <Struck>
          <Amount value={changes ? line.owed : null} />
        </Struck>
      </td>
      <td>
        <Amount value={line.remaining} />
      </td>
      {hasCredit && (
        <td data-wide>
          <Amount value={line.credit_left} />
        </td>
      )}
    </tr>
  );
}

export function StudentStatement({ lines }: { readonly lines: readonly ShownLine[] }) {
  const texts = sheetMessages[languageNow()];
  const last = lines.findLast(({ line }) => !line.reversed)?.line;
  const hasCredit = lines.some(({ line }) => piastres(line.credit) !== 0n);
  const [remaining, credit] = [last?.remaining ?? '0', last?.credit_left ?? '0'];
  return (
    <Table aria-label={studentMessages.statement.title}>
      <caption>{monthMessages.amountsIn}</caption>
      <thead>
        <tr>
          <th scope="col">
            <div data-line>
              <span>{texts.day}</span>
              <span>{texts.purpose}</span>
            </div>
          </th>
          <th scope="col">{texts.change}</th>
          <th scope="col">{texts.remaining}</th>
          {hasCredit && (
            <th scope="col" data-wide>
              {studentMessages.credit}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {lines.map((shown) => (
          <LineRow key={shown.line.id} shown={shown} hasCredit={hasCredit} />
        ))}
      </tbody>
      <tfoot>
        <tr>
          <th scope="row">
            {texts.remaining}
            {hasCredit && (
              <small data-narrow>
                {studentMessages.credit} <Amount value={credit} />
              </small>
            )}
          </th>
          <td />
          <td>
            <Amount value={remaining} />
          </td>
          {hasCredit && (
            <td data-wide>
              <Amount value={credit} />
            </td>
          )}
        </tr>
      </tfoot>
    </Table>
  );
}
