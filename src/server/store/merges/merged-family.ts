import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Represents what a person decided about two students (decision 105). */
export interface FamilyPair {
  readonly student_id: string;
  readonly other_id: string;
  readonly together: boolean;
}

const ofAny = (ids: readonly bigint[]) =>
  sql`(student_id = any(${ids.map(String)}::bigint[]) or other_id = any(${ids.map(String)}::bigint[]))`;

/** Reads the pairs of these students. */
export function familyPairsOf(scope: BranchScope, ids: readonly bigint[]): Promise<FamilyPair[]> {
  return scope.all(sql<FamilyPair>`
    select student_id::text, other_id::text, together from ${scope.rows('family_pair')} as r
    where ${ofAny(ids)} order by r.student_id, r.other_id`);
}

/** Stores a pair, the older student first; one that is stored already stays as it is. */
async function storePair(scope: BranchScope, one: bigint, two: bigint, together: boolean): Promise<void> {
  const [student_id, other_id] = one < two ? [one, two] : [two, one];
  await scope.insert(
    'family_pair',
    { student_id, other_id, together },
    sql`on conflict (branch_id, student_id, other_id) do nothing`,
  );
}

/** Gives the pairs of one student to another; what was decided about the other stays. */
export async function moveFamily(
  scope: BranchScope,
  pairs: readonly FamilyPair[],
  { from, to }: { readonly from: bigint; readonly to: bigint },
): Promise<void> {
  for (const { student_id, other_id, together } of pairs) {
    const ids = [BigInt(student_id), BigInt(other_id)];
    const [third] = ids.filter((id) => id !== from);
    if (ids.includes(from) && third !== undefined && third !== to)
      await storePair(scope, to, third, together);
  }
}

/** Puts the pairs of two students back as they were, without those of students who are gone since. */
export async function restoreFamily(
  scope: BranchScope,
  pairs: readonly FamilyPair[],
  ids: readonly bigint[],
): Promise<void> {
  await scope.remove('family_pair', ofAny(ids));
  const named = [...new Set(pairs.flatMap(({ student_id, other_id }) => [student_id, other_id]))];
  const there = await scope.all(
    sql<{
      id: string;
    }>`select id::text from ${scope.rows('student')} as r where id = any(${named}::bigint[])`,
  );
  const known = new Set(there.map(({ id }) => id));
  for (const { student_id, other_id, together } of pairs)
    if (known.has(student_id) && known.has(other_id))
      await storePair(scope, BigInt(student_id), BigInt(other_id), together);
}
