import { textOf } from '#app/fields/field-control.ts';
import type { Chosen, FormResolver, Values } from '#app/resources/form/form-context.ts';
import { partPrefix } from '#app/resources/form/form-part.tsx';
import { collectionFields } from '#contract/collections.ts';
import { createBody, type Draft } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import { type Piastres, readPiastres, sum } from '#contract/money.ts';
import { CASH, type StoredMethod } from '#contract/payment-methods.ts';
import { type ReadLine, readLines } from './new-lines.ts';
import {
  CREDIT_USED,
  linePart,
  linesIn,
  type PaymentStart,
  paysName,
  receivedIn,
  shareName,
  tenderPart,
  tendersIn,
} from './payment-values.ts';
import { creditUsed, type LaidOut, layOut } from './received-sum.ts';
import { type ReadTender, readTenders } from './tenders.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebt } from './use-family-debts.ts';

const paperForm = { singular: '', fields: collectionFields, rules: [] };

export interface PaymentSources {
  readonly debts: readonly FamilyDebt[];
  readonly kept: Piastres;
  readonly methods: readonly StoredMethod[];
}

/** Amounts are in piastres. */
export interface ReadPayment {
  readonly laid: LaidOut;
  readonly lines: readonly ReadLine[];
  readonly tenders: readonly ReadTender[];
  readonly credit: Piastres | undefined;
  readonly open: Piastres;
  readonly owed: Piastres;
  readonly inCashAlone: boolean;
  readonly paper: Draft | undefined;
  readonly problems: ReadonlyMap<string, string>;
  readonly seen: ReadonlyMap<string, string>;
}

function readPaper(values: Values) {
  const parsed = createBody(paperForm).safeParse(values);
  if (!parsed.success) return { problems: problemsOf(parsed.error) };
  const given = Object.entries(parsed.data).filter(([, value]) => value !== null && value !== undefined);
  return { paper: Object.fromEntries(given), problems: [] };
}

export function readPayment(
  values: Values,
  chosen: Chosen,
  { debts, kept, methods }: PaymentSources,
): ReadPayment {
  const received = receivedIn(values, debts);
  const lines = readLines(linesIn(values, chosen));
  const paidForNew = sum(lines.map(({ paid }) => paid));
  const usesCredit = textOf(values[CREDIT_USED]) !== '';
  const wanted = readPiastres(values[CREDIT_USED]) ?? 0n;
  const maximum = kept < wanted ? kept : wanted;
  const credit = creditUsed(received, { debts, others: paidForNew, maximum });
  const laid = layOut(received, debts, paidForNew, credit);
  const rest = laid.total - credit;
  const tenders = credit > 0n && rest === 0n ? [] : readTenders(tendersIn(values), rest, methods);
  const ticked = debts.filter(({ key }) => !received.excluded.has(key));
  const open = sum(ticked.map(({ remaining }) => remaining)) + paidForNew;
  const { paper, problems: ofPaper } = readPaper(values);

  const problems = new Map<string, string>();
  const seen = new Map<string, string>();
  const add = (name: string, message: string | undefined, isSeen: boolean) => {
    if (message === undefined || problems.has(name)) return;
    problems.set(name, message);
    if (isSeen) seen.set(name, message);
  };
  add('amount', laid.problem, true);
  if (laid.total === 0n) add('amount', messages.amountMissing, false);
  for (const [key, part] of laid.parts) add(shareName(key), part.problem, true);
  for (const [place, tender] of tenders.entries()) {
    const prefix = partPrefix(tenderPart(place));
    add(`${prefix}amount`, tender.problems.amount, tender.amount !== '');
    add(`${prefix}payment_method`, tender.problems.method, true);
    add(`${prefix}payment_reference`, tender.problems.reference, false);
  }
  for (const { field, message } of ofPaper) add(field, message, false);
  for (const { line, problems: ofLine } of lines)
    for (const [name, message] of ofLine) add(partPrefix(linePart(line.key)) + name, message, false);

  const [tender] = tenders;
  return {
    laid,
    lines,
    tenders,
    credit: usesCredit ? credit : undefined,
    open,
    owed: open > maximum ? open - maximum : 0n,
    inCashAlone: credit === 0n && tenders.length === 1 && tender?.method === CASH,
    paper,
    problems,
    seen,
  };
}

/**
 * The start of a payment that is opened again. Its entry does not say which parts were typed and which debts left out, so
 * parts to which its sum comes are spread, and a corrected sum is spread anew. Debts before a paid one that it does not
 * pay were left out. Other parts stay typed.
 */
export function withSpreadSum(start: PaymentStart, sources: PaymentSources): PaymentStart {
  const { debts } = sources;
  const { typed } = receivedIn(start.values, debts);
  const entered = debts.map(({ key }) => readPiastres(typed.get(key)) ?? 0n);
  const lastPaid = entered.findLastIndex((amount) => amount > 0n);
  const values = { ...start.values };
  for (const [place, { key }] of debts.entries()) {
    values[shareName(key)] = null;
    if (entered[place] === 0n && place < lastPaid) values[paysName(key)] = 'false';
  }
  const { parts } = readPayment(values, start.chosen, sources).laid;
  const isSpread = debts.every(({ key }, place) => parts.get(key)?.amount === entered[place]);
  return isSpread ? { ...start, values } : start;
}

/** @param now the sources at the moment of the check */
export const paymentResolver =
  (now: () => PaymentSources): FormResolver =>
  (values, chosen = {}) => {
    const { problems, paper } = readPayment(values, chosen, now());
    if (problems.size === 0 && paper) return { values: paper, errors: {} };
    const errors = [...problems].map(([name, message]) => [name, { type: 'payment', message }]);
    return { values: {}, errors: Object.fromEntries(errors) };
  };
