import { z } from 'zod';
import { textOf } from '#app/fields/field-control.ts';
import { parseJson } from '#app/lib/local-storage.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { linesOf } from '#app/outbox/model/entry.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import type { Chosen, Values } from '#app/resources/form/form-context.ts';
import { chosenOfPart, partPrefix } from '#app/resources/form/form-part.tsx';
import { collectionResources } from '#contract/collections.ts';
import type { Draft } from '#contract/define-resource.ts';
import { formatDecimal, type Piastres, readPiastres, sumIfKnown } from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import { pickedName } from '#contract/writes/lines.ts';
import { lineForm, type NewLine } from './new-lines.ts';
import type { OpenDebt, ReceivedSum } from './received-sum.ts';
import { inCash, type TenderInput } from './tenders.ts';

export const LINES = 'lines';
const TENDERS = 'tenders';
/** The most that credit may pay, decimal text; '' if it is not used. */
export const CREDIT_USED = 'credit';
/** Null until a person asks for the change. */
export const HANDED_OVER = 'handed_over';

/** A form would read these as a path. */
const inName = (key: string) =>
  key.replace(/[.,[\]"'|%]/g, (mark) => `%${mark.charCodeAt(0).toString(16).padStart(2, '0')}`);

/** 'false' leaves a debt out. */
export const paysName = (debt: string): string => `pays/${inName(debt)}`;
/** Null or undefined: the sum received is spread. */
export const shareName = (debt: string): string => `share/${inName(debt)}`;
export const linePart = (key: string): string => `line/${key}`;
export const tenderPart = (place: number): string => `tender/${place}`;

/** Null: the full price. */
const PAID = 'paid_amount';

const listedLines = z.array(z.object({ key: z.string(), resource: z.enum(collectionResources) })).catch([]);

export function linesIn(values: Values, chosen: Chosen): readonly NewLine[] {
  return listedLines.parse(parseJson(textOf(values[LINES]))).map(({ key, resource }) => {
    const prefix = partPrefix(linePart(key));
    const typed = Object.keys(lineForm(resource).fields).flatMap((name) => {
      const value = values[prefix + name];
      const isTyped = name === PAID ? typeof value === 'string' : textOf(value) !== '';
      return isTyped ? [[name, textOf(value)]] : [];
    });
    return {
      key,
      resource,
      values: Object.fromEntries(typed),
      picked: chosenOfPart(chosen, linePart(key)),
    };
  });
}

export const listOf = (lines: readonly Pick<NewLine, 'key' | 'resource'>[]): string =>
  JSON.stringify(lines.map(({ key, resource }) => ({ key, resource })));

const inPart = <Value>(part: string, values: Readonly<Record<string, Value>>): Record<string, Value> =>
  Object.fromEntries(Object.entries(values).map(([name, value]) => [partPrefix(part) + name, value]));

export function lineValues({ key, resource, values }: NewLine): Values {
  const names = Object.keys(lineForm(resource).fields);
  const empty = names.map((name): [string, string | null] => [name, name === PAID ? null : '']);
  return inPart<unknown>(linePart(key), { ...Object.fromEntries(empty), ...values });
}
export const lineRecords = ({ key, picked }: NewLine): Chosen => inPart(linePart(key), picked);

export function tendersIn(values: Values): readonly TenderInput[] {
  const count = Math.max(1, Number(textOf(values[TENDERS])) || 1);
  return Array.from({ length: count }, (_, place) => {
    const of = (name: string) => textOf(values[partPrefix(tenderPart(place)) + name]);
    return { method: of('payment_method') || CASH, reference: of('payment_reference'), amount: of('amount') };
  });
}

export function tenderValues(tenders: readonly TenderInput[]): Values {
  const parts = tenders.map(({ method, reference, amount }, place) =>
    inPart(tenderPart(place), { payment_method: method, payment_reference: reference, amount }),
  );
  return Object.assign({ [TENDERS]: String(tenders.length) }, ...parts);
}

export function receivedIn(values: Values, debts: readonly OpenDebt[]): ReceivedSum {
  return {
    amount: textOf(values.amount),
    excluded: new Set(debts.flatMap(({ key }) => (values[paysName(key)] === 'false' ? [key] : []))),
    typed: new Map(
      debts.flatMap(({ key }): [string, string][] => {
        const typed = values[shareName(key)];
        return typed === null || typed === undefined ? [] : [[key, textOf(typed)]];
      }),
    ),
  };
}

export interface PaymentStart {
  readonly values: Values;
  readonly chosen: Chosen;
}

const EMPTY: Values = {
  amount: '',
  receipt_number: '',
  custom_date: '',
  notes: '',
  [CREDIT_USED]: '',
  [HANDED_OVER]: null,
  ...tenderValues([inCash]),
};

const withLines = (values: Values, lines: readonly NewLine[]): PaymentStart => ({
  values: Object.assign({ ...values, [LINES]: listOf(lines) }, ...lines.map(lineValues)),
  chosen: Object.assign({}, ...lines.map(lineRecords)),
});

export const newPayment = (lines: readonly NewLine[]): PaymentStart => withLines(EMPTY, lines);

export const valuesOfDebts = (debts: readonly OpenDebt[]): Values =>
  Object.fromEntries(
    debts.flatMap(({ key }) => [
      [paysName(key), 'true'],
      [shareName(key), null],
    ]),
  );

const isPayable = (name: string): name is NewLine['resource'] =>
  collectionResources.some((one) => one === name);

function pickedFor({ referenced = {} }: Mutation, resource: NewLine['resource'], index: number) {
  const fields = Object.keys(lineForm(resource).fields);
  return Object.fromEntries(
    fields.flatMap((field): [string, RecordRow][] => {
      const record = referenced[pickedName(index, field)];
      return record ? [[field, record]] : [];
    }),
  );
}

const writtenTender = z.object({
  payment_method: z.string(),
  payment_reference: z.string().nullish(),
  amount: z.string().optional(),
});

function reopenedTenders(body: Draft, total: Piastres | undefined) {
  const written = writtenTender.array().safeParse(body.tenders ?? [body]).data ?? [];
  const credit = written.find(({ payment_method }) => payment_method === CREDIT);
  const tenders = written
    .filter((one) => one !== credit)
    .map(({ payment_method, payment_reference, amount }) => ({
      method: payment_method,
      reference: payment_reference ?? '',
      amount: amount ?? '',
    }));
  return {
    tenders: tenders.length > 0 ? tenders : [inCash],
    credit: credit && (credit.amount ?? (total === undefined ? '' : formatDecimal(total))),
  };
}

export function reopenedPayment(reopened: Mutation): PaymentStart {
  const written = linesOf({ operation: reopened, body: reopened.body });
  const total = sumIfKnown(written.map(({ body }) => readPiastres(body.paid_amount)));
  const shares: Record<string, string> = {};
  const lines: NewLine[] = [];
  for (const [index, { resource, body }] of written.entries()) {
    if (body.is_installment === true)
      shares[shareName(`${resource} ${textOf(body.related_record)}`)] = textOf(body.paid_amount);
    else if (isPayable(resource)) {
      const values = Object.keys(lineForm(resource).fields).flatMap((field) =>
        body[field] === undefined ? [] : [[field, textOf(body[field])]],
      );
      lines.push({
        key: newMutationId(),
        resource,
        values: Object.fromEntries(values),
        picked: pickedFor(reopened, resource, index),
      });
    }
  }
  const { receipt_number, custom_date, notes } = reopened.body;
  const { tenders, credit } = reopenedTenders(reopened.body, total);
  const received = total === undefined ? undefined : total - (readPiastres(credit) ?? 0n);
  const values = {
    ...EMPTY,
    ...shares,
    ...tenderValues(tenders),
    amount: received ? formatDecimal(received) : '',
    receipt_number: textOf(receipt_number),
    custom_date: textOf(custom_date),
    notes: textOf(notes),
    [CREDIT_USED]: credit ?? '',
  };
  return withLines(values, lines);
}
