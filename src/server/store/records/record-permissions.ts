import { BASE } from '#contract/change.ts';
import type { Draft } from '#contract/define-resource.ts';
import { isOwnOfToday, lowersMoney, missingForFields } from '#contract/missing-permission.ts';
import { permissions } from '#contract/permissions.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { forbidden } from '#server/store/http-error.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { readRecord } from './record-reader.ts';
import type { Repository } from './repository.ts';

const isObject = (value: unknown): value is Draft =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Requires the permissions of the fields that a body sets. A change with a base touches those of the base alone: clients send the whole
 * object (decision 41).
 * @throws {HttpError} 403
 */
export function requireFields(scope: BranchScope, { resource }: TableMapping, body: unknown): void {
  if (!isObject(body)) return;
  const base = body[BASE];
  const missing = missingForFields(resource, Object.keys(isObject(base) ? base : body), scope.may);
  if (missing) throw forbidden(permissions[missing].refusal);
}

/**
 * Tells whether the user may not take money away from this record. Who recorded it, and when, never changes, so it may be read before
 * the record is locked.
 */
async function isOthersMoney(scope: BranchScope, mapping: TableMapping, id: string): Promise<boolean> {
  if (!mapping.resource.cash || scope.may('money.remove-any')) return false;
  const parsed = parseId(id);
  const record = parsed === undefined ? undefined : await readRecord(scope, mapping, parsed);
  return record !== undefined && !isOwnOfToday(record, { userId: String(scope.userId), now: scope.now });
}

/**
 * Wraps a repository with the permissions that depend on the record (decision 46): guarded fields, and money of another person or of
 * another day, which may neither be deleted nor lowered.
 */
export function withPermissions({ create, update, remove }: Repository): Repository {
  return {
    async create(scope, mapping, body) {
      requireFields(scope, mapping, body);
      return create(scope, mapping, body);
    },
    async update(scope, mapping, id, body, ifMatch) {
      requireFields(scope, mapping, body);
      const isProtected = await isOthersMoney(scope, mapping, id);
      const change = await update(scope, mapping, id, body, ifMatch);
      if (isProtected && lowersMoney(mapping.resource, change.before, change.after))
        scope.assertMay('money.remove-any');
      return change;
    },
    async remove(scope, mapping, id, ifMatch, reason) {
      if (await isOthersMoney(scope, mapping, id)) scope.assertMay('money.remove-any');
      return remove(scope, mapping, id, ifMatch, reason);
    },
  };
}

/** Returns a record without the fields that the user may not see; the same object if there are none. */
export function visibleRecord<T extends object>(
  scope: BranchScope,
  { resource }: TableMapping,
  record: T,
): T {
  const hidden = new Set(hiddenFields(resource, scope.sees));
  if (hidden.size === 0) return record;
  return Object.fromEntries(Object.entries(record).filter(([name]) => !hidden.has(name))) as T;
}

/** Returns what the user may see of the answer to a write: a record, or one that changed meanwhile. */
export function visibleAnswer(scope: BranchScope, mapping: TableMapping, body: unknown): unknown {
  if (!isObject(body)) return body;
  const seen = visibleRecord(scope, mapping, body);
  return isObject(seen.current) ? { ...seen, current: visibleRecord(scope, mapping, seen.current) } : seen;
}
