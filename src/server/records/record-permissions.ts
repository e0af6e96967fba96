import { BASE } from '#contract/change.ts';
import type { Draft } from '#contract/define-resource.ts';
import { isOwnOfToday, missingForFields, movesMoney } from '#contract/missing-permission.ts';
import { readPiastres } from '#contract/money.ts';
import { figures } from '#contract/month.ts';
import { permissions } from '#contract/permissions.ts';
import { isClosed } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { isCountedInDrawer } from '#server/ledger/counted-records.ts';
import { needsApproval } from '#server/platform/http-error.ts';
import { isObject } from './body.ts';
import { requireDiscount } from './discounts.ts';
import { requireUnprinted } from './printed.ts';
import type { RecordChange } from './repository.ts';
import { hidesSomething, visibleRecord } from './seen-records.ts';

/** With a base only its fields need permissions, because clients send the whole object (decision 41). */
export function requireFields(scope: BranchScope, { resource }: TableMapping, body: unknown): void {
  if (!isObject(body)) return;
  const base = body[BASE];
  const missing = missingForFields(resource, Object.keys(isObject(base) ? base : body), scope.may);
  if (missing) throw needsApproval(permissions[missing].refusal);
}

/** Of another person or day, or counted by a close (decisions 46 and 140). Lock the record before. */
export async function requireRightToMove(
  scope: BranchScope,
  { resource, table }: TableMapping,
  record: Draft & { readonly id: unknown },
): Promise<void> {
  if (!isClosed(resource) || scope.may('money.remove-any')) return;
  const { userId, now, calendar } = scope;
  const isOwn = isOwnOfToday(record, { userId: String(userId), now, calendar });
  if (isOwn && !(await isCountedInDrawer(scope, table, String(record.id)))) return;
  scope.assertMay('money.remove-any');
}

function requireRightToLower(
  scope: BranchScope,
  { resource }: TableMapping,
  { before, after }: RecordChange,
): void {
  const amountIn = (record: Draft, name: string) => readPiastres(record[name]) ?? 0n;
  for (const [name, { toLower }] of Object.entries(resource.fields))
    if (toLower && amountIn(after, name) < amountIn(before, name)) scope.assertMay(toLower);
}

export async function requireRightToChange(
  scope: BranchScope,
  mapping: TableMapping,
  change: RecordChange,
): Promise<void> {
  if (movesMoney(mapping.resource, change.before, change.after)) {
    await requireRightToMove(scope, mapping, change.before);
    await requireUnprinted(scope, mapping, change.before);
  }
  requireRightToLower(scope, mapping, change);
  await requireDiscount(scope, mapping.resource, change.after, change.before);
}

const figureNames: ReadonlySet<string> = new Set([...figures.map(({ name }) => name), 'changes']);

/** Decision 46. */
export function visibleMonth<T extends object>(scope: BranchScope, month: T): T {
  if (scope.sees('months.figures')) return month;
  return Object.fromEntries(Object.entries(month).filter(([name]) => !figureNames.has(name))) as T;
}

export function visibleAnswer(scope: BranchScope, mapping: TableMapping, body: unknown): unknown {
  if (!isObject(body) || !hidesSomething(scope, mapping)) return body;
  const seenOf = (values: Draft) => visibleRecord(scope, mapping, values);
  if (!isObject(body.current)) return seenOf(body);
  const { detail, problems, current, conflicts } = body;
  return {
    detail,
    problems,
    current: seenOf(current),
    ...(isObject(conflicts) && { conflicts: seenOf(conflicts) }),
  };
}
