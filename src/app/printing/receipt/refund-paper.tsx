import { textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { usePeople } from '#app/reads/people.ts';
import { TypedText, typedText } from '#app/ui/typed-text.tsx';
import { isolated } from '#contract/arabic/wording.ts';
import type { Paper } from '#contract/branch-settings.ts';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { readPiastres } from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import { receiptCode } from '#contract/receipt-code.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { refundResource } from '#contract/writes/going-back.ts';
import { InLanguages, PaperCode, PaperHeader } from '../paper/paper-header.tsx';
import { type PaperLanguage, paperMessages } from './paper-messages.ts';
import type { ReceiptStyle } from './receipt-paper.tsx';
import { languagesOf, moneyIn, wordsIn } from './shown-receipt.ts';

interface RefundPaperProps {
  readonly refund: RecordRow;
  readonly waiting: boolean;
  readonly style: ReceiptStyle;
  readonly paper: Paper;
}

const kindOf = (name: unknown): CollectionResource | undefined =>
  collectionResources.find((one) => one === name);

/** For what it was paid: the kind with its number or book; of credit the word. */
function purposeOf({ resource, related_title }: RecordRow, language: PaperLanguage): string {
  const texts = paperMessages[language];
  const kind = kindOf(resource);
  const title = textOf(related_title);
  return [kind ? texts.kinds[kind] : texts.credit, title && isolated(numberInDigits(title))]
    .filter(Boolean)
    .join(' · ');
}

function methodOf({ payment_method }: RecordRow, style: ReceiptStyle, language: PaperLanguage): string {
  const id = textOf(payment_method) || CASH;
  const texts = paperMessages[language];
  if (id === CASH) return texts.cash;
  if (id === CREDIT) return texts.keptAsCredit;
  const methods = [...(style.payment_methods ?? []), ...(style.removed_payment_methods ?? [])];
  const { name, name_ar } = methods.find((one) => one.id === id) ?? { name: id, name_ar: '' };
  return isolated(language === 'ar' && name_ar !== '' ? name_ar : name);
}

/** In the languages of the branch, marked as a refund so that nobody takes it for a payment (decision 131). */
export function RefundPaper({ refund, waiting, style, paper }: RefundPaperProps) {
  const languages = languagesOf(style.receipt_language);
  const [first = 'en'] = languages;
  const amount = readPiastres(refund.amount);
  const code = receiptCode(refundResource.name, refund.id);
  const number = textOf(refund.receipt_number);
  const day = effectiveDayOf(refund);
  const reference = textOf(refund.payment_reference);
  const paidBy = usePeople().get(textOf(refund.recorded_by));
  const label = (of: (texts: (typeof paperMessages)[PaperLanguage]) => string) => (
    <InLanguages languages={languages} text={(language) => of(paperMessages[language])} />
  );
  return (
    <article className="paper" data-paper={paper} lang={first} dir={first === 'ar' ? 'rtl' : 'ltr'}>
      <PaperHeader
        branch={{ ...style, name: textOf(refund.branch_name) || style.name }}
        languages={languages}
      />
      <div className="title">
        <span>{label((texts) => texts.refund)}</span>
        {waiting && <span className="mark">{label((texts) => texts.waiting)}</span>}
      </div>
      <dl>
        {number !== '' && (
          <>
            <dt>{label((texts) => texts.number)}</dt>
            <dd>
              <bdi dir="ltr">{numberInDigits(number)}</bdi>
            </dd>
          </>
        )}
        {day !== '' && (
          <>
            <dt>{label((texts) => texts.date)}</dt>
            <dd>
              <bdi dir="ltr">{displayDay(day)}</bdi>
            </dd>
          </>
        )}
        <dt>{label((texts) => texts.paidTo)}</dt>
        <dd>
          <TypedText>{nameIn(refund, 'student')}</TypedText>
        </dd>
        <dt>{label((texts) => texts.reason)}</dt>
        <dd>
          <TypedText>{textOf(refund.reason)}</TypedText>
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
        <tbody>
          <tr>
            <td>
              <InLanguages languages={languages} text={(language) => purposeOf(refund, language)} />
            </td>
            <td className="money">{amount !== undefined && moneyIn(amount, first)}</td>
          </tr>
        </tbody>
      </table>
      {amount !== undefined &&
        amount > 0n &&
        languages.map((language) => (
          <p key={language} className="words" lang={language}>
            <bdi>{wordsIn(amount, language)}</bdi>
          </p>
        ))}
      <div className="ends">
        <dl>
          <dt>{label((texts) => texts.paidBy)}</dt>
          <dd>
            <bdi className="part">
              {[methodOf(refund, style, first), reference && isolated(reference)].filter(Boolean).join(' · ')}
            </bdi>
          </dd>
          {paidBy !== undefined && (
            <>
              <dt>{label((texts) => texts.paidBackBy)}</dt>
              <dd>
                <TypedText>{paidBy}</TypedText>
              </dd>
            </>
          )}
          <dt>{label((texts) => texts.receivedBy)}</dt>
          <dd>………………………</dd>
        </dl>
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
