import { newestFirst } from '#app/cache/filter-and-sort.ts';
import type { RecordOfKind } from '#app/reads/use-records.ts';
import { debtOf } from '#contract/define-resource.ts';
import { type Piastres, readPiastres, sum } from '#contract/money.ts';
import { paidSoFar } from '#contract/rules/payable.ts';

export interface Account extends RecordOfKind {
  readonly payments: readonly RecordOfKind[];
  readonly refunds: readonly RecordOfKind[];
  /** In piastres; undefined if only the server can compute it, and for an installment without its enrolment. */
  readonly remaining: Piastres | undefined;
  /** In piastres with installments; undefined if the amount cannot be read. */
  readonly paid: Piastres | undefined;
  /** True for an installment whose enrolment the server does not name: its money is part of another account. */
  readonly countedElsewhere: boolean;
  /** False for a rejected create and a pending delete, which are shown but not counted. */
  readonly isCounted: boolean;
}

export interface AccountSums {
  readonly remaining: Piastres;
  readonly paid: Piastres;
  readonly hasPending: boolean;
  readonly credit?: Piastres | undefined;
  readonly incomplete: boolean;
}

function isCounted({ pending }: RecordOfKind): boolean {
  const stuck = pending?.state === 'rejected' || pending?.state === 'blocked';
  if (pending?.kind === 'create') return !stuck;
  return pending?.kind !== 'delete' || stuck;
}

const newerFirst = (one: RecordOfKind, other: RecordOfKind) =>
  newestFirst(one.record, other.record) || (one.resource.name < other.resource.name ? 1 : -1);

function accountOf(
  parent: RecordOfKind,
  payments: readonly RecordOfKind[],
  countedElsewhere: boolean,
  refunds: readonly RecordOfKind[],
): Account {
  const debt = debtOf(parent.resource);
  const moneyIn = (field: string | undefined) => readPiastres(field && parent.record[field]);
  const remaining = moneyIn(debt?.left);
  // It also includes installments that this device has never read, and what was paid back.
  const paid = paidSoFar(parent.resource, parent.record) ?? moneyIn(parent.resource.cash?.field);
  return { ...parent, payments, refunds, remaining, paid, countedElsewhere, isCounted: isCounted(parent) };
}

export function accountsOf(rows: readonly RecordOfKind[], refunds: readonly RecordOfKind[] = []): Account[] {
  const keyOf = ({ resource }: RecordOfKind, id: unknown) => `${resource.name} ${String(id)}`;
  const parentKeys = new Set(
    rows.filter(({ record }) => record.is_installment !== true).map((row) => keyOf(row, row.record.id)),
  );
  const payments = new Map<string, RecordOfKind[]>();
  const standalone: RecordOfKind[] = [];
  for (const row of rows) {
    const parent = keyOf(row, row.record.related_record);
    if (row.record.is_installment !== true || !parentKeys.has(parent)) standalone.push(row);
    else payments.set(parent, [...(payments.get(parent) ?? []), row]);
  }
  const resources = new Set(
    standalone.filter(({ record }) => !record.is_installment).map(({ resource }) => resource),
  );
  const accounts = standalone.sort(newerFirst).map((row) => {
    const installments = (payments.get(keyOf(row, row.record.id)) ?? []).sort(newerFirst).reverse();
    const parentUnknown = row.record.is_installment === true && !row.record.related_record;
    const refundsOfRow = refunds
      .filter(({ record }) => record.resource === row.resource.name && record.payable === row.record.id)
      .sort(newerFirst)
      .reverse();
    return accountOf(row, installments, parentUnknown && resources.has(row.resource), refundsOfRow);
  });
  return [...accounts.filter(hasDebt), ...accounts.filter((account) => !hasDebt(account))];
}

export const hasDebt = ({ remaining, isCounted }: Account): boolean => isCounted && (remaining ?? 0n) > 0n;

export function accountSums(accounts: readonly Account[]): AccountSums {
  const counted = accounts.filter((account) => account.isCounted);
  const rows = accounts.flatMap((account) => [account, ...account.payments]);
  const paid = counted.filter(({ countedElsewhere }) => !countedElsewhere).map((account) => account.paid);
  return {
    // An overpayment of one account does not reduce the debt of another.
    remaining: sum(counted.filter(hasDebt).map(({ remaining }) => remaining ?? 0n)),
    paid: sum(paid.flatMap((amount) => amount ?? [])),
    hasPending: rows.some((row) => row.pending && isCounted(row)),
    incomplete:
      paid.includes(undefined) ||
      counted.some(({ remaining, record }) => remaining === undefined && record.is_installment !== true),
  };
}
