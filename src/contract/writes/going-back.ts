import type { Draft } from '../define-resource.ts';
import { lineId } from '../ids.ts';
import { joinParts } from '../messages.ts';
import { formatDecimal, formatMoney, type Piastres, readPiastres, readTerm, sumIfKnown } from '../money.ts';
import { WITHDRAWAL } from '../resource-names.ts';
import { isResourceName, resourceOf, resources } from '../resources/registry.ts';
import { labels } from '../texts/labels.en.ts';
import { writeMessages } from '../texts/writes.en.ts';
import type { Reference, Written, WrittenRecord } from './define-write.ts';
import { studentNameIn } from './lines.ts';

/** Money that goes back, students who leave what they paid for, and books that come back (decision 131). */

const REFUND = 'refund';
export const refundResource = resources[REFUND];

/** The enrolment or payout, or the student whose credit is paid out. */
export function paidForIn({ body, before }: Pick<Written, 'body' | 'before'>) {
  const { resource, related_record: id } = { ...before, ...body };
  return isResourceName(resource) && typeof id === 'string' ? { resource, id } : undefined;
}

/** A refund that names no debt, but a record with credit: that money came in before. */
export const paysOutCredit = ({ resource }: Draft): boolean =>
  isResourceName(resource) && resourceOf(resource).creditField !== undefined;

export function needsPaidFor(values: Draft, whole: Draft): readonly Reference[] {
  const { related_record: id } = values;
  return typeof id === 'string' ? [{ resource: String(whole.resource), id }] : [];
}

/** @param resource of the enrolment or payout */
export const writtenGoingBack = (resource: unknown): readonly string[] => [REFUND, String(resource)];

/** A missing value is 0. */
export const forgivenOf = (record: Draft): Piastres => readTerm(record.forgiven) ?? 0n;
export const refundedOf = (record: Draft): Piastres => readTerm(record.refunded) ?? 0n;

/** As the page that makes the write knows it: forgiven by a return, or by the withdrawal or return that it undoes. */
export const expectedForgiven = ({ expected }: Written): Piastres | undefined =>
  readPiastres(expected?.forgiven);

const recordOf = (
  resource: string,
  kind: 'create' | 'delete',
  recordId: string,
  body: Draft,
): WrittenRecord => ({ operation: { resource, kind, recordId }, body });

/** The refunds that the server makes of what is paid back and what becomes credit. Index 0 is that of a new enrolment. */
export function refundsOf(
  withdrawal: Draft,
  recordId: string,
  { resource, id }: Reference,
): readonly WrittenRecord[] {
  const { refund, credit, reason } = withdrawal;
  const shared = { resource, related_record: id, reason };
  const paid = { ...Object(refund) };
  const lines = [
    { ...paid, amount: readPiastres(paid.amount), line: 1 },
    { amount: readPiastres(credit), payment_method: 'credit', line: 2 },
  ] as const;
  return lines.flatMap(({ amount, line, ...refundFields }) =>
    amount === undefined || amount === 0n
      ? []
      : [
          recordOf(REFUND, 'create', lineId(recordId, line), {
            ...shared,
            ...refundFields,
            amount: formatDecimal(amount),
          }),
        ],
  );
}

/** The withdrawal itself, with the names of what is left. */
export const withdrawalRecord = (recordId: string, withdrawal: Draft, left: Reference): WrittenRecord =>
  recordOf(WITHDRAWAL, 'create', recordId, {
    ...withdrawal,
    resource: left.resource,
    related_record: left.id,
  });

/** The refund that an undo takes back, as far as the page that makes it knows. */
export function takenBack(
  { operation, expected = {} }: Written,
  { resource, id }: Reference,
): readonly WrittenRecord[] {
  const amount = readPiastres(expected.refunded) ?? 0n;
  if (amount <= 0n) return [];
  const refund = typeof expected.refund === 'string' ? expected.refund : lineId(operation.recordId, 1);
  const before = { resource, related_record: id, id: refund, amount: formatDecimal(amount) };
  return [{ ...recordOf(REFUND, 'delete', refund, {}), before }];
}

/** In piastres; undefined where an amount is unreadable. */
export const amountBack = (records: readonly WrittenRecord[] | undefined): Piastres | undefined =>
  sumIfKnown(
    (records ?? []).flatMap(({ operation, body }) =>
      operation.resource === REFUND ? [readPiastres(body.amount)] : [],
    ),
  );

/** "Leaves the course · Mona Adel, Bus · L.E. 300.00 goes back". */
export function describeGoingBack(
  title: string,
  write: Written,
  back: Piastres | undefined,
): readonly (string | undefined)[] {
  const left = paidForIn(write);
  return [
    title,
    joinParts([studentNameIn(write.referenced), left && resourceOf(left.resource).plural]),
    write.operation.kind === 'create' && back
      ? writeMessages.paidBack({ amount: formatMoney(back) })
      : undefined,
  ];
}

interface Shown {
  readonly label: string;
  readonly value: string | undefined;
}

/** Who, what, how much is kept and goes back, and why. Facts without a value are left out. */
export function factsGoingBack(
  { operation, referenced }: Written,
  withdrawal: Draft,
  about: readonly Shown[],
  back: Piastres | undefined,
) {
  const keep = readPiastres(withdrawal.keep);
  const { reason } = withdrawal;
  const facts: readonly Shown[] = [
    { label: writeMessages.students, value: studentNameIn(referenced) ?? '' },
    ...about,
    { label: writeMessages.keptOfPrice, value: keep === undefined ? undefined : formatMoney(keep) },
    {
      label: writeMessages.goesBack,
      value: operation.kind === 'delete' || back === undefined ? undefined : formatMoney(back),
    },
    { label: labels.reason, value: typeof reason === 'string' ? reason : undefined },
  ];
  return facts.flatMap(({ label, value }) => (value === undefined ? [] : [{ label, value }]));
}
