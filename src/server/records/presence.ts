import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { ENDING_SOON_DAYS } from '#contract/rules/renewal.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';

/**
 * Rule of contract/rules/term.ts.
 * @param alias of the row of a student or employee
 * @param day by default today
 */
export const isPresent = (
  { today }: Pick<BranchScope, 'today'>,
  alias: string,
  day: Day = today,
): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.left_on`)} is null or ${sql.ref(`${alias}.left_on`)} > ${day}::date)`;

/**
 * Enrolments `r` whose last day is between these and that nothing follows: none renews them, their student has not
 * left, and has no enrolment of the kind that begins when they end, or in the days before in which they are called
 * ending soon (decision 133).
 */
export const isDue = (scope: BranchScope, from: Day, until: Day): RawBuilder<unknown> =>
  sql`r.related_id is null and r.left_on is null and r.runs_until between ${from}::date and ${until}::date
    and exists (select from ${scope.rows('student')} as its_own
      where its_own.id = r.student_id and ${isPresent(scope, 'its_own')})
    and not exists (select from ${scope.rows('enrolment')} as next
      where next.student_id = r.student_id and next.kind = r.kind and next.related_id is null and next.id <> r.id
        and (next.renews = r.id or (next.effective_date > r.effective_date
          and next.effective_date > r.runs_until - ${sql.lit(ENDING_SOON_DAYS)})))`;
