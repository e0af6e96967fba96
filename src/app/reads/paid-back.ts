import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentOwner } from '#app/api/session.ts';
import { lastClose, mayNow } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import { calendarNow, serverTime } from '#app/lib/branch-day.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { forgivenOf, refundedOf } from '#app/outbox/model/given-back.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import type { Resource } from '#contract/define-resource.ts';
import { isOwnOfToday } from '#contract/missing-permission.ts';
import { type Piastres, readPiastres, readTerm, sum } from '#contract/money.ts';
import type { Permission } from '#contract/permissions.ts';
import { parseQuantity } from '#contract/quantity.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { paidSoFar } from '#contract/rules/payable.ts';
import { withdrawalPath } from '#contract/withdrawal-paths.ts';
import { withdrawal } from '#contract/withdrawals.ts';
import { branchQuery } from './branch-queries.ts';
import { readSnapshot } from './read-snapshot.ts';
import { enrolmentResources } from './student-records.ts';
import { useAllRecords } from './use-records.ts';
import type { ListedRecord } from './with-pending.ts';

/** Money goes back only on a server that declares it (decision 131). */
export function useGoesBack(): boolean {
  return useQuery({ ...branchQuery(), staleTime: Number.POSITIVE_INFINITY }).data?.refunds === true;
}

/** Of an enrolment or payout, in piastres. */
export interface GoneBack {
  readonly price: Piastres;
  /** First payment and installments. */
  readonly paid: Piastres;
  readonly refunded: Piastres;
  /** Paid less refunded: the most that can be paid back. */
  readonly netPaid: Piastres;
  readonly forgiven: Piastres;
  readonly remaining: Piastres;
  /** Of a payout: the price of a copy, and how many are not returned. */
  readonly copies?: { readonly unit: Piastres; readonly out: bigint };
}

function copiesOf({ counts }: Resource, record: RecordRow, price: Piastres): GoneBack['copies'] {
  const copies = counts && parseQuantity(String(record[counts.by] ?? ''));
  if (!copies) return undefined;
  return { unit: price / copies, out: copies - (parseQuantity(String(record.returned ?? '')) ?? 0n) };
}

/** Undefined for an installment, and while an amount is unknown. */
export function goneBackOf(resource: Resource, record: RecordRow | undefined): GoneBack | undefined {
  const netPaid = record && paidSoFar(resource, record);
  const debt = debtOf(resource);
  const [price, remaining] = [
    readPiastres(record?.[debt?.price ?? '']),
    readPiastres(record?.[debt?.left ?? '']),
  ];
  if (!record || netPaid === undefined || price === undefined || remaining === undefined) return undefined;
  const refunded = refundedOf(record);
  const copies = copiesOf(resource, record, price);
  return {
    ...{ price, paid: netPaid + refunded, refunded, netPaid, forgiven: forgivenOf(record), remaining },
    ...(copies && { copies }),
  };
}

const refunds = resourceOf('refund');

/** Refunds of a student, unsent ones included; newest first. */
export function useRefundsOf(student: string): readonly ListedRecord[] {
  const known = useGoesBack();
  const isKept = known && student !== '' && !isTemporaryId(student);
  return useAllRecords(refunds, { student }, { enabled: isKept }).rows;
}

/** What went back when a student left, and whether it can be taken back. */
export function withdrawalQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: [...keys.resource(resource.name), 'withdrawal', id] as const,
    queryFn: (context) =>
      readSnapshot(context, resource.name, { path: withdrawalPath(resource.path, id), answer: withdrawal }),
    meta: { persist: true },
  });
}

/** The payments of an enrolment or payout that this device knows: its first one and its installments. */
export const paymentsOf = (record: RecordRow, others: readonly RecordRow[]): readonly RecordRow[] => [
  record,
  ...others.filter((one) => one.is_installment === true && one.related_record === record.id),
];

/** In piastres; what the user took in themselves today, and no drawer close has counted. */
function ownOfToday(payments: readonly RecordRow[]): Piastres {
  const owner = currentOwner();
  if (!owner) return 0n;
  const closedAt = lastClose(owner);
  const author = { userId: owner.ownerId, now: serverTime(Date.now()), calendar: calendarNow() };
  const isOwn = (payment: RecordRow) =>
    isOwnOfToday(payment, author) &&
    !(closedAt && payment.recorded_by && Date.parse(String(payment.created_at)) <= Date.parse(closedAt));
  return sum(payments.filter(isOwn).map(({ paid_amount }) => readTerm(paid_amount) ?? 0n));
}

/**
 * Staff pay back by themselves what they took today, and it is owed again; all else needs a manager (decision 131). As
 * far as this device knows: the server decides.
 * @param back piastres, and whether they are no longer owed
 */
export function lackedForRefund(
  { amount, forgive }: { readonly amount: Piastres; readonly forgive: boolean },
  sums: GoneBack,
  payments: readonly RecordRow[],
): Permission | undefined {
  if (mayNow('refunds.any')) return undefined;
  return !forgive && amount <= ownOfToday(payments) - sums.refunded ? undefined : 'refunds.any';
}

/** All that was paid for an enrolment must be the user's own of today before a student leaves it with money or for less. */
export function lackedForLeaving(sums: GoneBack, payments: readonly RecordRow[]): Permission | undefined {
  if (mayNow('refunds.any')) return undefined;
  return sums.refunded === 0n && sums.paid === ownOfToday(payments) ? undefined : 'refunds.any';
}

/** Whether a student can leave it. */
export const isLeavable = (resource: Resource): boolean => enrolmentResources.includes(resource);

export const hasLeft = (record: RecordRow): boolean =>
  typeof record.left_on === 'string' && record.left_on !== '';
