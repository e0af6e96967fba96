import { formOf } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { settlerOf } from '#contract/resources/settler-of.ts';
import type { OutboxEntry } from './entry.ts';

/** One record of one resource, as rows are ordered by it. */
export function entityKey(resource: string, recordId: string): string {
  return `${resource}:${recordId}`;
}

export type AffectingMutation = Pick<OutboxEntry, 'operation' | 'body' | 'before' | 'entityKey'>;

/** The records a write concerns, as keys: its own, and those it refers to or referred to. */
export function affectedKeys(row: AffectingMutation): Set<string> {
  const touched = new Set([row.entityKey]);
  const { resource: name } = row.operation;
  if (!isResourceName(name)) return touched;
  const resource = resourceOf(name);
  const record = { ...row.before, ...row.body };
  const fields = { ...resource.fields, ...formOf(resource, record).fields };
  for (const holder of [row.before, row.body]) {
    for (const [field, { refersTo }] of Object.entries(fields)) {
      const id = holder?.[field];
      if (refersTo && typeof id === 'string') touched.add(entityKey(refersTo, id));
    }
  }
  return touched;
}

/** What a write changes the balance of, and so what the next one may take. */
interface Balance {
  /** What is counted: "open deduction". */
  readonly what: string;
  /** Where: a book of which there is a stock, an employee with open deductions. */
  readonly holder: ResourceName | undefined;
  readonly id: string;
}

/** The balance that a write draws on or adds to; undefined for most. */
export function sharedBalance({ operation, body, before }: AffectingMutation): Balance | undefined {
  if (!isResourceName(operation.resource)) return undefined;
  const { name, fields, counts, settles } = resourceOf(operation.resource);
  const settling = settles ?? settlerOf(name)?.settles;
  const reference = counts?.reference ?? settling?.reference;
  const id = reference && (before?.[reference] ?? body[reference]);
  if (typeof id !== 'string') return undefined;
  const holder = fields[reference ?? '']?.refersTo;
  return { what: settling ? `open ${settling.kind}` : 'stock', holder, id };
}

function isSame(one: Balance | undefined, other: Balance | undefined): boolean {
  return one?.what === other?.what && one?.holder === other?.holder && one?.id === other?.id;
}

/**
 * Whether the later write must wait for the earlier one: either concerns the other's own record, or both draw
 * on one balance.
 */
export function mustRunAfter(later: AffectingMutation, earlier: AffectingMutation): boolean {
  if (affectedKeys(later).has(earlier.entityKey) || affectedKeys(earlier).has(later.entityKey)) return true;
  const balance = sharedBalance(later);
  return balance !== undefined && isSame(balance, sharedBalance(earlier));
}

/** Whether what a form worked out for the first write no longer holds once the other one changes or fails. */
export function derivesFrom(row: AffectingMutation, other: AffectingMutation): boolean {
  if (row.entityKey !== other.entityKey && affectedKeys(row).has(other.entityKey)) return true;
  const { resource } = row.operation;
  const kind = isResourceName(resource) ? resourceOf(resource).settles?.kind : undefined;
  return kind === other.operation.resource && isSame(sharedBalance(row), sharedBalance(other));
}

/**
 * Whether the later write makes no sense while the earlier one is refused: it is on the same record, or
 * refers to one that does not exist yet. Anything else was only a matter of order.
 */
export function failsWith(later: AffectingMutation, earlier: AffectingMutation): boolean {
  if (later.entityKey === earlier.entityKey) return true;
  return earlier.operation.kind === 'create' && affectedKeys(later).has(earlier.entityKey);
}
