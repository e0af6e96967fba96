import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Represents a student of a family, and why they belong to it. */
export interface FamilyStudent {
  readonly id: bigint;
  readonly name: string;
  readonly code: string;
  readonly phone: string | null;
  readonly father_phone: string | null;
  readonly mother_phone: string | null;
}

type Joined = 'self' | 'phone' | 'hand';
export type FamilyMember = FamilyStudent & { readonly joined: Joined };

/** A number that more students have is nobody's own: a placeholder, or the school's. */
const MOST_WITH_ONE_NUMBER = 12;

/** Limits a family, should chains of numbers join half a school. */
const MOST_MEMBERS = 30;

const columns = sql`r.id, r.name, r.code, r.phone, r.father_phone, r.mother_phone`;
const allKeys = sql`phone_keys(r.branch_id, r.phone, r.father_phone, r.mother_phone)`;

const asArray = (ids: readonly bigint[]) => sql`${ids.map(String)}::bigint[]`;

/** Reads a student of the branch; undefined if there is none of this id. */
export function readStudent(scope: BranchScope, id: bigint): Promise<FamilyStudent | undefined> {
  return scope.first(
    sql<FamilyStudent>`select ${columns} from ${scope.rows('student')} as r where r.id = ${id}`,
  );
}

/**
 * Reads the students that share a number with one of these, in whichever field it stands: many desks have one column for it (decision
 * 105). Numbers are compared by their last nine digits (migration 0069).
 */
async function sharingNumber(scope: BranchScope, ids: readonly bigint[]): Promise<FamilyStudent[]> {
  const [shared] = await scope.all(sql<{ keys: string[] }>`
    select coalesce(array_agg(distinct key), '{}') as keys
    from ${scope.rows('student')} as r cross join unnest(${allKeys}) as key
    where r.id = any(${asArray(ids)}) and ${MOST_WITH_ONE_NUMBER} >= (
      select count(*) from (select from ${scope.rows('student')} as r where ${allKeys} && array[key]
        limit ${MOST_WITH_ONE_NUMBER + 1}) as sharing)`);
  if (!shared || shared.keys.length === 0) return [];
  return scope.all(sql<FamilyStudent>`
    select ${columns} from ${scope.rows('student')} as r
    where ${allKeys} && ${shared.keys}::text[] and r.id <> all(${asArray(ids)})
    order by r.id limit ${MOST_MEMBERS}`);
}

/** Reads the students that a person put together with one of these. */
function putTogether(scope: BranchScope, ids: readonly bigint[]): Promise<FamilyStudent[]> {
  return scope.all(sql<FamilyStudent>`
    select ${columns} from ${scope.rows('student')} as r
    where r.id <> all(${asArray(ids)}) and r.id in (
      select other_id from ${scope.rows('family_pair')} as pair where together and student_id = any(${asArray(ids)})
      union select student_id from ${scope.rows('family_pair')} as pair where together and other_id = any(${asArray(ids)}))
    order by r.id limit ${MOST_MEMBERS}`);
}

/** Reads the ids of those that a person took apart from a student. */
async function takenApart(scope: BranchScope, id: bigint): Promise<ReadonlySet<bigint>> {
  const rows = await scope.all(sql<{ id: bigint }>`
    select other_id as id from ${scope.rows('family_pair')} as pair where not together and student_id = ${id}
    union select student_id from ${scope.rows('family_pair')} as pair where not together and other_id = ${id}`);
  return new Set(rows.map((row) => row.id));
}

/**
 * Reads the family of a student: who shares a number with them or was put together with them, and so on from there. Whoever was taken
 * apart from this student is left out, whatever joins them.
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
