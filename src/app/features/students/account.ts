import { newestFirst } from '#app/cache/newest-first.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordOfKind } from '#app/reads/use-many-records.ts';
import { type Piastres, readPiastres, sum } from '#contract/money.ts';

/** An enrolment or a payout with all that was paid for it. */
export interface Account extends RecordOfKind {
  /** The installments, oldest first. */
  readonly payments: readonly RecordOfKind[];
  /** In piastres; undefined where only the host can work it out, and for an installment that stands alone. */
  readonly owed: Piastres | undefined;
  /** In piastres, installments included; undefined where the amount cannot be read. */
  readonly paid: Piastres | undefined;
  /** It is an installment of which the host does not tell what it belongs to: the payments of one of the others hold its money. */
  readonly within: boolean;
  /** False for what was refused, and for what is about to be deleted: it is shown but not counted. */
  readonly counts: boolean;
}

export interface AccountSums {
  /** In piastres. */
  readonly owed: Piastres;
  readonly paid: Piastres;
  /** Something of it waits to be sent. */
  readonly waiting: boolean;
  /** Something is not in it, because only the host can work out its amount. */
  readonly open: boolean;
}

function counts({ pending }: RecordOfKind): boolean {
  const held = pending?.state === 'rejected' || pending?.state === 'blocked';
  if (pending?.kind === 'create') return !held;
  return pending?.kind !== 'delete' || held;
}

/** Newest first; of several kinds at one moment in an order of their own. */
const later = (one: RecordOfKind, other: RecordOfKind) =>
  newestFirst(one.record, other.record) || (one.resource.name < other.resource.name ? 1 : -1);

function accountOf(head: RecordOfKind, payments: readonly RecordOfKind[], within: boolean): Account {
  const debt = debtOf(head.resource);
  const moneyIn = (field: string | undefined) => readPiastres(field && head.record[field]);
  const owed = moneyIn(debt?.left);
  const price = moneyIn(debt?.price);
  // Price less remains counts installments too that this device has never read.
  const paid = price !== undefined && owed !== undefined ? price - owed : moneyIn(head.resource.cash?.field);
  return { ...head, payments, owed, paid, within, counts: counts(head) };
}

/** A student's records as accounts: what is still owed on first, then the newest. */
export function accountsOf(rows: readonly RecordOfKind[]): Account[] {
  const keyOf = ({ resource }: RecordOfKind, id: unknown) => `${resource.name} ${String(id)}`;
  const heads = new Set(
    rows.filter(({ record }) => record.is_installment !== true).map((row) => keyOf(row, row.record.id)),
  );
  const payments = new Map<string, RecordOfKind[]>();
  const standing: RecordOfKind[] = [];
  for (const row of rows) {
    const parent = keyOf(row, row.record.related_record);
    if (row.record.is_installment !== true || !heads.has(parent)) standing.push(row);
    else payments.set(parent, [...(payments.get(parent) ?? []), row]);
  }
  const kinds = new Set(
    standing.filter(({ record }) => !record.is_installment).map(({ resource }) => resource),
  );
  const accounts = standing.sort(later).map((row) => {
    const own = (payments.get(keyOf(row, row.record.id)) ?? []).sort(later).reverse();
    const untold = row.record.is_installment === true && !row.record.related_record;
    return accountOf(row, own, untold && kinds.has(row.resource));
  });
  return [...accounts.filter(owes), ...accounts.filter((account) => !owes(account))];
}

/** Whether something remains to be paid on it. */
export const owes = ({ owed, counts }: Account): boolean => counts && (owed ?? 0n) > 0n;

/** What remains in all and what was paid in all. */
export function sumsOf(accounts: readonly Account[]): AccountSums {
  const counted = accounts.filter((account) => account.counts);
  const rows = accounts.flatMap((account) => [account, ...account.payments]);
  const paid = counted.filter(({ within }) => !within).map((account) => account.paid);
  return {
    // More paid than owed on one account settles no other.
    owed: sum(counted.filter(owes).map(({ owed }) => owed ?? 0n)),
    paid: sum(paid.flatMap((amount) => amount ?? [])),
    waiting: rows.some((row) => row.pending && counts(row)),
    open:
      paid.includes(undefined) ||
      counted.some(({ owed, record }) => owed === undefined && record.is_installment !== true),
  };
}
