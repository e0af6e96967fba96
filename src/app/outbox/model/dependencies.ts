import type { Draft } from '#contract/define-resource.ts';
import { sharedPrefix } from '#contract/ids.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { settlementOf, settlerOf } from '#contract/resources/settler-of.ts';
import { referencesOf } from '#contract/writes/references.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { linesOf, type OutboxEntry } from './entry.ts';
import { paidBackFor } from './given-back.ts';
import { entityKey, recordIdIn } from './ids.ts';

export type AffectingMutation = Pick<OutboxEntry, 'operation' | 'body' | 'before' | 'entityKey'>;

/**
 * Keys of the records that it refers to.
 * @param whole the record that the values are part of
 */
function referencesIn(name: string, values: Draft | undefined, whole: Draft): readonly string[] {
  if (!values) return [];
  const found =
    writeOf(name)?.needs(values, whole) ??
    (isResourceName(name) ? referencesOf(resourceOf(name), values, whole) : []);
  return found.map(({ resource, id }) => entityKey(resource, id));
}

export function affectedKeys(entry: AffectingMutation): Set<string> {
  const { operation, before, body } = entry;
  const merged = { ...before, ...body };
  const references = [before, body].flatMap((values) => referencesIn(operation.resource, values, merged));
  return new Set([entry.entityKey, ...references]);
}

interface Balance {
  readonly balance: string;
  readonly resource: ResourceName | undefined;
  readonly id: string;
  /** Payments alone can be sent in any order; those before and after money that goes back cannot (decision 131). */
  readonly isPayment?: boolean;
}

export function sharedBalances(entry: AffectingMutation): readonly Balance[] {
  const { operation, body, before } = entry;
  const paidFor = paidBackFor(entry);
  if (paidFor) return [{ balance: PAID, ...paidFor, isPayment: false }];
  const written = [{ resource: operation.resource, body }, ...linesOf(entry)];
  return written.flatMap((one) => balanceOf(one.resource, one.body, before) ?? []);
}

const PAID = 'paid';

/** A salary and what it settles share one balance of the employee: what is open. */
function balanceOf(written: string, body: Draft, before: Draft | undefined): Balance | undefined {
  if (!isResourceName(written)) return undefined;
  if ((before ?? body).is_installment === true) {
    // It hands out no copies.
    const paidFor = before?.related_record ?? body.related_record;
    return typeof paidFor === 'string'
      ? { balance: PAID, resource: written, id: paidFor, isPayment: true }
      : undefined;
  }
  const resource = resourceOf(written);
  const settler = resource.settles ? resource : settlerOf(resource.name);
  const { fields, counts } = resource;
  const reference = counts?.reference ?? (settlementOf(settler, written) ?? settler?.settles?.[0])?.reference;
  const id = reference && (before?.[reference] ?? body[reference]);
  if (typeof id !== 'string') return undefined;
  const balance = settler ? `open for ${settler.name}` : 'stock';
  return { balance, resource: fields[reference ?? '']?.refersTo, id };
}

function shareBalance(one: AffectingMutation, other: AffectingMutation): boolean {
  const balances = sharedBalances(one);
  return (
    balances.length > 0 &&
    sharedBalances(other).some((otherBalance) =>
      balances.some(
        ({ balance, resource, id, isPayment }) =>
          balance === otherBalance.balance &&
          resource === otherBalance.resource &&
          id === otherBalance.id &&
          !(isPayment && otherBalance.isPayment),
      ),
    )
  );
}

/** Whether it changes or refers to a line of a create, such as a payment of a collection. */
export function namesLine(
  one: AffectingMutation,
  { operation: { kind, recordId } }: AffectingMutation,
): boolean {
  const isLine = (id: string) => id !== recordId && sharedPrefix(id) === sharedPrefix(recordId);
  return kind === 'create' && [...affectedKeys(one)].map(recordIdIn).some(isLine);
}

/** Whether it changes or refers to a record of the other one. */
const names = (one: AffectingMutation, other: AffectingMutation): boolean =>
  affectedKeys(one).has(other.entityKey) || namesLine(one, other);

export function mustRunAfter(later: AffectingMutation, earlier: AffectingMutation): boolean {
  return names(later, earlier) || names(earlier, later) || shareBalance(later, earlier);
}

/** The expected values of one mutation become wrong once the other changes or fails. */
export function derivesFrom(entry: AffectingMutation, other: AffectingMutation): boolean {
  if (entry.entityKey !== other.entityKey && affectedKeys(entry).has(other.entityKey)) return true;
  const { resource } = entry.operation;
  const settler = isResourceName(resource) ? resourceOf(resource) : undefined;
  // A later part of a salary is what the earlier one left.
  const isPart = settler?.settles !== undefined && resource === other.operation.resource;
  const derives = isPart
    ? entry.entityKey !== other.entityKey
    : settlementOf(settler, other.operation.resource);
  return Boolean(derives) && shareBalance(entry, other);
}

/** All other dependencies are only about order. */
export function failsWith(later: AffectingMutation, earlier: AffectingMutation): boolean {
  if (later.entityKey === earlier.entityKey) return true;
  return earlier.operation.kind === 'create' && names(later, earlier);
}
