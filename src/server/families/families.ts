import { sql } from 'kysely';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import type { Day } from '#contract/days.ts';
import { familyPairBody } from '#contract/families.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { FAMILY } from '#contract/resource-names.ts';
import { ageInDays } from '#contract/rules/ages.ts';
import type { ByPhone } from '#contract/student-phones.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId, phoneColumns } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { nextDueOf } from '#server/debts/debt-of-student.ts';
import { appendHistory } from '#server/history/history.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, badFields, notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { isOfKind } from '#server/records/record-columns.ts';
import { readMatching, type WireRecord } from '#server/records/record-reader.ts';

export interface FamilyStudent extends ByPhone<string | null> {
  readonly id: bigint;
  readonly name: string;
  readonly code: string;
  /** Piastres (decision 131). */
  readonly credit: bigint;
}

type Joined = 'self' | 'phone' | 'hand';
export type FamilyMember = FamilyStudent & { readonly joined: Joined };

/** A number that more students share is a placeholder, or the school's. */
const MOST_WITH_ONE_NUMBER = 12;

/** Chains of numbers could join half a school. */
const MOST_MEMBERS = 30;

const columns = sql`r.id, r.name, r.code, r.credit, ${phoneColumns('r')}`;

const asArray = (ids: readonly bigint[]) => sql`${ids.map(String)}::bigint[]`;

export function readStudent(scope: BranchScope, id: bigint): Promise<FamilyStudent | undefined> {
  return scope.first(
    sql<FamilyStudent>`select ${columns} from ${scope.rows('student')} as r where r.id = ${id}`,
  );
}

/**
 * In any field, because many desks have one column for all numbers (decision 105). Compared by the last nine digits.
 */
async function sharingNumber(scope: BranchScope, ids: readonly bigint[]): Promise<FamilyStudent[]> {
  const [shared] = await scope.all(sql<{ keys: string[] }>`
    select coalesce(array_agg(distinct key), '{}') as keys
    from ${scope.rows('student')} as r cross join unnest(r.phone_keys) as key
    where r.id = any(${asArray(ids)}) and ${MOST_WITH_ONE_NUMBER} >= (
      select count(*) from (select from ${scope.rows('student')} as r where r.phone_keys && array[key]
        limit ${MOST_WITH_ONE_NUMBER + 1}) as sharing)`);
  if (!shared || shared.keys.length === 0) return [];
  return scope.all(sql<FamilyStudent>`
    select ${columns} from ${scope.rows('student')} as r
    where r.phone_keys && ${shared.keys}::text[] and r.id <> all(${asArray(ids)})
    order by r.id limit ${MOST_MEMBERS}`);
}

function putTogether(scope: BranchScope, ids: readonly bigint[]): Promise<FamilyStudent[]> {
  return scope.all(sql<FamilyStudent>`
    select ${columns} from ${scope.rows('student')} as r
    where r.id <> all(${asArray(ids)}) and r.id in (
      select other_id from ${scope.rows('family_pair')} as pair where together and student_id = any(${asArray(ids)})
      union select student_id from ${scope.rows('family_pair')} as pair where together and other_id = any(${asArray(ids)}))
    order by r.id limit ${MOST_MEMBERS}`);
}

async function takenApart(scope: BranchScope, id: bigint): Promise<ReadonlySet<bigint>> {
  const rows = await scope.all(sql<{ id: bigint }>`
    select other_id as id from ${scope.rows('family_pair')} as pair where not together and student_id = ${id}
    union select student_id from ${scope.rows('family_pair')} as pair where not together and other_id = ${id}`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Students who share a number with them or were put together with them, directly or through others. Students who were
 * separated from this one are left out.
 */
export async function familyOf(scope: BranchScope, student: FamilyStudent): Promise<FamilyMember[]> {
  const apart = await takenApart(scope, student.id);
  const members = new Map<bigint, FamilyMember>([[student.id, { ...student, joined: 'self' }]]);
  for (let grew = true; grew && members.size < MOST_MEMBERS; ) {
    const before = members.size;
    const ids = [...members.keys()];
    const add = (joined: Joined) => (found: FamilyStudent) => {
      if (!apart.has(found.id) && !members.has(found.id)) members.set(found.id, { ...found, joined });
    };
    (await sharingNumber(scope, ids)).forEach(add('phone'));
    (await putTogether(scope, ids)).forEach(add('hand'));
    grew = members.size > before;
  }
  const [self, ...others] = [...members.values()].slice(0, MOST_MEMBERS);
  return self ? [self, ...others.sort((left, right) => left.name.localeCompare(right.name))] : [];
}

/** Those with an enrolment that runs today (decision 132). */
async function enrolledAmong(
  scope: BranchScope,
  members: readonly FamilyMember[],
): Promise<ReadonlySet<bigint>> {
  const rows = await scope.all(sql<{ id: bigint }>`
    select distinct student_id as id from ${scope.rows('enrolment')} as r
    where student_id = any(${asArray(members.map(({ id }) => id))})
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
async function debtsOf(scope: BranchScope, students: readonly bigint[]): Promise<FamilyDebt[]> {
  const debts: FamilyDebt[] = [];
  for (const resource of collectionResources) {
    const mapping = tableOf(resource);
    const where = sql`r.student_id = any(${students.map(String)}::bigint[]) and r.remaining > 0 and ${isOfKind(mapping)}`;
    const records = await readMatching(scope, mapping, where, sql`r.effective_date, r.id`);
    debts.push(...records.map((record) => debtOf(resource, record, scope.today)));
  }
  const due = await nextDueOf(
    scope,
    debts.filter(({ resource }) => resource !== 'book-payout').map(({ record }) => record.id),
  );
  for (const debt of debts) if (debt.resource !== 'book-payout') debt.due = due.get(debt.record.id) ?? null;
  const createdAt = ({ record }: FamilyDebt) => new Date(String(record.created_at)).getTime();
  return debts.sort((left, right) => left.day.localeCompare(right.day) || createdAt(left) - createdAt(right));
}

async function studentOf(scope: BranchScope, id: string): Promise<FamilyStudent | undefined> {
  const parsed = parseId(id);
  return parsed === undefined ? undefined : readStudent(scope, await resolveStudentId(scope, parsed));
}

/**
 * Decision 53.
 * @throws {HttpError} 400 without a student, 404 for one that the branch does not have
 */
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
      id: String(member.id),
      credit: formatDecimal(credit),
      enrolled: enrolled.has(member.id),
    })),
    debts,
    remaining: formatDecimal(sum(debts.map(({ remaining }) => parsePiastres(remaining)))),
    credit: formatDecimal(sum(members.map(({ credit }) => credit))),
  };
}

/**
 * The decision overrides phone numbers (decision 53).
 * @throws {HttpError} 400 at a student that does not exist, or twice the same
 */
export async function pairStudents(scope: BranchScope, body: unknown): Promise<object> {
  const pair = parseBody(familyPairBody, body);
  const [one, two] = [await studentOf(scope, pair.student), await studentOf(scope, pair.other)];
  if (!one || !two) {
    const missing = [...(one ? [] : ['student']), ...(two ? [] : ['other'])];
    throw badFields(missing.map((field) => ({ field, message: messages.missingRecord })));
  }
  if (one.id === two.id) throw badField('other', messages.familyOfOne);
  const [older, younger] = one.id < two.id ? [one, two] : [two, one];
  const { together } = pair;
  await scope.insert(
    'family_pair',
    { student_id: older.id, other_id: younger.id, together },
    sql`on conflict (branch_id, student_id, other_id) do update set together = excluded.together`,
  );
  const answer = { student: String(one.id), other: String(two.id), together };
  await appendHistory(scope, {
    resource: FAMILY,
    id: String(older.id),
    title: messages.familyTitle({ one: older.name, other: younger.name }),
    month: null,
    action: 'changed',
    after: answer,
  });
  return answer;
}
