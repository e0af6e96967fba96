import { sql } from 'kysely';
import type { BranchScope } from '#server/store/branch-scope.ts';

/** Represents a price that was lowered, in its wire format. */
interface LoweredPrice {
  readonly resource: string;
  readonly record: string;
  readonly from: string;
  readonly to: string;
  readonly by: string;
  readonly approved_by: string | null;
  readonly at: string;
}

/** Reads from the history which prices of a student's enrolments and payouts were lowered, newest first (decision 140). */
export async function readLoweredPrices(scope: BranchScope, student: bigint): Promise<LoweredPrice[]> {
  if (!scope.sees('history.read')) return [];
  return scope.all(sql<LoweredPrice>`
    select entry.resource, entry.record_id::text as record, entry.before->>'price' as from, entry.after->>'price' as to,
      entry.user_name as by, entry.approved_by_name as approved_by, entry.at
    from (
      select kind as resource, id from ${scope.rows('enrolment')} as r where student_id = ${student} and related_id is null
      union all
      select 'book-payout', id from ${scope.rows('book_payout')} as r where student_id = ${student} and related_id is null
    ) as owed
      join ${scope.rows('history')} as entry on entry.resource = owed.resource and entry.record_id = owed.id
    where entry.action = 'changed'
      and (entry.after->>'price')::numeric < (entry.before->>'price')::numeric
    order by entry.at desc, entry.id desc`);
}
