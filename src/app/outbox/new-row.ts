import type { Owner } from '#app/data/session.ts';
import { temporaryId } from './ids.ts';
import type { NewRow } from './outbox-db.ts';
import { type OutboxRow, SCHEMA_VERSION } from './outbox-row.ts';
import { entityKey, mustFollow } from './touches.ts';
import type { Write } from './write.ts';

/**
 * The row of a write, behind everything earlier that concerns the same records.
 * @param earlier the owner's unsettled rows, in order
 * @param now wall clock, milliseconds
 */
export function newRow(write: Write, owner: Owner, earlier: readonly OutboxRow[], now: number): NewRow {
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
  return { ...row, dependsOn: earlier.filter((one) => mustFollow(row, one)).map(({ id }) => id) };
}

/** What a person has put right starts anew: another key, no memory of the refusal. Say with it when (`resentAt`). */
export const STARTED_ANEW = {
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
} as const satisfies Partial<OutboxRow>;
