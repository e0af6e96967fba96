import { sql } from 'kysely';
import type { OpenDrawer, OwnDrawer } from '#contract/closes.ts';
import { dayAfter } from '#contract/days.ts';
import { formatDecimal, parsePiastres, sum } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal } from '#server/db/columns.ts';
import { requireClose } from './close-reader.ts';

interface OwnRow extends Pick<OwnDrawer, 'last' | 'kept'> {
  readonly since: string | null;
  readonly unfinished: boolean | null;
  readonly count: number;
  readonly total: string;
}

/** Receipts since the user's last close, or today without one, and never the expected sum (decision 54). */
export async function readOwnDrawer(scope: BranchScope): Promise<object> {
  const today = scope.startOf(scope.today);
  const { last, kept, since, unfinished, count, total } = await scope.one(sql<OwnRow>`
    select last.id as last, ${decimal(sql`last.kept`)} as kept, last.created_at as since, last.finished_at is null as unfinished, taken.*
    from (select 1) as one
      left join lateral (
        select * from ${scope.rows('drawer_close')} as close
        where user_id = ${scope.userId} order by created_at desc limit 1
      ) as last on true
      cross join lateral (
        select count(distinct receipt)::int as count, ${decimal(sql`coalesce(sum(amount), 0)`)} as total from ${scope.rows('drawer_line')} as line
        where user_id = ${scope.userId} and close_id is null and amount > 0 and is_received
          and (last.id is not null or at >= ${today})
      ) as taken`);
  return {
    since,
    last,
    kept,
    taken: { since: since ?? today.toISOString(), count, total },
    methods: await openMethods(scope),
    unfinished: last !== null && unfinished ? await requireClose(scope, last) : null,
  };
}

/** Decision 130. */
const openMethods = (scope: BranchScope) =>
  scope.all(sql<NonNullable<OwnDrawer['methods']>[number]>`
    select payment_method, count(*)::int as count, ${decimal(sql`sum(amount)`)} as total from ${scope.rows('drawer_line')} as line
    where user_id = ${scope.userId} and close_id is null and payment_method <> ${CASH}
    group by payment_method order by payment_method`);

/** Of a person or of a method: the other one is null. */
interface TakenRow {
  readonly payment_method: string | null;
  readonly user: string | null;
  readonly user_name: string;
  readonly count: number;
  readonly total: string;
}

/** A drawer that was closed since counts as well, with the present amounts of its payments. */
async function takenSince(scope: BranchScope, since: Date) {
  const lines = sql`
    select user_id, payment_method, amount, receipt from ${scope.rows('drawer_line')} as line
      where close_id is null and at >= ${since} and is_received
    union all
    select line.user_id, coalesce(method_now, payment_method), coalesce(amount_now, amount), receipt from ${scope.rows('drawer_line')} as line
      join ${scope.rows('drawer_close')} as close on close.id = line.close_id
    where close.created_at >= ${since} and line.at >= ${since} and is_received`;
  const rows = await scope.all(sql<TakenRow>`
    select user_id::text as user, coalesce(person_name(${scope.branchId}, user_id), '') as user_name, payment_method,
      count(distinct receipt)::int as count, ${decimal(sql`sum(amount)`)} as total
    from (${lines}) as line where amount > 0
    group by grouping sets ((user_id), (payment_method)) order by sum(amount) desc, user_id, payment_method`);
  const people = rows.filter(({ user }) => user !== null);
  return {
    since: since.toISOString(),
    count: people.reduce((total, row) => total + row.count, 0),
    total: formatDecimal(sum(people.map(({ total }) => parsePiastres(total)))),
    people: people.map(({ payment_method: _, ...taken }) => taken),
    methods: rows.flatMap(({ payment_method, count, total }) =>
      payment_method === null ? [] : [{ payment_method, count, total }],
    ),
  };
}

/** Drawers with money since their last close, or with one that needs its reason, the longest open first. */
export async function readOpenDrawers(scope: BranchScope): Promise<object> {
  const drawers = await scope.all(sql<OpenDrawer>`
    with open as (
      select user_id, min(at) as first_at, count(*)::int as count,
        coalesce(sum(amount) filter (where payment_method = ${CASH}), 0)::bigint as amount
      from ${scope.rows('drawer_line')} as line where close_id is null group by user_id
    ), last as (
      select distinct on (user_id) user_id, id, kept, created_at, finished_at
      from ${scope.rows('drawer_close')} as close order by user_id, created_at desc
    )
    select user_id::text as user, coalesce(person_name(${scope.branchId}, user_id), '') as user_name, last.created_at as since, open.first_at,
      coalesce(open.count, 0) as count, ${decimal(sql`coalesce(last.kept, 0) + coalesce(open.amount, 0)`)} as expected,
      case when last.id is not null and last.finished_at is null then last.id end as unfinished,
      account.disabled_at is not null as disabled, last.id as last, ${decimal(sql`last.kept`)} as kept
    from open full join last using (user_id) left join ${scope.rows('branch_user')} as account on account.id = user_id
    where open.user_id is not null or last.finished_at is null
    order by coalesce(open.first_at, last.created_at), user_id`);
  const today = scope.startOf(scope.today);
  return {
    taken: await takenSince(scope, today),
    week: await takenSince(scope, scope.startOf(dayAfter(scope.today, -6))),
    drawers,
  };
}
