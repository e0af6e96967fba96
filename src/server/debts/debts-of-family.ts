import { sql } from 'kysely';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import type { Day } from '#contract/days.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { ageInDays } from '#contract/rules/ages.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { tableOf } from '#server/db/tables.ts';
import { type FamilyMember, familyOf, studentOf } from '#server/families/families.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, notFound } from '#server/platform/http-error.ts';
import { isOfKind } from '#server/records/record-columns.ts';
import { readMatching, type WireRecord } from '#server/records/record-reader.ts';
import { nextDueOf } from './debt-of-student.ts';

/** Those with an enrolment that runs today (decision 132). */
async function enrolledAmong(
  scope: BranchScope,
  members: readonly FamilyMember[],
): Promise<ReadonlySet<string>> {
  const rows = await scope.all(sql<{ id: string }>`
    select distinct student_id as id from ${scope.rows('enrolment')} as r
    where student_id = any(${members.map(({ id }) => id)}::uuid[])
      and left_on is null and runs_until >= ${scope.today}::date`);
  return new Set(rows.map((row) => row.id));
}

function debtOf(resource: CollectionResource, record: WireRecord, today: Day) {
  const [price, remaining, forgiven] = [record.price, record.remaining_amount, record.forgiven].map(
    (amount) => parsePiastres(String(amount)),
  );
  const day = String(record.day);
  return {
    resource,
    price: formatDecimal(price ?? 0n),
    paid: formatDecimal((price ?? 0n) - (forgiven ?? 0n) - (remaining ?? 0n)),
    remaining: formatDecimal(remaining ?? 0n),
    day,
    age_days: ageInDays(day, today),
    record,
    due: null as { readonly day: string; readonly amount: string } | null,
  };
}

type FamilyDebt = ReturnType<typeof debtOf>;

/** Oldest first: enrolments of all kinds and book payouts (decision 53). */
async function debtsOf(scope: BranchScope, students: readonly string[]): Promise<FamilyDebt[]> {
  const debts: FamilyDebt[] = [];
  for (const resource of collectionResources) {
    const mapping = tableOf(resource);
    const where = sql`r.student_id = any(${students}::uuid[]) and r.remaining > 0 and ${isOfKind(mapping)}`;
    const records = await readMatching(scope, mapping, where, sql`r.effective_date, r.id`);
    debts.push(...records.map((record) => debtOf(resource, record, scope.today)));
  }
  const due = await nextDueOf(
    scope,
    debts.map(({ record }) => record.id),
  );
  for (const debt of debts) debt.due = due.get(debt.record.id) ?? null;
  const createdAt = ({ record }: FamilyDebt) => new Date(String(record.created_at)).getTime();
  return debts.sort((left, right) => left.day.localeCompare(right.day) || createdAt(left) - createdAt(right));
}

/** Decision 53. */
export async function readFamily(scope: BranchScope, student: unknown): Promise<object> {
  if (typeof student !== 'string' || student === '') throw badField('student', messages.valueMissing);
  const self = await studentOf(scope, student);
  if (!self) throw notFound();
  const members = await familyOf(scope, self);
  const debts = await debtsOf(
    scope,
    members.map(({ id }) => id),
  );
  const enrolled = await enrolledAmong(scope, members);
  return {
    students: members.map(({ credit, ...member }) => ({
      ...member,
      credit: formatDecimal(credit),
      enrolled: enrolled.has(member.id),
    })),
    debts,
    remaining: formatDecimal(sum(debts.map(({ remaining }) => parsePiastres(remaining)))),
    credit: formatDecimal(sum(members.map(({ credit }) => credit))),
  };
}
