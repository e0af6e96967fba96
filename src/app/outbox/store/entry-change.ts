import type { Owner } from '#app/api/session.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { type AffectingMutation, derivesFrom, mustRunAfter } from '#app/outbox/model/dependencies.ts';
import { type OutboxEntry, SCHEMA_VERSION } from '#app/outbox/model/entry.ts';
import { entityKeyOf, recordIdOf } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { type Change, changeOf, isSameValue, withJoinedFields } from '#contract/change.ts';
import { type Draft, debtOf, fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import type { FieldMap } from '#contract/fields.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { NewStoredEntry, OutboxDb } from './outbox-db.ts';

/**
 * The entry depends on all earlier entries that it must run after. An update keeps only the fields that differ from the
 * record as it was shown (decision 41).
 * @param earlier the owner's pending entries, in order of arrival
 * @param now wall clock, milliseconds
 */
export function newEntry(
  mutation: Mutation,
  owner: Owner,
  earlier: readonly OutboxEntry[],
  now: number,
): NewStoredEntry {
  const recordId = recordIdOf(mutation);
  const { resource, kind, body, before } = mutation;
  const change = kind === 'update' && before ? changeOfUpdate(resource, before, body) : undefined;
  const entry = {
    id: mutation.id,
    schemaVersion: SCHEMA_VERSION,
    ...owner,
    operation: { resource, kind, recordId },
    body: change?.yours ?? { ...body },
    base: change?.base,
    ...(mutation.expected && { expected: { ...mutation.expected } }),
    before,
    referenced: { ...mutation.referenced },
    state: 'queued' as const,
    uncertain: false,
    asksPerson: false,
    entityKey: entityKeyOf(resource, recordId, body),
    merged: [],
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: now,
    problems: [],
  };
  return { ...entry, dependsOn: earlier.filter((other) => mustRunAfter(entry, other)).map(({ id }) => id) };
}

/** Fields to reset when an entry is queued again under a new key. Set `resentAt` with them. */
export const RESET_FIELDS = {
  state: 'queued',
  attempts: 0,
  nextAttemptAt: 0,
  uncertain: false,
  asksPerson: false,
  sent: undefined,
  claim: undefined,
  firstSentAt: undefined,
  lastStatus: undefined,
  lastError: undefined,
  refusedAt: undefined,
  changedMeanwhile: undefined,
  missingRecord: undefined,
  problems: [],
} as const satisfies Partial<OutboxEntry>;

export function changeableFields(resource: string, before: Draft | undefined, body: Draft): FieldMap {
  return isResourceName(resource) ? formOf(resourceOf(resource), { ...before, ...body }).fields : {};
}

export function changeOfUpdate(resource: string, before: Draft, body: Draft): Change {
  return changeOf(changeableFields(resource, before, body), before, body);
}

export function changeToMerge({
  operation,
  before,
  body,
  base = {},
}: Pick<OutboxEntry, 'operation' | 'before' | 'body' | 'base'>): Change {
  const fields = changeableFields(operation.resource, before, body);
  return withJoinedFields(fields, { base, yours: body }, before ?? {});
}

/**
 * Names of the fields, and of the remaining amount, that differ from the record as it was shown. A value that one of
 * the two lacks is not compared.
 */
export function differences(resource: Resource, shown: Draft, current: Draft): string[] {
  const names = [...Object.keys(formOf(resource, current).fields), debtOf(resource)?.left ?? []].flat();
  return names.filter((name) => {
    const field = formOf(resource, current).fields[name] ?? fieldOf(resource, name);
    if (!field || shown[name] === undefined || current[name] === undefined) return false;
    return !isSameValue(field, shown[name], current[name]);
  });
}

/**
 * A delete expects the version of the record after an earlier change of this device. It keeps the old version if the
 * record contains a value that the user has not seen.
 */
export function withVersionOf(
  { operation, before, sent }: Pick<OutboxEntry, 'operation' | 'before' | 'sent'>,
  record: RecordRow,
): RecordRow | undefined {
  if (operation.kind !== 'delete' || !before || sent || !isResourceName(operation.resource)) return before;
  const seen = differences(resourceOf(operation.resource), before, record).length === 0;
  return seen ? { ...before, version: record.version } : before;
}

/**
 * Deletes the expected values that other entries derived from a changed, removed or rejected one. Runs inside the
 * caller's transaction.
 */
export async function forgetExpected(
  db: OutboxDb,
  changed: AffectingMutation & Pick<OutboxEntry, 'id'>,
): Promise<void> {
  await db.outbox
    .where('dependsOn')
    .equals(changed.id)
    .modify((entry) => {
      if (derivesFrom(entry, changed)) delete entry.expected;
    });
}
