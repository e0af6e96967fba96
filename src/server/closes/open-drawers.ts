import { sql } from 'kysely';
import { dayAfter } from '#contract/days.ts';
import { formatDecimal, type Piastres, sum } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { requireClose } from './close-reader.ts';

interface OwnRow {
  readonly last_id: string | null;
  readonly kept: Piastres | null;
  readonly since: string | null;
  readonly unfinished: boolean | null;
  readonly count: number;
  readonly total: Piastres;
}

/** Receipts since the user's last close, or today without one, and never the expected sum (decision 54). */
export async function readOwnDrawer(scope: BranchScope): Promise<object> {
  const today = scope.startOf(scope.today);
  const row = await scope.first(sql<OwnRow>`
    select last.id as last_id, last.kept, last.created_at as since, last.finished_at is null as unfinished, taken.count, taken.total
    from (select 1) as one
      left join lateral (
        select * from ${scope.rows('drawer_close')} as close
        where user_id = ${scope.userId} order by created_at desc limit 1
      ) as last on true
      cross join lateral (
        select count(distinct receipt)::int as count, coalesce(sum(amount), 0)::bigint as total from ${scope.rows('drawer_line')} as line
        where user_id = ${scope.userId} and close_id is null and amount > 0 and is_received
          and (last.id is not null or at >= ${today})
      ) as taken`);
  const { last_id = null, kept = null, since = null, unfinished, count = 0, total = 0n } = row ?? {};
  return {
    since,
    last: last_id,
    kept: kept === null ? null : formatDecimal(kept),
    taken: { since: since ?? today.toISOString(), count, total: formatDecimal(total) },
    methods: await openMethods(scope),
    unfinished: last_id !== null && unfinished ? await requireClose(scope, last_id) : null,
  };
}

interface MethodRow {
  readonly payment_method: string;
  readonly count: number;
  readonly total: Piastres;
}

const wireMethod = ({ total, ...method }: MethodRow) => ({ ...method, total: formatDecimal(total) });

/** By methods other than cash since the last close of the signed-in user (decision 130). */
async function openMethods(scope: BranchScope) {
  const rows = await scope.all(sql<MethodRow>`
    select payment_method, count(*)::int as count, sum(amount)::bigint as total from ${scope.rows('drawer_line')} as line
    where user_id = ${scope.userId} and close_id is null and payment_method <> ${CASH}
    group by payment_method order by payment_method`);
  return rows.map(wireMethod);
}

/** Of a person or of a method: the other one is null. */
interface TakenRow {
  readonly payment_method: string | null;
  readonly user_id: bigint | null;
  readonly user_name: string | null;
  readonly count: number;
  readonly total: Piastres;
}

/**
 * By the user whose drawer the money went into, the most first. A drawer that was closed since counts as well, with the
 * present amounts of its payments.
 */
async function takenSince(scope: BranchScope, since: Date) {
  const lines = sql`
    select user_id, payment_method, amount, receipt from ${scope.rows('drawer_line')} as line
      where close_id is null and at >= ${since} and is_received
    union all
    select line.user_id, coalesce(method_now, payment_method), coalesce(amount_now, amount), receipt from ${scope.rows('drawer_line')} as line
      join ${scope.rows('drawer_close')} as close on close.id = line.close_id
    where close.created_at >= ${since} and line.at >= ${since} and is_received`;
  const rows = await scope.all(sql<TakenRow>`
    select user_id, person_name(${scope.branchId}, user_id) as user_name, payment_method, count(distinct receipt)::int as count,
      sum(amount)::bigint as total
    from (${lines}) as line where amount > 0
    group by grouping sets ((user_id), (payment_method)) order by total desc, user_id, payment_method`);
  const people = rows.filter(({ user_id }) => user_id !== null);
  return {
    since: since.toISOString(),
    count: people.reduce((total, row) => total + row.count, 0),
    total: formatDecimal(sum(people.map(({ total }) => total))),
    people: people.map((row) => ({
      user: String(row.user_id),
      user_name: row.user_name ?? '',
      count: row.count,
      total: formatDecimal(row.total),
    })),
    methods: rows.flatMap(({ payment_method, count, total }) =>
      payment_method === null ? [] : [wireMethod({ payment_method, count, total })],
    ),
  };
}

interface OpenRow {
  readonly user_id: bigint;
  readonly user_name: string | null;
  readonly since: string | null;
  readonly first_at: string | null;
  readonly count: number;
  readonly expected: Piastres;
  readonly unfinished: string | null;
  readonly disabled: boolean;
  readonly last: string | null;
  readonly kept: Piastres | null;
}

/** Drawers with money since their last close, or with one that needs its reason, the longest open first. */
export async function readOpenDrawers(scope: BranchScope): Promise<object> {
  const rows = await scope.all(sql<OpenRow>`
    with open as (
      select user_id, min(at) as first_at, count(*)::int as count,
        coalesce(sum(amount) filter (where payment_method = ${CASH}), 0)::bigint as amount
      from ${scope.rows('drawer_line')} as line where close_id is null group by user_id
    ), last as (
      select distinct on (user_id) user_id, id, kept, created_at, finished_at
      from ${scope.rows('drawer_close')} as close order by user_id, created_at desc
    )
    select user_id, person_name(${scope.branchId}, user_id) as user_name, last.created_at as since, open.first_at,
      coalesce(open.count, 0) as count, (coalesce(last.kept, 0) + coalesce(open.amount, 0))::bigint as expected,
      case when last.id is not null and last.finished_at is null then last.id end as unfinished,
      account.disabled_at is not null as disabled, last.id as last, last.kept
    from open full join last using (user_id) left join ${scope.rows('app_user')} as account on account.id = user_id
    where open.user_id is not null or last.finished_at is null
    order by coalesce(open.first_at, last.created_at), user_id`);
  const today = scope.startOf(scope.today);
  return {
    taken: await takenSince(scope, today),
    week: await takenSince(scope, scope.startOf(dayAfter(scope.today, -6))),
    drawers: rows.map((row) => ({
      user: String(row.user_id),
      user_name: row.user_name ?? '',
      since: row.since,
      first_at: row.first_at,
      count: row.count,
      expected: formatDecimal(row.expected),
      unfinished: row.unfinished === null ? null : String(row.unfinished),
      disabled: row.disabled,
      last: row.last === null ? null : String(row.last),
      kept: row.kept === null ? null : formatDecimal(row.kept),
    })),
  };
}
