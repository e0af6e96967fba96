import { type RawBuilder, sql } from 'kysely';
import type { Day } from '#contract/days.ts';
import { ENDING_SOON_DAYS } from '#contract/rules/renewal.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';

/** Rule of contract/rules/term.ts, for row `alias` of a student or employee. */
export const isPresent = (
  { today }: Pick<BranchScope, 'today'>,
  alias: string,
  day: Day = today,
): RawBuilder<unknown> =>
  sql`(${sql.ref(`${alias}.left_on`)} is null or ${sql.ref(`${alias}.left_on`)} > ${day}::date)`;

/** Enrolments `r` that end in this time and that nothing follows, nor precedes by less than "ending soon" (decision 133). */
export const isDue = (scope: BranchScope, from: Day, until: Day): RawBuilder<unknown> =>
  sql`r.related_id is null and r.left_on is null and r.runs_until between ${from}::date and ${until}::date
    and exists (select from ${scope.rows('student')} as its_own
      where its_own.id = r.student_id and ${isPresent(scope, 'its_own')})
    and not exists (select from ${scope.rows('enrolment')} as next
      where next.student_id = r.student_id and next.kind = r.kind and next.related_id is null and next.id <> r.id
        and (next.renews = r.id or (next.effective_date > r.effective_date
          and next.effective_date > r.runs_until - ${sql.lit(ENDING_SOON_DAYS)})))`;
