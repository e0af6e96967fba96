import { Fragment } from 'react';
import { dayAt } from '#app/lib/branch-day.ts';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import type { Paper, ReceiptLanguage } from '#contract/branch-settings.ts';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import type { Piastres } from '#contract/money.ts';
import type { NamedChoice } from '#contract/named-choices.ts';
import type { PaymentMethod } from '#contract/payment-methods.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { InLanguages, PaperCode, PaperHeader, type PrintedBranch } from '../paper/paper-header.tsx';
import { type PaperLanguage, paperMessages } from './paper-messages.ts';
import {
  codeOf,
  discountText,
  inPaperDigits,
  isCancelled,
  type KnownReceipt,
  type Line,
  languagesOf,
  momentOf,
  moneyIn,
  namesStudents,
  notesOf,
  paidBy,
  paidParts,
  paidPartText,
  payersOf,
  purposeOf,
  studentsIn,
  sumsOf,
  titleOf,
  wordsIn,
} from './shown-receipt.ts';

export interface ReceiptStyle extends PrintedBranch {
  readonly receipt_language: ReceiptLanguage;
  readonly receipt_footer: string | null;
  readonly payment_methods?: readonly PaymentMethod[] | undefined;
  readonly removed_payment_methods?: readonly PaymentMethod[] | undefined;
  readonly discount_reasons?: readonly NamedChoice[] | undefined;
  readonly removed_discount_reasons?: readonly NamedChoice[] | undefined;
}

interface ReceiptPaperProps {
  readonly receipt: KnownReceipt;
  readonly style: ReceiptStyle;
  readonly paper: Paper;
  /** The first print has no mark. */
  readonly copy: number;
}

/** Above it the type is smaller, so that a family's receipt is one page of A5. */
const MANY_LINES = 6;

type Languages = readonly PaperLanguage[];

const money = (amount: Piastres | undefined, [language = 'en']: Languages) =>
  amount !== undefined && <span>{moneyIn(amount, language)}</span>;

interface LineRowProps {
  readonly line: Line;
  readonly languages: Languages;
  readonly reasons: readonly NamedChoice[];
}

function LineRow({ line, languages, reasons }: LineRowProps) {
  const { cancelled } = line;
  return (
    <tr data-cancelled={cancelled ? '' : undefined}>
      <td>
        {languages.map((language, index) => (
          <Fragment key={language}>
            {index > 0 && <span className="between"> / </span>}
            <bdi className="purpose" lang={language}>
              {purposeOf(line, language)}
            </bdi>
          </Fragment>
        ))}
        {languages.map((language) => {
          const text = inPaperDigits(language, () => discountText(line, reasons, language) ?? '');
          return (
            text !== '' && (
              <small key={language} className="why" lang={language}>
                <bdi>{text}</bdi>
              </small>
            )
          );
        })}
        {cancelled &&
          languages.map((language) => (
            <small key={language} className="why" lang={language}>
              <bdi>
                {inPaperDigits(language, () =>
                  paperMessages[language].cancelledBecause({
                    ...cancelled,
                    day: displayDay(dayAt(cancelled.at)),
                  }),
                )}
              </bdi>
            </small>
          ))}
      </td>
      <td className="money">{money(paidBy(line), languages)}</td>
    </tr>
  );
}

/** Under the name if there are several students. */
function StudentLines({
  name,
  lines,
  ...shown
}: {
  readonly name: string | undefined;
  readonly lines: readonly Line[];
} & Omit<LineRowProps, 'line'>) {
  return (
    <tbody>
      {name !== undefined && (
        <tr className="student">
          <th scope="rowgroup" colSpan={2}>
            <TypedText>{name}</TypedText>
          </th>
        </tr>
      )}
      {lines.map((line) => (
        <LineRow key={`${line.resource} ${line.record.id}`} line={line} {...shown} />
      ))}
    </tbody>
  );
}

/** In the languages of the branch (decision 52). */
export function ReceiptPaper({ receipt, style, paper, copy }: ReceiptPaperProps) {
  const languages = languagesOf(style.receipt_language);
  const [first = 'en'] = languages;
  const payers = payersOf(receipt);
  const students = studentsIn(receipt);
  const { total, remaining } = sumsOf(receipt);
  const parts = paidParts(receipt);
  const notes = notesOf(receipt);
  const code = codeOf(receipt);
  const reasons = [...(style.discount_reasons ?? []), ...(style.removed_discount_reasons ?? [])];
  const methods = [...(style.payment_methods ?? []), ...(style.removed_payment_methods ?? [])];
  const label = (of: (texts: (typeof paperMessages)[PaperLanguage]) => string) => (
    <InLanguages languages={languages} text={(language) => of(paperMessages[language])} />
  );
  return (
    <article
      className="paper"
      data-paper={paper}
      data-receipt
      data-cancelled={isCancelled(receipt) ? '' : undefined}
      data-dense={receipt.lines.length > MANY_LINES ? '' : undefined}
      lang={first}
      dir={first === 'ar' ? 'rtl' : 'ltr'}
    >
      <PaperHeader branch={{ ...style, name: receipt.branch ?? style.name }} languages={languages} />
      <div className="title">
        <span>
          <InLanguages languages={languages} text={(language) => titleOf(receipt, language)} />
        </span>
        {isCancelled(receipt) && <span className="mark">{label((texts) => texts.cancelled)}</span>}
        {/* The first print is the customer's, and says when it was received like any other; copies are the desk's. */}
        {receipt.waiting && copy > 1 && <span className="mark">{label((texts) => texts.waiting)}</span>}
        {copy > 1 && <span className="mark">{label((texts) => texts.copy(copy))}</span>}
      </div>
      {total !== undefined && (
        <p className="amount">
          <bdi>{moneyIn(total, first)}</bdi>
        </p>
      )}
      <dl>
        {receipt.receipt_number !== null && (
          <>
            <dt>{label((texts) => texts.number)}</dt>
            <dd>
              <bdi dir="ltr">{numberInDigits(receipt.receipt_number)}</bdi>
            </dd>
          </>
        )}
        <dt>{label((texts) => texts.date)}</dt>
        <dd>
          <bdi dir="ltr">{momentOf(receipt)}</bdi>
        </dd>
        <dt>{label((texts) => texts.receivedFrom)}</dt>
        <dd>
          {payers.map((name, index) => (
            <span key={name}>
              {index > 0 && paperMessages[first].and}
              <TypedText>{name}</TypedText>
            </span>
          ))}
        </dd>
      </dl>
      <table className="lines">
        <thead>
          <tr>
            <th scope="col">{label((texts) => texts.forWhat)}</th>
            <th scope="col" className="money">
              {label((texts) => texts.amount)}
            </th>
          </tr>
        </thead>
        {students.map((name) => (
          <StudentLines
            key={name}
            name={namesStudents(receipt) ? name : undefined}
            lines={receipt.lines.filter(
              ({ record }) => students.length === 1 || nameIn(record, 'student') === name,
            )}
            languages={languages}
            reasons={reasons}
          />
        ))}
        <tfoot>
          <tr className="sum">
            <th scope="row">{label((texts) => texts.total)}</th>
            <td className="money">{money(total, languages)}</td>
          </tr>
        </tfoot>
      </table>
      {total !== undefined &&
        total > 0n &&
        languages.map((language) => (
          <p key={language} className="words" lang={language}>
            <bdi>{wordsIn(total, language)}</bdi>
          </p>
        ))}
      <div className="ends">
        <dl>
          {remaining !== undefined && (
            <>
              <dt>{label((texts) => texts.remaining)}</dt>
              <dd>
                <bdi>{moneyIn(remaining, first)}</bdi>
              </dd>
            </>
          )}
          {total !== undefined && total > 0n && (
            <>
              <dt>{label((texts) => texts.paidBy)}</dt>
              <dd>
                {parts.length === 0 && label((texts) => texts.cash)}
                {parts.map((part) => (
                  <bdi key={`${part.method} ${part.reference}`} className="part">
                    {paidPartText(part, methods, first)}
                  </bdi>
                ))}
              </dd>
            </>
          )}
          {receipt.taken_by !== null && (
            <>
              <dt>{label((texts) => texts.takenBy)}</dt>
              <dd>
                <TypedText>{receipt.taken_by}</TypedText>
              </dd>
            </>
          )}
          {notes.length > 0 && (
            <>
              <dt>{label((texts) => texts.notes)}</dt>
              <dd>
                {notes.map((note) => (
                  <bdi key={note} className="part" {...typedText(note)}>
                    {note}
                  </bdi>
                ))}
              </dd>
            </>
          )}
        </dl>
        <p className="signature">
          <span>{label((texts) => texts.signature)}</span>
        </p>
      </div>
      {code !== undefined && <PaperCode code={code} languages={languages} />}
      {style.receipt_footer !== null && (
        <p className="footer" {...typedText(style.receipt_footer)}>
          {style.receipt_footer}
        </p>
      )}
    </article>
  );
}
