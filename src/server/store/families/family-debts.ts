import { sql } from 'kysely';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { formatDecimal, parsePiastres } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { nextDueOf } from '#server/store/debts/plans.ts';
import { isOfKind } from '#server/store/records/record-columns.ts';
import { readMatching, type WireRecord } from '#server/store/records/record-reader.ts';
import { tableOf } from '#server/store/tables.ts';

const DAY_MS = 86_400_000;

const dayOf = ({ custom_date, created_at }: WireRecord): string =>
  typeof custom_date === 'string' ? custom_date : new Date(String(created_at)).toISOString().slice(0, 10);

function debtOf(resource: CollectionResource, record: WireRecord, now: Date) {
  const [price, remaining] = [record.price, record.remaining_amount].map((amount) =>
    parsePiastres(String(amount)),
  );
  const day = dayOf(record);
  return {
    resource,
    price: formatDecimal(price ?? 0n),
    paid: formatDecimal((price ?? 0n) - (remaining ?? 0n)),
    remaining: formatDecimal(remaining ?? 0n),
    day,
    age_days: Math.max(0, Math.floor((now.getTime() - Date.parse(day)) / DAY_MS)),
    record,
    due: null as { readonly day: string; readonly amount: string } | null,
  };
}

export type FamilyDebt = ReturnType<typeof debtOf>;

/** Reads every open debt of these students, oldest first: enrolments of all kinds and book payouts (decision 53). */
export async function debtsOf(scope: BranchScope, students: readonly bigint[]): Promise<FamilyDebt[]> {
  const debts: FamilyDebt[] = [];
  for (const resource of collectionResources) {
    const mapping = tableOf(resource);
    const where = sql`r.student_id = any(${students.map(String)}::bigint[]) and r.remaining > 0 and ${isOfKind(mapping)}`;
    const records = await readMatching(scope, mapping, where, sql`r.effective_date, r.id`);
    debts.push(...records.map((record) => debtOf(resource, record, scope.now)));
  }
  const due = await nextDueOf(
    scope,
    debts.filter(({ resource }) => resource !== 'book-payout').map(({ record }) => record.id),
  );
  for (const debt of debts) if (debt.resource !== 'book-payout') debt.due = due.get(debt.record.id) ?? null;
  const createdAt = ({ record }: FamilyDebt) => new Date(String(record.created_at)).getTime();
  return debts.sort((left, right) => left.day.localeCompare(right.day) || createdAt(left) - createdAt(right));
}
