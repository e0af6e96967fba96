import { sql } from 'kysely';
import { MOST_BALANCES } from '#contract/debts.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, parseRecordId } from '#server/db/columns.ts';
import { badField } from '#server/platform/http-error.ts';
import { openDebts } from './debt-list.ts';
import { today } from './debt-of-student.ts';

function parseStudents(students: unknown): string[] {
  const ids = typeof students === 'string' ? students.split(',').map(parseRecordId) : [];
  const known = ids.filter((id) => id !== undefined);
  if (known.length === 0 || known.length < ids.length || ids.length > MOST_BALANCES)
    throw badField('students', inputs.invalid);
  return known;
}

/** Students that the branch does not have are left out. */
export async function readBalances(scope: BranchScope, students: unknown): Promise<object> {
  const ids = sql`${parseStudents(students)}::uuid[]`;
  const results = await scope.all(sql<object>`
    select s.id, ${decimal(sql`coalesce(sum(debt.remaining), 0)`)} as remaining,
      array(select distinct r.kind from ${scope.rows('enrolment')} as r
        where r.student_id = s.id and r.related_id is null and r.left_on is null and r.runs_until >= ${today(scope)}
        order by r.kind) as kinds
    from ${scope.rows('student')} as s
    left join (${openDebts(scope, { kind: undefined, level: undefined })}) as debt on debt.student_id = s.id
    where s.id = any(${ids}) group by s.id`);
  return { results };
}
