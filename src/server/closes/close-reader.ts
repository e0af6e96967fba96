import { type RawBuilder, sql } from 'kysely';
import { z } from 'zod';
import {
  type CloseAnswer,
  type CloseLine,
  type CloseRow,
  type DrawerPart,
  MOST_LINES,
  RECOUNT_MS,
} from '#contract/closes.ts';
import { dayAfter, isDay } from '#contract/days.ts';
import { formatDecimal, parsePiastres } from '#contract/money.ts';
import { CASH } from '#contract/payment-methods.ts';
import { resourceNames } from '#contract/resource-names.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { decimal, parseId, requireRecordId } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { notFound } from '#server/platform/http-error.ts';
import { parseBody } from '#server/records/body.ts';
import { listOfRows } from '#server/records/list-reader.ts';
import { readRecord } from '#server/records/record-reader.ts';

const day = z
  .string()
  .refine((text) => text === '' || isDay(text), { error: () => messages.dayInvalid })
  .default('');
const parameters = z.object({ user: z.string().default(''), created_after: day, created_before: day });

/** Also leaves out closes `r` that the user may not see. */
export function closeCondition(
  scope: BranchScope,
  query: Readonly<Record<string, unknown>>,
): RawBuilder<unknown> {
  const { user, created_after, created_before } = parseBody(parameters, query);
  const conditions = [
    scope.sees('drawer.see-all') ? sql`true` : sql`r.user_id = ${scope.userId}`,
    ...(user === '' ? [] : [sql`r.user_id = ${parseId(user) ?? -1n}`]),
    ...(created_after === '' ? [] : [sql`r.created_at >= ${scope.startOf(created_after)}`]),
    ...(created_before === '' ? [] : [sql`r.created_at < ${scope.startOf(dayAfter(created_before))}`]),
  ];
  return sql.join(conditions, sql` and `);
}

interface CloseSums {
  readonly count: number;
  readonly totals: { readonly difference: string };
  readonly counts: { readonly differing: number };
}

export async function sumCloses(scope: BranchScope, condition: RawBuilder<unknown>): Promise<CloseSums> {
  const { count, differing, difference } = await scope.one(sql<
    CloseSums['counts'] & CloseSums['totals'] & { count: number }
  >`
    select every.count, differing.count as differing, differing.sum as difference
    from (select count(*)::float8 as count from ${scope.rows('drawer_close')} as r where ${condition}) as every,
      (select count(*)::float8 as count, ${decimal(sql`coalesce(sum(counted - expected), 0)`)} as sum
        from ${scope.rows('drawer_close')} as r where ${condition} and counted <> expected) as differing`);
  return { count, totals: { difference }, counts: { differing } };
}

/** Found of a method other than cash; piastres as text. */
export interface StoredMethod {
  readonly payment_method: string;
  readonly count: number;
  readonly total: string;
  readonly found: string | null;
  readonly reason: string | null;
}

/** Cash movements `move` whose receivers have not confirmed all of them; piastres. */
export const sumUnconfirmed = (scope: BranchScope, condition: RawBuilder<unknown>) => sql`(
  select coalesce(sum(unconfirmed), 0)::bigint from ${scope.rows('cash_move')} as move
  where unconfirmed <> 0 and ${condition})`;

const isChanged = sql`(amount_now is not null or method_now is not null)`;

const selectCloses = <More = unknown>(scope: BranchScope, rest: RawBuilder<unknown>, more = sql``) => sql<
  CloseRow & More
>`
  select r.id, r.user_id::text as user, coalesce(person_name(r.branch_id, r.user_id), '') as user_name,
    r.closed_by::text, person_name(r.branch_id, r.closed_by) as closed_by_name, before.created_at as since, r.created_at, r.finished_at,
    ${decimal(sql`r.float`)} as float, ${decimal(sql`r.expected`)} as expected, ${decimal(sql`r.counted`)} as counted,
    ${decimal(sql`r.counted - r.expected`)} as difference, ${decimal(sql`r.kept`)} as kept, r.reason, r.notes,
    coalesce(later.changed, 0)::int as changed, ${decimal(sql`r.expected + coalesce(later.change, 0)`)} as expected_now,
    ${decimal(
      sumUnconfirmed(
        scope,
        sql`drawer = r.user_id and exists (select from ${scope.rows('movement')} as line
          where line.source = 'cash_move' and line.record_id = move.id and line.close_id = r.id)`,
      ),
    )} as unconfirmed, jsonb_array_length(r.earlier_counts) as recounts ${more}
  from ${scope.rows('drawer_close')} as r
    left join ${scope.rows('drawer_close')} as before on before.id = r.previous_id
    left join lateral (
      select count(*) as changed, sum(
        case when coalesce(method_now, payment_method) = ${CASH} then coalesce(amount_now, amount) else 0 end
        - case when payment_method = ${CASH} then amount else 0 end) as change
      from ${scope.rows('drawer_line')} as line where line.close_id = r.id and ${isChanged}
    ) as later on true
  ${rest}`;

const newestFirst = sql`order by r.created_at desc, r.id desc`;

export const closeList = listOfRows({
  count: (scope, query) => sumCloses(scope, closeCondition(scope, query)),
  // A payment that is changed later marks its close.
  select: (scope, query, limit = sql``) =>
    selectCloses(scope, sql`where ${closeCondition(scope, query)} ${newestFirst} ${limit}`),
  wire: (close) => close,
});

export function readDiffering(scope: BranchScope, day: string): Promise<CloseRow[]> {
  const condition = closeCondition(scope, { created_after: day, created_before: day });
  return scope.all(selectCloses(scope, sql`where ${condition} and r.counted <> r.expected ${newestFirst}`));
}

interface CountedClose extends Pick<CloseAnswer, 'pieces' | 'other' | 'parts'> {
  /** Piastres as text. */
  readonly earlier_counts: NonNullable<CloseAnswer['earlier_counts']>;
  readonly methods: readonly StoredMethod[];
}

const countOf = (
  scope: BranchScope,
) => sql`, r.pieces, ${decimal(sql`r.other`)} as other, r.earlier_counts, r.methods, (
  select coalesce(json_agg(json_build_object('part', part, 'count', count, 'total', total) order by part), '[]')
  from (select part, count(*) as count, ${decimal(sql`sum(amount)`)} as total from ${scope.rows('drawer_line')} as line
    where close_id = r.id and payment_method = ${CASH} group by part) as summed) as parts`;

interface LineRow {
  readonly resource: string;
  readonly record_id: string;
  readonly part: DrawerPart;
  readonly payment_method: string;
  readonly amount: bigint;
  readonly amount_now: bigint | null;
  readonly method_now: string | null;
  readonly unconfirmed: bigint;
  readonly title: string | null;
  readonly action: string | null;
  readonly user_name: string | null;
  readonly at: string | null;
}

const readLines = (scope: BranchScope, close: string) =>
  scope.all(sql<LineRow>`
  select line.resource, line.record_id, line.part, line.payment_method, line.amount, line.amount_now, line.method_now,
    ${sumUnconfirmed(scope, sql`line.source = 'cash_move' and move.id = line.record_id`)} as unconfirmed,
    last.title, last.action, last.user_name, last.at
  from (
    select * from ${scope.rows('drawer_line')} as counted where close_id = ${close}
    order by not ${isChanged}, at, source, record_id limit ${MOST_LINES}
  ) as line
    left join lateral (
      select title, action, user_name, at from ${scope.rows('history')} as entry
      where resource = line.resource and record_id = line.record_id::text order by id desc limit 1
    ) as last on true
  order by not ${isChanged}, line.at, source, record_id`);

function wireLine(line: LineRow): CloseLine {
  const { resource, amount_now, method_now, unconfirmed } = line;
  const name = resourceNames.find((one) => one === resource);
  if (!name) throw new Error(`${resource} is no resource`);
  const present = amount_now === null ? null : formatDecimal(amount_now);
  const amount = formatDecimal(line.amount);
  return {
    resource: name,
    record: line.record_id,
    part: line.part,
    amount,
    payment_method: line.payment_method,
    amount_now: method_now === null ? present : '0.00',
    ...(method_now !== null && {
      other_method_now: { payment_method: method_now, amount: present ?? amount },
    }),
    ...(unconfirmed !== 0n && { unconfirmed: formatDecimal(unconfirmed) }),
    deleted: line.action === 'deleted',
    title: line.title ?? '',
    written_by: line.user_name,
    written_at: line.at,
  };
}

const decimalOf = (piastres: string) => formatDecimal(BigInt(piastres));

function wireClose(close: CloseRow & CountedClose, now: Date) {
  const until = new Date(Date.parse(close.created_at) + RECOUNT_MS);
  return {
    ...close,
    ...(close.finished_at === null && now <= until && { recount_until: until.toISOString() }),
    earlier_counts: close.earlier_counts.map((count) => ({
      ...count,
      other: decimalOf(count.other),
      counted: decimalOf(count.counted),
      kept: decimalOf(count.kept),
    })),
    methods: close.methods.map(({ total, found, ...method }) => ({
      ...method,
      total: decimalOf(total),
      found: found === null ? null : decimalOf(found),
    })),
  };
}

export const readHandover = async (scope: BranchScope, close: string) =>
  (await readRecord(scope, tableOf('cash-move'), close)) ?? null;

export async function requireClose(scope: BranchScope, id: string) {
  const close = await scope.first(selectCloses<CountedClose>(scope, sql`where r.id = ${id}`, countOf(scope)));
  if (!close || (close.user !== String(scope.userId) && !scope.sees('drawer.see-all'))) throw notFound();
  return { ...wireClose(close, scope.now), handover: await readHandover(scope, close.id) };
}

export async function readClose(scope: BranchScope, id: string) {
  const close = await requireClose(scope, requireRecordId(id));
  const lines = await readLines(scope, close.id);
  const counted = [...close.parts, ...close.methods].reduce((count, part) => count + part.count, 0);
  return { ...close, lines: lines.map(wireLine), line_count: counted };
}

export const hasDifference = ({ difference }: { readonly difference: string }) =>
  parsePiastres(difference) !== 0n;
