import { type RawBuilder, sql } from 'kysely';
import { utcDay } from '#contract/days.ts';
import { type Figures, MONTH_IN_PROGRESS, monthBody } from '#contract/month.ts';
import { INVALID_PAGE, PAGE_SIZE, type Page } from '#contract/paging.ts';
import { parseBody } from './body.ts';
import type { BranchScope } from './branch-scope.ts';
import { parseId } from './columns.ts';
import { cashOf, figuresOf } from './figures.ts';
import { countedAs, stillHanging } from './hanging.ts';
import { isPageOf, pageAddress, parsePage } from './list-query.ts';
import { clash, notFound } from './refusal.ts';
import { monthById, type StoredMonth, takeRunningMonth } from './running-month.ts';
import { tables, tablesOfMonths } from './tables.ts';
import { foldMonth, type MonthTally, tallyOfMonths } from './tally.ts';

/** A month as the wire has it (contract/month.ts). */
export interface WireMonth extends Figures {
  readonly id: string;
  readonly name: string;
  readonly status: 'running' | 'ended';
  readonly start_date: string;
  readonly end_date: string | null;
}

/** Adds the figures: kept ones where the month has ended, live ones while it runs, and live debts always. */
export async function withFigures(scope: BranchScope, months: readonly StoredMonth[]): Promise<WireMonth[]> {
  const tally = await tallyOfMonths(
    scope,
    months.map((month) => month.id),
  );
  return months.map((month) => {
    const own = tally.filter((entry) => entry.month_id === month.id);
    const { id, name, status, start_date, end_date } = month;
    return {
      id: String(id),
      name,
      status,
      start_date,
      end_date,
      ...figuresOf(month.figures ?? cashOf(own), own),
    };
  });
}

async function wireMonth(scope: BranchScope, id: bigint): Promise<WireMonth> {
  const stored = await monthById(scope, id);
  const [month] = stored ? await withFigures(scope, [stored]) : [];
  if (!month) throw notFound();
  return month;
}

async function requireMonth(scope: BranchScope, id: string): Promise<StoredMonth> {
  const parsed = parseId(id);
  const month = parsed === undefined ? undefined : await monthById(scope, parsed);
  if (!month) throw notFound();
  return month;
}

/** @throws {Refusal} 404 */
export async function readMonth(scope: BranchScope, id: string): Promise<WireMonth> {
  return wireMonth(scope, (await requireMonth(scope, id)).id);
}

/** Newest first, ten a page (decision 3). @throws {Refusal} 404 past the end */
export async function listMonths(
  scope: BranchScope,
  asked: { readonly path: string; readonly query: Readonly<Record<string, unknown>> },
): Promise<Page<WireMonth>> {
  const page = parsePage(asked.query);
  const newest = sql`from ${scope.rows('month')} as month`;
  const counted = await scope.first(sql<{ count: number }>`select count(*)::float8 as count ${newest}`);
  const count = counted?.count ?? 0;
  if (page !== undefined && !isPageOf(page, count)) throw notFound(INVALID_PAGE);
  const window = page === undefined ? sql`` : sql`limit ${PAGE_SIZE} offset ${(page - 1) * PAGE_SIZE}`;
  const months = await scope.all(sql<StoredMonth>`select * ${newest} order by id desc ${window}`);
  return {
    count,
    next:
      page !== undefined && isPageOf(page + 1, count) ? pageAddress(asked.path, asked.query, page + 1) : null,
    previous: page !== undefined && page > 1 ? pageAddress(asked.path, asked.query, page - 1) : null,
    results: await withFigures(scope, months),
  };
}

/** What arrived while no month ran joins the one that does now (decision 18). */
async function takeInWaiting(scope: BranchScope, monthId: bigint): Promise<void> {
  const waiting: RawBuilder<unknown> = sql`month_id is null`;
  for (const table of tablesOfMonths) await scope.update(table, waiting, { month_id: monthId });
}

/** Starts a month. @throws {Refusal} 400 without a name, 409 while one runs (decision 19) */
export async function createMonth(scope: BranchScope, body: unknown): Promise<WireMonth> {
  const { name } = parseBody(monthBody, body);
  if (await takeRunningMonth(scope)) throw clash(MONTH_IN_PROGRESS);
  const made = await scope.insert(
    'month',
    { name, status: 'running', start_date: utcDay(scope.now) },
    sql<{ id: bigint }>`returning id`,
  );
  if (!made) throw new Error('no month was made');
  await takeInWaiting(scope, made.id);
  return wireMonth(scope, made.id);
}

/** Changes a month's name, whether it runs or has ended. @throws {Refusal} 404, 400 */
export async function renameMonth(scope: BranchScope, id: string, body: unknown): Promise<WireMonth> {
  const month = await requireMonth(scope, id);
  const { name } = parseBody(monthBody.partial(), body);
  await scope.update('month', sql`id = ${month.id}`, { name });
  return wireMonth(scope, month.id);
}

async function endMonth(scope: BranchScope, month: StoredMonth): Promise<string> {
  const figures = JSON.stringify(cashOf(await tallyOfMonths(scope, [month.id])));
  await foldMonth(scope, month.id);
  const ended = { status: 'ended', end_date: utcDay(scope.now), figures };
  await scope.update('month', sql`id = ${month.id}`, ended);
  return `${month.name} has ended.`;
}

async function reopenMonth(scope: BranchScope, month: StoredMonth): Promise<string> {
  const running = { status: 'running', end_date: null, figures: null };
  await scope.update('month', sql`id = ${month.id}`, running);
  await takeInWaiting(scope, month.id);
  return `${month.name} is running again.`;
}

/**
 * Ends the running month, or re-opens the newest when none runs (decision 19). Figures are stored when a month ends and dropped when it
 * is re-opened. @throws {Refusal} 409 where there is no month at all
 */
export async function toggleMonth(scope: BranchScope): Promise<WireMonth & { detail: string }> {
  const running = await takeRunningMonth(scope);
  const month =
    running ??
    (await scope.first(
      sql<StoredMonth>`select * from ${scope.rows('month')} as month order by id desc limit 1`,
    ));
  if (!month) throw clash('There is no month yet. Create one first.');
  const detail = running ? await endMonth(scope, month) : await reopenMonth(scope, month);
  return { ...(await wireMonth(scope, month.id)), detail };
}

function hangingOn(tally: readonly MonthTally[]) {
  return tables.flatMap((facts) =>
    facts.tallied.map((name) => {
      const rows = tally.find((entry) => entry.what === name)?.rows ?? 0n;
      return countedAs(facts, name.endsWith('/installment'), Number(rows));
    }),
  );
}

/** Deletes a month without records and answers its name. @throws {Refusal} 404, 409 naming its records (decision 16) */
export async function removeMonth(scope: BranchScope, id: string): Promise<string> {
  await takeRunningMonth(scope);
  const month = await requireMonth(scope, id);
  const refusal = stillHanging(month.name, hangingOn(await tallyOfMonths(scope, [month.id])));
  if (refusal) throw refusal;
  await scope.remove('tally', sql`month_id = ${month.id}`);
  await scope.remove('month', sql`id = ${month.id}`);
  return month.name;
}
