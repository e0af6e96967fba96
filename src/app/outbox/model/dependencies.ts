import { type Draft, formOf } from '#contract/define-resource.ts';
import {
  COLLECTION,
  FAMILY,
  RECEIPT_PRINT,
  type ResourceName,
  resourceNames,
} from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { settlerOf } from '#contract/resources/settler-of.ts';
import { linesOf, type OutboxEntry } from './entry.ts';
import { entityKey } from './ids.ts';

export type AffectingMutation = Pick<OutboxEntry, 'operation' | 'body' | 'before' | 'entityKey'>;

/** Lists the kinds of enrolments: a plan names the enrolment that it is about without its kind. */
const enrolmentNames = (): readonly ResourceName[] =>
  resourceNames.filter((name) => name !== 'book-payout' && resourceOf(name).installment !== undefined);

/** Names a record, by its key, and the field that refers to it. */
export interface Reference {
  readonly field: string;
  readonly key: string;
}

/**
 * Returns the records that the values of a write refer to. The enrolment of a plan may be of any kind: it is one
 * reference for each.
 * @param whole the record that the values are part of: it says which form the record has
 */
export function referencesIn(name: string, values: Draft | undefined, whole: Draft): readonly Reference[] {
  const named = (field: string, resource: string): readonly Reference[] => {
    const id = values?.[field];
    return typeof id === 'string' ? [{ field, key: entityKey(resource, id) }] : [];
  };
  if (name === COLLECTION) return named('payer', 'student');
  if (name === FAMILY) return [...named('student', 'student'), ...named('other', 'student')];
  if (name === RECEIPT_PRINT) return named('record', String(values?.resource));
  if (!isResourceName(name)) return [];
  const resource = resourceOf(name);
  const fields = { ...resource.fields, ...formOf(resource, whole).fields };
  const planned = name === 'plan' ? enrolmentNames() : [];
  return [
    ...Object.entries(fields).flatMap(([field, { refersTo }]) => (refersTo ? named(field, refersTo) : [])),
    ...planned.flatMap((kind) => named('enrolment', kind)),
  ];
}

/**
 * Returns the keys of the records that a mutation affects: its own, and those it refers to or referred to.
 */
export function affectedKeys(entry: AffectingMutation): Set<string> {
  const { operation, before, body } = entry;
  const merged = { ...before, ...body };
  const references = [
    ...linesOf(entry).flatMap((line) => referencesIn(line.resource, line.body, line.body)),
    ...[before, body].flatMap((values) => referencesIn(operation.resource, values, merged)),
  ];
  return new Set([entry.entityKey, ...references.map(({ key }) => key)]);
}

/** Describes a balance that a mutation changes, and that limits later ones. */
interface Balance {
  /** What is counted, such as "open deduction". */
  readonly what: string;
  /** The resource that has the balance: a book with stock, an employee with open deductions. */
  readonly resource: ResourceName | undefined;
  readonly id: string;
}

/** Returns the balances that a mutation draws on or adds to; none for most. */
export function sharedBalances(entry: AffectingMutation): readonly Balance[] {
  const { operation, body, before } = entry;
  const written = [{ resource: operation.resource, body }, ...linesOf(entry)];
  return written.flatMap((one) => balanceOf(one.resource, one.body, before) ?? []);
}

function balanceOf(written: string, body: Draft, before: Draft | undefined): Balance | undefined {
  if (!isResourceName(written)) return undefined;
  // An installment of a payout hands out no copies.
  if ((before ?? body).is_installment === true) return undefined;
  const { name, fields, counts, settles } = resourceOf(written);
  const settling = settles ?? settlerOf(name)?.settles;
  const reference = counts?.reference ?? settling?.reference;
  const id = reference && (before?.[reference] ?? body[reference]);
  if (typeof id !== 'string') return undefined;
  const resource = fields[reference ?? '']?.refersTo;
  return { what: settling ? `open ${settling.kind}` : 'stock', resource, id };
}

/** Returns whether two mutations draw on or add to a common balance. */
function shareBalance(one: AffectingMutation, other: AffectingMutation): boolean {
  const own = sharedBalances(one);
  return (
    own.length > 0 &&
    sharedBalances(other).some((theirs) =>
      own.some(
        ({ what, resource, id }) => what === theirs.what && resource === theirs.resource && id === theirs.id,
      ),
    )
  );
}

/**
 * Returns whether `later` must run after `earlier`: one affects the other's record, or both share a balance.
 */
export function mustRunAfter(later: AffectingMutation, earlier: AffectingMutation): boolean {
  if (affectedKeys(later).has(earlier.entityKey) || affectedKeys(earlier).has(later.entityKey)) return true;
  return shareBalance(later, earlier);
}

/** Returns whether the optimistic values of one mutation become wrong once the other changes or fails. */
export function derivesFrom(entry: AffectingMutation, other: AffectingMutation): boolean {
  if (entry.entityKey !== other.entityKey && affectedKeys(entry).has(other.entityKey)) return true;
  const { resource } = entry.operation;
  const kind = isResourceName(resource) ? resourceOf(resource).settles?.kind : undefined;
  return kind === other.operation.resource && shareBalance(entry, other);
}

/**
 * Returns whether `later` must fail with `earlier`: same record, or it refers to a record that `earlier`
 * creates. All other dependencies are only about order.
 */
export function failsWith(later: AffectingMutation, earlier: AffectingMutation): boolean {
  if (later.entityKey === earlier.entityKey) return true;
  return earlier.operation.kind === 'create' && affectedKeys(later).has(earlier.entityKey);
}
