import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { type CollectionResource, collectionFields, collectionResources } from '#contract/collections.ts';
import { createBody, type Draft, type FormDefinition, type Resource } from '#contract/define-resource.ts';
import { problemsOf } from '#contract/errors.ts';
import {
  formatGrouped,
  type Piastres,
  parseQuantity,
  parseTypedAmount,
  readPiastres,
} from '#contract/money.ts';
import { paymentFields } from '#contract/payment-methods.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { payableProblem } from '#contract/rules/payable.ts';
import { payoutPrice, stockProblem } from '#contract/rules/stock.ts';
import { sentences } from '#contract/texts/sentences.en.ts';

export interface NewLine {
  readonly key: string;
  readonly resource: CollectionResource;
  /** Texts by field. Without `paid_amount` the full price is paid. */
  readonly values: Readonly<Record<string, string>>;
  readonly picked: Readonly<Record<string, RecordRow>>;
}

export interface ReadLine {
  readonly line: NewLine;
  readonly price: Piastres | undefined;
  readonly paid: Piastres;
  /** Shown until less is typed; '' if unknown. */
  readonly fullPrice: string;
  readonly stock: bigint | undefined;
  /** Without number, day and notes of the receipt; undefined while the line has a problem. */
  readonly body: Draft | undefined;
  readonly problems: ReadonlyMap<string, string>;
}

export const isSale = (name: CollectionResource): boolean => {
  const { counts }: Resource = resourceOf(name);
  return counts !== undefined;
};

/** The kinds that can be added to a receipt. Sales first: most families buy a book when they pay a debt. */
export const lineKinds: readonly CollectionResource[] = collectionResources.toSorted(
  (one, other) => Number(isSale(other)) - Number(isSale(one)),
);

const forms = new Map<CollectionResource, FormDefinition>();

export function lineForm(name: CollectionResource): FormDefinition {
  const known = forms.get(name);
  if (known) return known;
  const resource: Resource = resourceOf(name);
  const fields = Object.entries(resource.fields).filter(
    ([name, { byAction }]) =>
      // The last day follows the period until it is chosen on the enrolment's own form.
      !(name in collectionFields || name in paymentFields || byAction || name === 'ends_on'),
  );
  const form = { ...resource, fields: Object.fromEntries(fields) };
  forms.set(name, form);
  return form;
}

export function lineTitle(name: CollectionResource): string {
  const { singular, plural, commonName }: Resource = resourceOf(name);
  return commonName ? plural : singular;
}

export function newLine(resource: CollectionResource, student: RecordRow | undefined): NewLine {
  return {
    key: newMutationId(),
    resource,
    values: {
      ...('quantity' in lineForm(resource).fields && { quantity: '1' }),
      ...(student && { student: student.id }),
    },
    picked: student ? { student } : {},
  };
}

export const withBook = (line: NewLine, book: RecordRow): NewLine => ({
  ...line,
  values: { ...line.values, book: book.id },
  picked: { ...line.picked, book },
});

const copiesOf = ({ values }: NewLine): bigint => parseQuantity(values.quantity ?? '') ?? 0n;

function priceOf({ resource, values, picked }: NewLine): Piastres | undefined {
  if (!isSale(resource)) return parseTypedAmount(values.price ?? '');
  const unitPrice = readPiastres(picked.book?.sell_price);
  const copies = parseQuantity(values.quantity ?? '');
  return unitPrice === undefined || copies === undefined ? undefined : payoutPrice(unitPrice, copies);
}

function stockFor(line: NewLine, all: readonly NewLine[]): bigint | undefined {
  const text = textOf(line.picked.book?.quantity);
  if (!/^-?\d+$/.test(text)) return undefined;
  const others = all.filter(({ key, values }) => key !== line.key && values.book === line.values.book);
  const left = others.reduce((stock, other) => stock - copiesOf(other), BigInt(text));
  return left > 0n ? left : 0n;
}

function readLine(line: NewLine, all: readonly NewLine[]): ReadLine {
  const price = priceOf(line);
  const fullPrice = price === undefined ? '' : formatGrouped(price);
  const shownPaid = line.values.paid_amount ?? fullPrice;
  const paid = parseTypedAmount(shownPaid) ?? 0n;
  const stock = stockFor(line, all);
  const parsed = createBody(lineForm(line.resource)).safeParse({ ...line.values, paid_amount: shownPaid });
  const problems = new Map<string, string>();
  for (const { field, message } of parsed.success ? [] : problemsOf(parsed.error))
    if (!problems.has(field)) problems.set(field, message);
  const tooMany = stock === undefined ? undefined : stockProblem(copiesOf(line), stock);
  if (tooMany !== undefined) problems.set('quantity', tooMany);
  if (shownPaid !== '' && parseTypedAmount(shownPaid) === 0n)
    problems.set('paid_amount', sentences.nothingPaid);
  const tooMuch = price === undefined ? undefined : payableProblem(paid, price);
  if (tooMuch !== undefined) problems.set('paid_amount', tooMuch);
  const body = parsed.success && problems.size === 0 ? parsed.data : undefined;
  return { line, price, paid, fullPrice, stock, body, problems };
}

export const readLines = (lines: readonly NewLine[]): readonly ReadLine[] =>
  lines.map((line) => readLine(line, lines));
