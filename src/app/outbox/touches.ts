import { formOf } from '#contract/define-resource.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { settlerOf } from '#contract/resources/settler-of.ts';
import type { OutboxRow } from './outbox-row.ts';

/** One record of one resource, as rows are ordered by it. */
export function entityKey(resource: string, recordId: string): string {
  return `${resource}:${recordId}`;
}

export type Touching = Pick<OutboxRow, 'operation' | 'body' | 'before' | 'entityKey'>;

/** The records a write concerns, as keys: its own, and those it refers to or referred to. */
export function touchesOf(row: Touching): Set<string> {
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
export function balanceOf({ operation, body, before }: Touching): Balance | undefined {
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
export function mustFollow(later: Touching, earlier: Touching): boolean {
  if (touchesOf(later).has(earlier.entityKey) || touchesOf(earlier).has(later.entityKey)) return true;
  const balance = balanceOf(later);
  return balance !== undefined && isSame(balance, balanceOf(earlier));
}

/** Whether what a form worked out for the first write no longer holds once the other one changes or fails. */
export function restsOn(row: Touching, other: Touching): boolean {
  if (row.entityKey !== other.entityKey && touchesOf(row).has(other.entityKey)) return true;
  const { resource } = row.operation;
  const kind = isResourceName(resource) ? resourceOf(resource).settles?.kind : undefined;
  return kind === other.operation.resource && isSame(balanceOf(row), balanceOf(other));
}

/**
 * Whether the later write makes no sense while the earlier one is refused: it is on the same record, or
 * refers to one that does not exist yet. Anything else was only a matter of order.
 */
export function standsOrFallsWith(later: Touching, earlier: Touching): boolean {
  if (later.entityKey === earlier.entityKey) return true;
  return earlier.operation.kind === 'create' && touchesOf(later).has(earlier.entityKey);
}
