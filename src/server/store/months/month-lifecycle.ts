import { sql } from 'kysely';
import { utcDay } from '#contract/days.ts';
import { MONTH_IN_PROGRESS, monthBody, monthToggleBody } from '#contract/month.ts';
import { personName } from '#server/store/accounts/profile.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { appendHistory } from '#server/store/history.ts';
import { conflict } from '#server/store/http-error.ts';
import { aggregatesOfMonths, type MonthAggregate, mergeMonthShards } from '#server/store/lists/aggregates.ts';
import { parseBody } from '#server/store/records/body.ts';
import { countLabel, dependentsError } from '#server/store/records/dependents.ts';
import { tables, tablesOfMonths } from '#server/store/tables.ts';
import { cashOf } from './figures.ts';
import { lockMonthExclusive, newestMonth, type StoredMonth } from './month-lock.ts';
import { readMonth, requireMonth, type WireMonth } from './months.ts';

const idOf = (id: bigint) => String(id);

/** A month's own entry in the history. */
function deedOf({ id, name }: { readonly id: string; readonly name: string }) {
  return { resource: 'month', id, title: name, month: id };
}

/**
 * What arrived while no month ran joins the one that does now (decision 18). A salary whose employee has one in that month already goes on
 * waiting for the next: there is one an employee and month (decision 15).
 */
async function takeInWaiting(scope: BranchScope, monthId: bigint): Promise<void> {
  const second = sql`employee_id in (select employee_id from ${scope.rows('salary')} as paid
    where month_id = ${monthId})`;
  for (const table of tablesOfMonths) {
    const waiting = table === 'salary' ? sql`month_id is null and not ${second}` : sql`month_id is null`;
    await scope.update(table, waiting, { month_id: monthId });
  }
}

/** Starts a month. @throws {HttpError} 400 without a name, 409 while one runs (decision 19) */
export async function createMonth(scope: BranchScope, body: unknown): Promise<WireMonth> {
  const { name } = parseBody(monthBody, body);
  if (await lockMonthExclusive(scope)) throw conflict(MONTH_IN_PROGRESS);
  const made = await scope.insert(
    'month',
    { name, status: 'running', start_date: utcDay(scope.now) },
    sql<{ id: bigint }>`returning id`,
  );
  if (!made) throw new Error('no month was made');
  await takeInWaiting(scope, made.id);
  const after = await readMonth(scope, idOf(made.id));
  await appendHistory(scope, { ...deedOf(after), action: 'created', after });
  return after;
}

/** Changes a month's name, whether it runs or has ended. @throws {HttpError} 404, 400 */
export async function renameMonth(scope: BranchScope, id: string, body: unknown): Promise<WireMonth> {
  await lockMonthExclusive(scope);
  const before = await readMonth(scope, id);
  const { name } = parseBody(monthBody.partial(), body);
  await scope.update('month', sql`id = ${before.id}`, { name });
  const after = await readMonth(scope, id);
  await appendHistory(scope, { ...deedOf(after), action: 'changed', before, after });
  return after;
}

async function endMonth(scope: BranchScope, month: StoredMonth): Promise<void> {
  const figures = JSON.stringify(cashOf(await aggregatesOfMonths(scope, [month.id])));
  await mergeMonthShards(scope, month.id);
  const ended = { status: 'ended', end_date: utcDay(scope.now), figures };
  await scope.update('month', sql`id = ${month.id}`, ended);
}

/** The figures it had are put by, so that ending it again can be compared with them; as figures they hold no more (decision 21). */
async function reopenMonth(scope: BranchScope, month: StoredMonth, reason?: string | null): Promise<void> {
  await scope.update('month', sql`id = ${month.id}`, {
    status: 'running',
    end_date: null,
    figures: null,
    previous_figures: month.figures && JSON.stringify(month.figures),
    reopened_at: scope.now,
    reopened_by: await personName(scope),
    reopened_reason: reason ?? null,
  });
  await takeInWaiting(scope, month.id);
}

/**
 * Ends the running month, or re-opens the newest when none runs (decision 19). Figures are stored when a month ends and dropped when it
 * is re-opened, which keeps who did it and why. @throws {HttpError} 409 where there is no month at all
 */
export async function toggleMonth(
  scope: BranchScope,
  body: unknown,
): Promise<WireMonth & { detail: string }> {
  const { reason } = parseBody(monthToggleBody, body);
  const running = await lockMonthExclusive(scope);
  const month = running ?? (await newestMonth(scope));
  if (!month) throw conflict('There is no month yet. Create one first.');
  const before = await readMonth(scope, idOf(month.id));
  if (running) await endMonth(scope, month);
  else await reopenMonth(scope, month, reason);
  const after = await readMonth(scope, idOf(month.id));
  const action = running ? 'ended' : 'reopened';
  await appendHistory(scope, { ...deedOf(after), action, before, after, note: reason ?? undefined });
  return { ...after, detail: `${month.name} ${running ? 'has ended' : 'is running again'}.` };
}

function hangingOn(tally: readonly MonthAggregate[]) {
  return tables
    .filter(({ monthRule }) => monthRule?.blocksDelete)
    .flatMap((mapping) =>
      mapping.aggregateNames.map((name) => {
        const rows = tally.find((entry) => entry.what === name)?.rows ?? 0n;
        return countLabel(mapping, name.endsWith('/installment'), Number(rows));
      }),
    );
}

/** Deletes a month without records and answers its name. @throws {HttpError} 404, 409 naming its records (decisions 16, 35, 37) */
export async function removeMonth(scope: BranchScope, id: string): Promise<string> {
  await lockMonthExclusive(scope);
  const month = await requireMonth(scope, id);
  const before = await readMonth(scope, id);
  const refusal = dependentsError(month.name, hangingOn(await aggregatesOfMonths(scope, [month.id])));
  if (refusal) throw refusal;
  for (const { table, monthRule } of tables) {
    if (monthRule?.blocksDelete === false) {
      await scope.update(table, sql`month_id = ${month.id}`, { month_id: null });
    }
  }
  await scope.remove('tally', sql`month_id = ${month.id}`);
  await scope.remove('income_day', sql`month_id = ${month.id}`);
  await scope.remove('month', sql`id = ${month.id}`);
  await appendHistory(scope, { ...deedOf(before), action: 'deleted', before });
  return month.name;
}
