import { type RawBuilder, sql } from 'kysely';
import { formatDecimal } from '#contract/money.ts';
import { INVALID_PAGE, PAGE_SIZE } from '#contract/paging.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { readBranchVersion } from '#server/store/branch-version.ts';
import { readGeneration } from '#server/store/generation.ts';
import { notFound } from '#server/store/http-error.ts';
import { isPageOf, parsePage } from '#server/store/lists/list-query.ts';
import { pageText } from '#server/store/lists/page-of-rows.ts';
import { type ListReader, tagOfParts } from '#server/store/lists/whole-list.ts';
import { jsonRows, mapBatches } from '#server/store/row-batches.ts';
import { type DebtQuery, dayBefore, isAskedFor, orderOf, parseDebtQuery } from './debt-query.ts';
import { readDebtSums } from './debt-sums.ts';
import { selectNextDue } from './plans.ts';
import {
  type StoredPromise,
  type StoredReminder,
  selectPromises,
  selectReminders,
  wirePromise,
} from './reminders.ts';

/** Represents a row of the list; money in piastres. */
interface StoredDebt {
  readonly id: bigint;
  readonly name: string;
  readonly code: string;
  readonly phone: string | null;
  readonly father_phone: string | null;
  readonly mother_phone: string | null;
  readonly total: bigint;
  readonly remaining: bigint;
  readonly debts: number;
  readonly oldest: string;
  readonly age_days: number;
  readonly paid_day: string | null;
  readonly paid: bigint | null;
  readonly due_day: string | null;
  readonly due: bigint | null;
  readonly last_reminder: StoredReminder | null;
  readonly promise: StoredPromise | null;
}

/** Selects the rows of the list in its order. What is beside the sums is read for the rows of the page alone. */
function selectDebts(
  scope: BranchScope,
  query: DebtQuery,
  rest: RawBuilder<unknown>,
): RawBuilder<StoredDebt> {
  const paymentsOf = (table: 'enrolment' | 'book_payout') => sql`
    (select effective_date, created_at, id, paid_amount from ${scope.rows(table)} as payment
    where payment.student_id = d.student_id and paid_amount > 0
    order by effective_date desc, created_at desc, id desc limit 1)`;
  return sql<StoredDebt>`
    select student.id, student.name, student.code, student.phone, student.father_phone, student.mother_phone,
      whole.remaining as total, d.remaining, d.debts::float8 as debts, d.oldest,
      greatest(0, ${dayBefore(scope, 0)} - d.oldest) as age_days, paid.day as paid_day, paid.amount as paid,
      next.day as due_day, next.amount as due, reminded.reminder as last_reminder, promised.promise
    from (select * from ${scope.rows('student_debt')} as d where ${isAskedFor(scope, query)} order by ${orderOf(query)} ${rest}) as d
    join ${scope.rows('student')} as student on student.id = d.student_id
    join ${scope.rows('student_debt')} as whole on whole.student_id = d.student_id and whole.part = ''
    left join lateral (
      select effective_date as day, paid_amount as amount
      from (${paymentsOf('enrolment')} union all ${paymentsOf('book_payout')}) as payment
      order by effective_date desc, created_at desc, id desc limit 1) as paid on true
    left join lateral (${selectNextDue(scope, sql`d.student_id`)}) as next on true
    left join lateral (${selectReminders(scope, sql`d.student_id`)} limit 1) as reminded on true
    left join lateral (
      select promise from (${selectPromises(scope, sql`d.student_id`)}) as one
      where promise ->> 'state' in ('open', 'broken')
      order by promise ->> 'state' desc, abs((promise ->> 'due_day')::date - ${dayBefore(scope, 0)}) limit 1) as promised on true
    order by ${orderOf(query)}`;
}

/** Returns a row in its wire format. */
function wireDebt({
  id,
  total,
  remaining,
  paid_day,
  paid,
  due_day,
  due,
  promise,
  ...row
}: StoredDebt): object {
  return {
    ...row,
    id: String(id),
    total: formatDecimal(total),
    remaining: formatDecimal(remaining),
    last_payment: paid_day === null || paid === null ? null : { day: paid_day, amount: formatDecimal(paid) },
    next_due: due_day === null || due === null ? null : { day: due_day, amount: formatDecimal(due) },
    promise: promise && wirePromise(promise),
  };
}

/** Lists the students who owe something, with the sums of each age (decision 107). */
export const debtList: ListReader = {
  async page(scope, request) {
    const page = parsePage(request.query) ?? 1;
    const query = parseDebtQuery(request.query);
    const { count, counts, totals } = await readDebtSums(scope, query);
    if (!isPageOf(page, count)) throw notFound(INVALID_PAGE);
    // Planned for its values: with a general plan the many joins are read whole.
    const limit = sql`limit ${sql.lit(PAGE_SIZE)} offset ${(page - 1) * PAGE_SIZE}`;
    const rows = await scope.all(selectDebts(scope, query, limit));
    return pageText(request, page, { count, results: jsonRows(rows.map(wireDebt)), totals, counts });
  },

  // Any write may move a sum, and every day an age.
  async whole(scope, request) {
    const query = parseDebtQuery(request.query);
    const { count, totals } = await readDebtSums(scope, query);
    const version = await readBranchVersion(scope);
    const today = scope.now.toISOString().slice(0, 10);
    return {
      tag: tagOfParts((await readGeneration(scope)).id, version, today, JSON.stringify(request.query)),
      count,
      totals,
      batches: mapBatches(scope.batches(selectDebts(scope, query, sql``)), (rows) =>
        jsonRows(rows.map(wireDebt)),
      ),
    };
  },
};
