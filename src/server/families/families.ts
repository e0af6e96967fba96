import { sql } from 'kysely';
import { familyPairBody } from '#contract/families.ts';
import { FAMILY } from '#contract/resource-names.ts';
import type { ByPhone } from '#contract/student-phones.ts';
import type { WriteAnswer } from '#contract/writes/answer.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseRecordId, phoneColumns } from '#server/db/columns.ts';
import { appendHistory } from '#server/history/history.ts';
import { resolveStudentId } from '#server/merges/merges.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, badFields } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';

export interface FamilyStudent extends ByPhone<string | null> {
  readonly id: string;
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

const asArray = (ids: readonly string[]) => sql`${ids}::uuid[]`;

export function readStudent(scope: BranchScope, id: string): Promise<FamilyStudent | undefined> {
  return scope.first(
    sql<FamilyStudent>`select ${columns} from ${scope.rows('student')} as r where r.id = ${id}`,
  );
}

/** In any field, because many desks have one column for all numbers (decision 105). */
async function sharingNumber(scope: BranchScope, ids: readonly string[]): Promise<FamilyStudent[]> {
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

function putTogether(scope: BranchScope, ids: readonly string[]): Promise<FamilyStudent[]> {
  return scope.all(sql<FamilyStudent>`
    select ${columns} from ${scope.rows('student')} as r
    where r.id <> all(${asArray(ids)}) and r.id in (
      select other_id from ${scope.rows('family_pair')} as pair where together and student_id = any(${asArray(ids)})
      union select student_id from ${scope.rows('family_pair')} as pair where together and other_id = any(${asArray(ids)}))
    order by r.id limit ${MOST_MEMBERS}`);
}

async function takenApart(scope: BranchScope, id: string): Promise<ReadonlySet<string>> {
  const rows = await scope.all(sql<{ id: string }>`
    select other_id as id from ${scope.rows('family_pair')} as pair where not together and student_id = ${id}
    union select student_id from ${scope.rows('family_pair')} as pair where not together and other_id = ${id}`);
  return new Set(rows.map((row) => row.id));
}

/** Directly or through others, without students who were separated from this one. */
export async function familyOf(scope: BranchScope, student: FamilyStudent): Promise<FamilyMember[]> {
  const apart = await takenApart(scope, student.id);
  const members = new Map<string, FamilyMember>([[student.id, { ...student, joined: 'self' }]]);
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

export async function studentOf(scope: BranchScope, id: string): Promise<FamilyStudent | undefined> {
  const parsed = parseRecordId(id);
  return parsed === undefined ? undefined : readStudent(scope, await resolveStudentId(scope, parsed));
}

/** The decision overrides phone numbers (decision 53). */
export async function pairStudents(scope: BranchScope, body: unknown): Promise<WriteAnswer> {
  const pair = parseBody(familyPairBody, body);
  const [one, two] = [await studentOf(scope, pair.student), await studentOf(scope, pair.other)];
  if (!one || !two) {
    const missing = [...(one ? [] : ['student']), ...(two ? [] : ['other'])];
    throw badFields(missing.map((field) => ({ field, message: messages.missingRecord })));
  }
  if (one.id === two.id) throw badField('other', messages.sameStudent);
  const [older, younger] = one.id < two.id ? [one, two] : [two, one];
  const { together } = pair;
  await scope.insert(
    'family_pair',
    { student_id: older.id, other_id: younger.id, together },
    sql`on conflict (branch_id, student_id, other_id) do update set together = excluded.together`,
  );
  await appendHistory(scope, {
    resource: FAMILY,
    id: String(older.id),
    title: messages.familyTitle({ one: older.name, other: younger.name }),
    month: null,
    action: 'changed',
    after: { student: String(one.id), other: String(two.id), together },
  });
  return { records: [] };
}
