import type { Owner } from '#app/api/session.ts';
import type { Draft } from '#contract/define-resource.ts';
import { entityKey, mustRunAfter } from '../model/dependencies.ts';
import { type OutboxEntry, SCHEMA_VERSION } from '../model/entry.ts';
import { temporaryId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import { withBase } from './entry-change.ts';
import type { NewStoredEntry } from './outbox-db.ts';

/**
 * Creates the entry of a mutation, dependent on all earlier entries that it must run after. An update keeps only
 * what differs from the record as it was shown (decision 41).
 * @param earlier the owner's unsettled entries, in order of arrival
 * @param now wall clock, milliseconds
 */
export function newEntry(
  mutation: Mutation,
  owner: Owner,
  earlier: readonly OutboxEntry[],
  now: number,
): NewStoredEntry {
  const recordId = mutation.recordId ?? temporaryId(mutation.id);
  const entry = withBase({
    id: mutation.id,
    schemaVersion: SCHEMA_VERSION,
    ...owner,
    operation: { resource: mutation.resource, kind: mutation.kind, recordId },
    body: { ...mutation.body } as Draft,
    base: undefined as Draft | undefined,
    ...(mutation.expected && { expected: { ...mutation.expected } }),
    before: mutation.before,
    referenced: { ...mutation.referenced },
    state: 'queued' as const,
    uncertain: false,
    asksPerson: false,
    entityKey: entityKey(mutation.resource, recordId),
    merged: [],
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: now,
    problems: [],
  });
  return { ...entry, dependsOn: earlier.filter((parent) => mustRunAfter(entry, parent)).map(({ id }) => id) };
}

/** Lists the fields to reset when an entry is queued again under a new key. Set `resentAt` with them. */
export const RESET_FIELDS = {
  state: 'queued',
  attempts: 0,
  nextAttemptAt: 0,
  uncertain: false,
  asksPerson: false,
  sent: undefined,
  claim: undefined,
  firstSentAt: undefined,
  gatewayRefusals: undefined,
  lastStatus: undefined,
  lastError: undefined,
  refusedAt: undefined,
  changedMeanwhile: undefined,
  problems: [],
} as const satisfies Partial<OutboxEntry>;
