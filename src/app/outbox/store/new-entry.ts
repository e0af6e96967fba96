import type { Owner } from '#app/api/session.ts';
import { entityKey, mustRunAfter } from '../model/dependencies.ts';
import { type OutboxEntry, SCHEMA_VERSION } from '../model/entry.ts';
import { temporaryId } from '../model/ids.ts';
import type { Mutation } from '../model/mutation.ts';
import type { NewStoredEntry } from './outbox-db.ts';

/**
 * The row of a write, behind everything earlier that concerns the same records.
 * @param earlier the owner's unsettled rows, in order
 * @param now wall clock, milliseconds
 */
export function newEntry(
  write: Mutation,
  owner: Owner,
  earlier: readonly OutboxEntry[],
  now: number,
): NewStoredEntry {
  const recordId = write.recordId ?? temporaryId(write.id);
  const row = {
    id: write.id,
    schemaVersion: SCHEMA_VERSION,
    ...owner,
    operation: { resource: write.resource, kind: write.kind, recordId },
    body: { ...write.body },
    ...(write.expected && { expected: { ...write.expected } }),
    before: write.before,
    referenced: { ...write.referenced },
    state: 'queued' as const,
    uncertain: false,
    asksPerson: false,
    entityKey: entityKey(write.resource, recordId),
    merged: [],
    attempts: 0,
    nextAttemptAt: 0,
    createdAt: now,
    problems: [],
  };
  return { ...row, dependsOn: earlier.filter((one) => mustRunAfter(row, one)).map(({ id }) => id) };
}

/** What a person has put right starts anew: another key, no memory of the refusal. Say with it when (`resentAt`). */
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
  problems: [],
} as const satisfies Partial<OutboxEntry>;
