import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, formatMoney } from '#contract/money.ts';
import { adultCourse } from '#contract/resources/enrolments.ts';
import { discountAddsUp } from '#contract/rules/discounts.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import type { BranchLists } from '#server/records/branch-lists.ts';
import { amountOf, listedIdOf, meaningsOf, roundedAmount } from './import-values.ts';
import { type RowReader, shown } from './row-reader.ts';
import { messages } from './texts.en.ts';

/** A row has two or three of the amounts, or a list price with its discount. Reports amounts that do not add up. */
export function balanceOf({ cell, problems: found, doubts }: RowReader) {
  const problems: string[] = [];
  const balance = readBalance(cell, problems, doubts);
  found.push(...problems);
  return balance;
}

function readBalance(cell: RowReader['cell'], problems: string[], doubts: string[]) {
  const read = (name: string, label: string) => {
    const text = cell(name);
    if (text === '') return undefined;
    const amount = amountOf(text);
    if (amount !== undefined) return amount;
    const rounded = roundedAmount(text);
    if (rounded?.changed)
      doubts.push(messages.importRounded({ label, text: shown(text), amount: formatMoney(rounded.amount) }));
    if (!rounded) problems.push(messages.importAmount({ label, text: shown(text) }));
    return rounded?.amount;
  };
  const { list_price, discount: taken_off } = adultCourse.fields;
  const list = read('list_price', list_price.label);
  const discount = read('discount', taken_off.label);
  if (list !== undefined && discount !== undefined && discount > list)
    problems.push(
      messages.importProblem({
        label: taken_off.label,
        message: sentences.prices.discountAboveList({ amount: formatMoney(list) }),
      }),
    );
  const price =
    read('price', messages.priceLabel) ??
    (list === undefined || discount === undefined ? undefined : list - discount);
  const paid = read('paid_amount', messages.paidLabel);
  const remaining = read('remaining_amount', messages.remainingLabel);
  if (problems.length > 0) return undefined;
  const whole = price ?? (remaining === undefined ? undefined : remaining + (paid ?? 0n));
  if (whole === undefined) {
    problems.push(messages.importNoPrice);
    return undefined;
  }
  const before = paid ?? (remaining === undefined ? 0n : whole - remaining);
  if (before < 0n || before > whole) problems.push(messages.importPaidTooMuch);
  else if (remaining !== undefined && whole - before !== remaining)
    problems.push(
      messages.importSum({ expected: formatMoney(whole - before), found: formatMoney(remaining) }),
    );
  return problems.length > 0 ? undefined : { price: whole, paid: before, list, discount };
}

type Balance = NonNullable<ReturnType<typeof readBalance>>;

export const ofDiscount = ['list_price', 'discount', 'discount_reason'] as const;

/** By the rule of prices (decision 132). Reports what does not add up, and a reason that the branch never had. */
export function discountOf(
  { cell, word, problems }: RowReader,
  lists: BranchLists,
  { price, list, discount }: Balance,
): Draft {
  const { fields } = adultCourse;
  const field = fields.discount_reason;
  const text = cell('discount_reason');
  const listed = word('discount_reason', field, (typed) => listedIdOf(field, lists, typed));
  const reason = listed === undefined ? undefined : listedIdOf(field, lists, listed);
  if (listed !== undefined && reason === undefined)
    problems.push(
      messages.importUnknownWord({
        label: field.label,
        text: shown(text),
        allowed: meaningsOf(field, lists).map((one) => one.label),
      }),
    );
  const terms = {
    ...(list !== undefined && { list_price: formatDecimal(list) }),
    ...(discount !== undefined && { discount: formatDecimal(discount) }),
    ...(reason !== undefined && { discount_reason: reason }),
  };
  const wrong = discountAddsUp({ ...terms, discount_reason: reason ?? text, price: formatDecimal(price) });
  const wrongField = ofDiscount.find((name) => name === wrong?.field);
  if (!wrong || !wrongField) return terms;
  problems.push(messages.importProblem({ label: fields[wrongField].label, message: wrong.message }));
  return {};
}

/** The price of an opening balance is what remained, so list price and discount are told in words. */
export function openingNote({ price, paid, list, discount }: Balance, cell: RowReader['cell']): string {
  const opening = messages.openingNote({ price: formatMoney(price), paid: formatMoney(paid) });
  if (list === undefined || !discount) return opening;
  const reason = cell('discount_reason');
  return [
    opening,
    messages.openingDiscount({ list: formatMoney(list), discount: formatMoney(discount), reason }),
  ].join('\n');
}
