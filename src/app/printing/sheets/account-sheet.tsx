import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { TypedText } from '#app/ui/typed-text.tsx';
import { isolated, ltr } from '#contract/arabic/wording.ts';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { displayDay } from '#contract/days.ts';
import type { StatementLine } from '#contract/debts.ts';
import type { Resource } from '#contract/define-resource.ts';
import { numberInDigits } from '#contract/digits.ts';
import { formatAmount, type Piastres, readPiastres } from '#contract/money.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { paidBeforeImport } from '#contract/rules/payable.ts';
import { InLanguages } from '../paper/paper-header.tsx';
import { type PaperLanguage, paperMessages } from '../receipt/paper-messages.ts';
import { moneyIn } from '../receipt/shown-receipt.ts';
import { messages } from '../texts.en.ts';
import { dayOf, Sheet, type SheetLabel } from './sheet.tsx';

/** Amounts in piastres. */
export interface PrintedAccount {
  readonly resource: Resource;
  readonly record: RecordRow;
  /** Oldest first. */
  readonly payments: readonly { readonly record: RecordRow }[];
  readonly paid: Piastres | undefined;
  readonly remaining: Piastres | undefined;
  /** Of an enrolment with a plan; decimal text. */
  readonly plan?: readonly {
    readonly due_day: string;
    readonly amount: string | null;
    readonly paid: string | null;
  }[];
}

interface AccountSheetProps {
  readonly student: RecordRow;
  readonly accounts: readonly PrintedAccount[];
  readonly sums: { readonly paid: Piastres; readonly remaining: Piastres };
  /** Where the server keeps it, and everything was sent; without it each payment stands with its account. */
  readonly statement?: readonly StatementLine[] | undefined;
  readonly onClose: () => void;
}

const amount = (value: Piastres | undefined) => (value === undefined ? '–' : formatAmount(value));

const MoneyCell = ({ value }: { readonly value: Piastres | undefined }) => (
  <td className="money">
    <bdi dir="ltr">{amount(value)}</bdi>
  </td>
);

const leftOf = (due: string | null, covered: string | null) =>
  (readPiastres(due) ?? 0n) - (readPiastres(covered) ?? 0n);

function purpose({ resource, record }: PrintedAccount, language: PaperLanguage): string {
  const texts = paperMessages[language];
  const kind = collectionResources.find((one): one is CollectionResource => one === resource.name);
  const level = textOf(record.level);
  const book = nameIn(record, 'book');
  return [
    kind && texts.kinds[kind],
    book && isolated(book),
    level && texts.level(level),
    textOf(record.stage),
  ]
    .filter(Boolean)
    .join(' · ');
}

interface InLabels {
  readonly label: SheetLabel;
  readonly languages: readonly PaperLanguage[];
}

const receiptIn = (label: SheetLabel, receipt: string) => (
  <>
    {' · '}
    {/* With its number in each language: beside the other one's direction it would stand before the word. */}
    {label((texts) => `${texts.receipt} ${ltr(numberInDigits(receipt))}`)}
  </>
);

interface AccountRowsProps extends InLabels {
  readonly account: PrintedAccount;
  readonly listsPayments: boolean;
}

function AccountRows({ account, listsPayments, label, languages }: AccountRowsProps) {
  const { record, payments, paid, remaining, plan = [] } = account;
  const first = record.is_installment === true ? 0n : (readPiastres(record.paid_amount) ?? 0n);
  const paidRows = [...(first > 0n ? [record] : []), ...payments.map((payment) => payment.record)];
  const rows = listsPayments ? paidRows : [];
  const isPaidBefore = paidBeforeImport(record);
  return (
    <tr>
      <td>
        <InLanguages languages={languages} text={(language) => purpose(account, language)} />
        {isPaidBefore && <small>{label((texts) => texts.paidBeforeImport)}</small>}
        {rows.map((row) => (
          <small key={row.id}>
            <bdi dir="ltr">{dayOf(row)}</bdi>
            {textOf(row.receipt_number) !== '' && receiptIn(label, textOf(row.receipt_number))}
            {' · '}
            <bdi dir="ltr">{amount(readPiastres(row.paid_amount))}</bdi>
          </small>
        ))}
        {plan.length > 0 && <small className="plan">{label((texts) => texts.plan)}</small>}
        {plan.map(({ due_day, amount: due, paid: covered }) => (
          <small key={due_day}>
            <bdi dir="ltr">{displayDay(due_day)}</bdi>
            {' · '}
            <bdi dir="ltr">{amount(readPiastres(due))}</bdi>
            {covered === due && (
              <>
                {' · '}
                {label((texts) => texts.partPaid)}
              </>
            )}
            {covered !== due && covered !== '0.00' && (
              <>
                {' · '}
                {label((texts) => `${texts.partLeft} ${ltr(amount(leftOf(due, covered)))}`)}
              </>
            )}
          </small>
        ))}
      </td>
      <MoneyCell value={isPaidBefore ? undefined : readPiastres(record.price)} />
      <MoneyCell value={isPaidBefore ? undefined : paid} />
      <MoneyCell value={remaining} />
    </tr>
  );
}

interface StatementProps extends InLabels {
  readonly lines: readonly StatementLine[];
  readonly accounts: readonly PrintedAccount[];
}

const isNothing = (value: string | null) => readPiastres(value) === 0n;

/** By day, to what remains. A line that was taken back stands with the one that took it back, and neither is here. */
function Statement({ lines, accounts, label, languages }: StatementProps) {
  const accountOf = ({ resource, payable }: StatementLine) =>
    accounts.find((account) => account.resource.name === resource && account.record.id === payable);
  return (
    <table>
      <caption>{label((texts) => texts.statement)}</caption>
      <thead>
        <tr>
          <th scope="col">{label((texts) => texts.day)}</th>
          <th scope="col">{label((texts) => texts.what)}</th>
          <th scope="col" className="money">
            {label((texts) => texts.change)}
          </th>
          <th scope="col" className="money">
            {label((texts) => texts.remaining)}
          </th>
        </tr>
      </thead>
      <tbody>
        {lines
          .filter(({ reversed }) => !reversed)
          .map((line) => {
            const account = accountOf(line);
            return (
              <tr key={line.id}>
                <td>
                  <bdi dir="ltr">{displayDay(line.day)}</bdi>
                </td>
                <td>
                  {label((texts) => texts.movements[line.type])}
                  {line.type !== 'price' && line.receipt_number && receiptIn(label, line.receipt_number)}
                  {account && (
                    <small>
                      <InLanguages languages={languages} text={(language) => purpose(account, language)} />
                    </small>
                  )}
                  {!isNothing(line.credit) && (
                    <small>
                      {label(
                        (texts) =>
                          `${texts.credit} ${ltr(amount(readPiastres(line.credit)))} → ${ltr(amount(readPiastres(line.credit_left)))}`,
                      )}
                    </small>
                  )}
                </td>
                <MoneyCell value={isNothing(line.owed) ? undefined : readPiastres(line.owed)} />
                <MoneyCell value={readPiastres(line.remaining)} />
              </tr>
            );
          })}
      </tbody>
    </table>
  );
}

export function AccountSheet({ student, accounts, sums, statement, onClose }: AccountSheetProps) {
  return (
    <Sheet title={messages.account} heading={(texts) => texts.account} size="a4" onClose={onClose}>
      {(label, languages) => (
        <>
          <dl>
            <dt>{label((texts) => texts.student)}</dt>
            <dd>
              <TypedText>{textOf(student.name)}</TypedText>{' '}
              {textOf(student.code) !== '' && <bdi dir="ltr">{numberInDigits(textOf(student.code))}</bdi>}
            </dd>
          </dl>
          <table>
            <thead>
              <tr>
                <th scope="col">{label((texts) => texts.what)}</th>
                {(['price', 'paid', 'remaining'] as const).map((name) => (
                  <th key={name} scope="col" className="money">
                    {label((texts) => texts[name])}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {accounts.map((account) => (
                <AccountRows
                  key={`${account.resource.name} ${account.record.id}`}
                  account={account}
                  listsPayments={statement === undefined}
                  label={label}
                  languages={languages}
                />
              ))}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">{label((texts) => texts.total)}</th>
                <td />
                <MoneyCell value={sums.paid} />
                <td className="money">
                  <bdi>{moneyIn(sums.remaining, languages[0] ?? 'en')}</bdi>
                </td>
              </tr>
            </tfoot>
          </table>
          {statement && statement.length > 0 && (
            <Statement lines={statement} accounts={accounts} label={label} languages={languages} />
          )}
        </>
      )}
    </Sheet>
  );
}
