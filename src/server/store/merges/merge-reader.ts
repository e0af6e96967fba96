import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { notFound } from '#server/store/http-error.ts';

interface Person {
  readonly id: string;
  readonly name: string;
  readonly code: string;
}

interface Merge extends Person {
  readonly at: Date;
  readonly by: string;
  readonly undoable: boolean;
}

/** Returns the student who stands for one that was merged; the same id for any other. */
export async function resolveStudentId(scope: BranchScope, id: bigint): Promise<bigint> {
  const merge = await scope.first(
    sql<{
      student_id: bigint;
    }>`select student_id from ${scope.rows('student_merge')} as r where merged_id = ${id}`,
  );
  return merge?.student_id ?? id;
}

/**
 * Reads who a student was merged into, and who was merged into them, newest first (decision 106).
 * @throws {HttpError} 404 for a student whom the branch neither has nor had
 */
export async function readMerges(scope: BranchScope, id: string): Promise<object> {
  const student = parseId(id);
  if (student === undefined) throw notFound();
  const person = sql`s.id::text, s.name, s.code`;
  const into = await scope.first(sql<Person>`
    select ${person} from ${scope.rows('student_merge')} as r join ${scope.rows('student')} as s on s.id = r.student_id
    where r.merged_id = ${student}`);
  const self = await scope.first(
    sql<Person>`select ${person} from ${scope.rows('student')} as s where s.id = ${student}`,
  );
  if (!into && !self) throw notFound();
  const merges = await scope.all(sql<Merge>`
    select merged_id::text as id, merged ->> 'name' as name, merged ->> 'code' as code, merged_at as at,
      author.first_name || ' ' || author.last_name as by, state = state_of_student(${scope.branchId}, ${student}) as undoable
    from ${scope.rows('student_merge')} as r join ${scope.rows('app_user')} as author on author.id = r.merged_by
    where r.student_id = ${student} order by merged_at desc, undoable desc, merged_id desc`);
  return { merged_into: into ?? null, merges };
}
