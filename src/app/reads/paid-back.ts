import { queryOptions, useQuery } from '@tanstack/react-query';
import { currentOwner } from '#app/api/session.ts';
import { lastClose, mayNow } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import { calendarNow, serverTime } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { debtOf, type Resource } from '#contract/define-resource.ts';
import { rightsProblem } from '#contract/ledger/rights.ts';
import { isOwnMoney } from '#contract/missing-permission.ts';
import { type Piastres, parseQuantity, readPiastres, readTerm } from '#contract/money.ts';
import { CASH, CREDIT } from '#contract/payment-methods.ts';
import type { Permission } from '#contract/permissions.ts';
import type { Percent } from '#contract/rules/discounts.ts';
import { paidSoFar } from '#contract/rules/payable.ts';
import { withdrawal, withdrawalPath } from '#contract/withdrawals.ts';
import { forgivenOf, refundedOf, refundResource } from '#contract/writes/going-back.ts';
import { branchQuery } from './branch-queries.ts';
import { readSnapshot } from './read-snapshot.ts';
import { enrolmentResources } from './student-records.ts';
import { useIsPendingRecord } from './use-outbox.ts';
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

/** Refunds of a student, pending ones included; newest first. */
export function useRefundsOf(student: string): readonly ListedRecord[] {
  const known = useGoesBack();
  const isPending = useIsPendingRecord(student);
  const isKept = known && student !== '' && !isPending;
  return useAllRecords(refundResource, { student }, { enabled: isKept }).rows;
}

/** What went back when a student left, and whether it can be taken back. */
export function withdrawalQuery(resource: Resource, id: string) {
  return queryOptions({
    queryKey: [...keys.resource(resource.name), 'left', id] as const,
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

function isOwnNow(resource: Resource, record: RecordRow): boolean {
  const owner = currentOwner();
  if (!owner) return false;
  const now = serverTime(Date.now());
  return isOwnMoney(resource, record, {
    userId: owner.ownerId,
    now,
    calendar: calendarNow(),
    closedAt: lastClose(owner),
  });
}

/** What goes back for a payable, in piastres. */
export interface GoesBack {
  readonly paidOut: Piastres;
  readonly method: string;
  readonly credit: Piastres;
  /** Not owed any more. */
  readonly forgiven: Piastres;
  /** Copies of a book come back. */
  readonly returnsCopies?: boolean;
}

/** A payable and its later payments, and the limit of discounts. */
export interface KnownPayable {
  readonly sums: GoneBack;
  readonly payments: readonly RecordRow[];
  readonly limit: Percent | undefined;
}

/**
 * The permission that the user lacks for it, by the rules of the server over what this device knows: the server decides.
 * What was paid back before counts as today's.
 */
export function lackedForGoingBack(
  resource: Resource,
  { sums, payments, limit }: KnownPayable,
  { paidOut, method, credit, forgiven, returnsCopies = false }: GoesBack,
): Permission | undefined {
  const [first] = payments;
  if (!first) return 'refunds.any';
  const facts = {
    reverses: null,
    resource: resource.name,
    payable: first.id,
    student: String(first.student),
    creditOf: String(first.student),
    method: null,
    isNew: false,
    isOfToday: true,
    isOwn: false,
    isPrinted: false,
    returnsCopies: false,
  };
  const known = [
    { type: 'price' as const, amount: sums.price, record: first.id, isOwn: isOwnNow(resource, first) },
    { type: 'forgiven' as const, amount: sums.forgiven, record: 'before' },
    ...payments.map((payment) => ({
      type: 'payment' as const,
      amount: readTerm(payment.paid_amount) ?? 0n,
      record: payment.id,
      method: String(payment.payment_method ?? CASH),
      isOwn: isOwnNow(resource, payment) && payment.payment_method !== CREDIT,
    })),
    { type: 'refund' as const, amount: sums.refunded, record: 'before', method },
  ];
  const added = [
    { type: 'refund' as const, amount: paidOut, method },
    { type: 'credit_refund' as const, amount: credit, method: CREDIT },
    { type: 'forgiven' as const, amount: forgiven, returnsCopies },
  ].map((movement) => ({ ...movement, record: 'new', isNew: true, isOwn: true }));
  const movements = [...known, ...added]
    .filter(({ amount }) => amount !== 0n)
    .map((movement, place) => ({ ...facts, ...movement, id: String(place) }));
  return rightsProblem({ movements, limit }, mayNow)?.lacks;
}

/** Whether a student can leave it. */
export const isLeavable = (resource: Resource): boolean => enrolmentResources.includes(resource);

export const hasLeft = (record: RecordRow): boolean =>
  typeof record.left_on === 'string' && record.left_on !== '';
