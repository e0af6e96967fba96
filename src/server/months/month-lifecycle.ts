import { sql } from 'kysely';
import { type MonthToggle, monthBody, monthFields, monthToggleBody } from '#contract/month.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { userName } from '#server/accounts/profile.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { parseId } from '#server/db/columns.ts';
import { mappingsOfMonths, tables } from '#server/db/tables.ts';
import { appendHistory } from '#server/history/history.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import { hasBase, mergedUponBase, parseBody } from '#server/records/body.ts';
import { lockMonthExclusive, monthById, newestMonth, type StoredMonth } from '#server/records/month-lock.ts';
import { countLabel, dependentsError } from '#server/records/write-guards.ts';
import { cashOf, keptFigures, type MonthSums, readSums } from './figures.ts';
import { readMonth, requireMonth, type WireMonth } from './months.ts';

const idOf = (id: bigint) => String(id);

function historyRecordOf({ id, name }: { readonly id: string; readonly name: string }) {
  return { resource: 'month', id, title: name, month: id };
}

/** Decision 18. A second salary of an employee stays unassigned: there is one per month (decision 15). */
async function assignRecordsWithoutMonth(scope: BranchScope, monthId: bigint): Promise<void> {
  for (const { table, monthRule } of mappingsOfMonths) {
    const once = monthRule?.oncePer && sql.ref(monthRule.oncePer);
    const isSecond = once
      ? sql`${once} in (select ${once} from ${scope.rows(table)} as other where month_id = ${monthId})`
      : sql`false`;
    await scope.update(table, sql`month_id is null and not ${isSecond}`, { month_id: monthId });
  }
}

export async function createMonth(scope: BranchScope, body: unknown): Promise<WireMonth> {
  const { name } = parseBody(monthBody, body);
  if (await lockMonthExclusive(scope)) throw conflict(sentences.monthInProgress);
  const inserted = await scope.insert(
    'month',
    { name, status: 'running', start_date: scope.today },
    sql<{ id: bigint }>`returning id`,
  );
  if (!inserted) throw new Error('insert into month returned no row');
  await assignRecordsWithoutMonth(scope, inserted.id);
  const after = await readMonth(scope, idOf(inserted.id));
  await appendHistory(scope, { ...historyRecordOf(after), action: 'created', after });
  return after;
}

export async function renameMonth(scope: BranchScope, id: string, body: unknown): Promise<WireMonth> {
  await lockMonthExclusive(scope);
  const before = await readMonth(scope, id);
  const parse = (given: unknown) => parseBody(monthBody.partial(), given);
  const change = hasBase(body) ? mergedUponBase(monthFields, before, { body, parse }) : parse(body);
  if (change.name === undefined || change.name === before.name) return before;
  await scope.update('month', sql`id = ${before.id}`, { name: change.name });
  const after = await readMonth(scope, id);
  await appendHistory(scope, { ...historyRecordOf(after), action: 'changed', before, after });
  return after;
}

async function endMonth(scope: BranchScope, month: StoredMonth): Promise<void> {
  const sums = await readSums(scope, month.id);
  const figures = JSON.stringify(keptFigures(cashOf(sums), sums));
  const ended = { status: 'ended', end_date: scope.today, figures };
  await scope.update('month', sql`id = ${month.id}`, ended);
}

/** Figures are kept to compare with at the next end, with the debts of now (decision 21). For `waiting`: decision 144. */
async function reopenMonth(
  scope: BranchScope,
  month: StoredMonth,
  { reason, waiting }: MonthToggle,
): Promise<void> {
  const sums = await readSums(scope, month.id);
  await scope.update('month', sql`id = ${month.id}`, {
    status: 'running',
    end_date: null,
    figures: null,
    previous_figures: month.figures && JSON.stringify(keptFigures(month.figures, sums)),
    reopened_at: scope.now,
    reopened_by: await userName(scope),
    reopened_reason: reason ?? null,
  });
  if (waiting === 'this') await assignRecordsWithoutMonth(scope, month.id);
}

async function meantMonth(
  scope: BranchScope,
  id: string | undefined,
  current: StoredMonth,
): Promise<StoredMonth> {
  if (id === undefined) return current;
  const parsed = parseId(id);
  if (parsed === undefined) throw badField('month', messages.valueInvalid);
  const month = parsed === current.id ? current : await monthById(scope, parsed);
  if (!month) throw conflict(messages.monthGone);
  return month;
}

/** Two people who end a month at once then end it once (decision 44). */
async function assertExpected(scope: BranchScope, { expect, month: id }: MonthToggle, current: StoredMonth) {
  const { id: meant, name, status } = await meantMonth(scope, id, current);
  if (expect !== undefined && expect !== status)
    throw conflict(
      status === 'ended' ? messages.monthEndedAlready({ name }) : messages.monthRunsAlready({ name }),
    );
  if (meant !== current.id) throw conflict(messages.monthNotCurrent({ name, current: current.name }));
}

/** Ends the running month, or re-opens the newest if none is running (decision 19). */
export async function toggleMonth(
  scope: BranchScope,
  body: unknown,
): Promise<WireMonth & { detail: string }> {
  const toggle = parseBody(monthToggleBody, body);
  const { reason } = toggle;
  const running = await lockMonthExclusive(scope);
  const month = running ?? (await newestMonth(scope));
  if (!month) throw conflict(messages.noMonthYet);
  await assertExpected(scope, toggle, month);
  const before = await readMonth(scope, idOf(month.id));
  if (running) await endMonth(scope, month);
  else await reopenMonth(scope, month, toggle);
  const after = await readMonth(scope, idOf(month.id));
  const action = running ? 'ended' : 'reopened';
  await appendHistory(scope, {
    ...historyRecordOf(after),
    action,
    before,
    after: running ? after : { ...after, waiting: toggle.waiting },
    note: reason ?? undefined,
  });
  const { name } = month;
  return { ...after, detail: running ? messages.monthEnded({ name }) : messages.monthReopened({ name }) };
}

function dependentsOf(sums: readonly MonthSums[]) {
  return tables
    .filter(({ monthRule }) => monthRule?.blocksDelete)
    .flatMap((mapping) =>
      [false, true].map((isInstallment) => {
        const { name } = mapping.resource;
        const found = sums.find((one) => one.resource === name && one.isInstallment === isInstallment);
        return countLabel(mapping, isInstallment, found?.rows ?? 0);
      }),
    );
}

/** Returns its name. Its records block it (decisions 16, 35, 37). */
export async function removeMonth(scope: BranchScope, id: string): Promise<string> {
  await lockMonthExclusive(scope);
  const month = await requireMonth(scope, id);
  const before = await readMonth(scope, id);
  const error = dependentsError(month.name, dependentsOf(await readSums(scope, month.id)));
  if (error) throw error;
  for (const { table, monthRule } of tables) {
    if (monthRule?.blocksDelete === false) {
      await scope.update(table, sql`month_id = ${month.id}`, { month_id: null });
    }
  }
  await scope.remove('month', sql`id = ${month.id}`);
  await appendHistory(scope, { ...historyRecordOf(before), action: 'deleted', before });
  return month.name;
}
