import { z } from 'zod';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import { type Problem, problem } from '#contract/problems.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import type { Line } from '#contract/writes/define-write.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { paidBackFor } from './given-back.ts';

/** Entries of a newer build are quarantined until the app is updated (fault 40). */
export const SCHEMA_VERSION = 1;

/**
 * `queued`: not sent yet, or certainly not applied by the server; it will be sent.
 * `sending`: claimed by a sender, the request is in flight.
 * `done`: acknowledged; it stays in the overlay until a newer snapshot contains it.
 * `unknown`: sent, outcome unknown; it is retried with the same key, or a user decides (`asksPerson`).
 * `rejected`: rejected by the server; it stays until the user edits, resends or discards it.
 * `blocked`: depends on a rejected or quarantined entry, or is quarantined itself. It is never stored: it follows from
 * the other entries and from this build.
 * `auth`: paused until its owner signs in.
 * `encrypted`: its owner is signed out; the next sign-in decrypts it with its earlier state (decision 97).
 */
export const entryStates = [
  'queued',
  'sending',
  'done',
  'unknown',
  'rejected',
  'blocked',
  'auth',
  'encrypted',
] as const;
export type EntryState = (typeof entryStates)[number];

const draft = z.record(z.string(), z.unknown());
const record = z.looseObject({ id: z.string() });
const storedProblem: z.ZodType<Problem> = z.union([problem, problem.pick({ field: true, message: true })]);
const conflict = z.object({ base: z.unknown(), yours: z.unknown(), now: z.unknown() });

const entrySchema = z.object({
  /** Order of arrival; entries of one record are sent first in, first out. */
  seq: z.number().int(),
  /** A UUID, which is also the Idempotency-Key. */
  id: z.string().min(1),
  schemaVersion: z.number().int(),
  ownerId: z.string(),
  branchId: z.string(),
  /** The disabled user who entered it, if a manager has taken it over (decision 103). */
  enteredBy: z.object({ id: z.string(), name: z.string() }).optional(),
  operation: z.object({
    resource: z.string(),
    kind: z.enum(['create', 'update', 'delete']),
    /** A create has one of this device. A server without `client_ids` names the record, and its answer replaces it. */
    recordId: z.string(),
  }),
  /** Form values; of an update with a base only the touched fields. */
  body: draft,
  /** The value that the form began with, per touched field of an update (decision 41). */
  base: draft.optional(),
  /** Computed fields as the form predicted them. Removed once an input of them has changed. */
  expected: draft.optional(),
  /** For update and delete: the record as it was shown to the user. */
  before: record.optional(),
  /** Picked record per field, so that a pending entry can show names. */
  referenced: z.record(z.string(), record),
  /** Fixed at the first attempt, so that every retry sends the same bytes (fault 22). */
  sent: z
    .object({
      method: z.enum(['POST', 'PATCH', 'DELETE']),
      path: z.string(),
      body: z.string().optional(),
      /** Entity tag of the version that a delete expects (decision 41). */
      ifMatch: z.string().optional(),
      /** Day of creation, added because the entry is sent on a later day (decision 30). */
      customDate: z.string().optional(),
    })
    .optional(),
  state: z.enum(entryStates),
  /** An attempt ended without telling whether the server performed it. */
  uncertain: z.boolean(),
  /**
   * The server cannot recognise the retry, or may have forgotten the key, so the user decides whether to send it again
   * (decisions 5 and 82).
   */
  asksPerson: z.boolean(),
  entityKey: z.string(),
  dependsOn: z.array(z.string()),
  /**
   * Ids of further mutations in this entry: edits that were merged into it before it was sent, and entries that it
   * replaced.
   */
  merged: z.array(z.string()),
  attempts: z.number().int(),
  /** Wall clock, milliseconds. */
  nextAttemptAt: z.number(),
  /**
   * Token of a manager's approval of `sent`, for its next attempt (decision 190). Only a queued entry, or one that is
   * asked again, has one.
   */
  approval: z.string().optional(),
  claim: z.object({ token: z.string(), at: z.number() }).optional(),
  /** Wall clock, milliseconds. */
  createdAt: z.number(),
  /**
   * Newest moment known when the entry was made, wall clock in milliseconds; later than `createdAt` if the clock ran
   * back.
   */
  knownAt: z.number().optional(),
  /** The clock was known to be wrong when the entry was made, so its day is not stamped. */
  clockWrong: z.boolean().optional(),
  /** When the user last queued it again, wall clock in milliseconds. */
  resentAt: z.number().optional(),
  /** When the server rejected it, wall clock in milliseconds. */
  refusedAt: z.number().optional(),
  /** The month that was running when the entry was made, as far as known (decision 30). */
  madeIn: z.string().optional(),
  /** Database generation of the server that this device knew when the entry was made. */
  generation: z.string().optional(),
  /** Acknowledged once, then lost in a restore of the server. The user may send it again under its own key. */
  lostInRestore: z.boolean().optional(),
  /** The user saw its effect at the server, perhaps of another person's write. It is never sent again. */
  foundDone: z.boolean().optional(),
  /** Timestamp of the logical clock. */
  firstSentAt: z.number().optional(),
  /** Timestamp of the logical clock. */
  acknowledgedAt: z.number().optional(),
  /** Server's time of the acknowledging answer in milliseconds, because the device's clock may be wrong. */
  acknowledgedTime: z.number().optional(),
  lastStatus: z.number().optional(),
  lastError: z.string().optional(),
  /** With facts as the server saw them under its locks, where it sends some that this build can read. */
  problems: z.array(storedProblem).readonly(),
  /** Id of a record that it refers to and that the server will never have. Such an entry is rejected, and not sent. */
  missingRecord: z.string().optional(),
  /** The record's current values, and for each field that both sides changed the three values (decision 41). */
  changedMeanwhile: z
    .object({ current: record, conflicts: z.record(z.string(), conflict).optional() })
    .optional()
    .catch(undefined),
  /** The record that the write is about, as the server answered it; absent for a delete. */
  result: record.optional(),
  /** All records that a declared write made or changed, as the server answered them. */
  records: z
    .array(z.object({ resource: z.string(), record }))
    .optional()
    .catch(undefined),
  detail: z.string().optional(),
});

export type QuarantineReason =
  | 'unreadable'
  | 'newer-version'
  | 'unknown-operation'
  | 'other-branch'
  | 'waiting-on-dependency'
  | 'encrypted';

export type StoredEntry = z.output<typeof entrySchema>;

export type EntryRequest = NonNullable<StoredEntry['sent']>;

/** An approval is for its user, now: it is neither kept after a log-out nor handed over. */
export function withoutApproval<E extends { readonly approval?: string | undefined }>({
  approval: _,
  ...entry
}: E): Omit<E, 'approval'> {
  return entry;
}

export type ChangedMeanwhile = NonNullable<StoredEntry['changedMeanwhile']>;

export interface OutboxEntry extends Readonly<StoredEntry> {
  readonly body: Draft;
  readonly base?: Draft;
  readonly expected?: Draft;
  readonly before?: RecordRow;
  readonly result?: RecordRow;
  readonly referenced: Readonly<Record<string, RecordRow>>;
  readonly quarantined?: QuarantineReason;
}

/**
 * Never fails. An entry that this build cannot read or must not send becomes `blocked` with the reason; the stored
 * entry is neither changed nor dropped.
 */
export function readEntry(stored: unknown): OutboxEntry {
  const parsed = entrySchema.safeParse(stored);
  if (!parsed.success) return unreadable(stored);
  const entry = parsed.data;
  if (entry.state === 'done') return entry;
  if (entry.state === 'encrypted') return { ...entry, state: 'blocked', quarantined: 'encrypted' };
  if (entry.schemaVersion > SCHEMA_VERSION)
    return { ...entry, state: 'blocked', quarantined: 'newer-version' };
  if (!isKnown(entry)) return { ...entry, state: 'blocked', quarantined: 'unknown-operation' };
  return entry;
}

/** A write with a line that this build cannot read must not be sent without that line. */
function isKnown({ operation: { resource }, body }: WithLines): boolean {
  const write = writeOf(resource);
  if (!write) return isResourceName(resource);
  return write.lines === undefined || write.lines(body).length > 0;
}

const readableParts = z.looseObject({
  seq: z.number().catch(0),
  id: z.string().min(1).optional().catch(undefined),
  ownerId: z.string().catch(''),
  branchId: z.string().catch(''),
  schemaVersion: z.number().catch(0),
  createdAt: z.number().catch(0),
  operation: z
    .looseObject({ resource: z.string().catch(''), recordId: z.string().catch('') })
    .catch({ resource: '', recordId: '' }),
});

function unreadable(stored: unknown): OutboxEntry {
  const { seq, id, ownerId, branchId, schemaVersion, createdAt, operation } = readableParts
    .catch({
      seq: 0,
      ownerId: '',
      branchId: '',
      schemaVersion: 0,
      createdAt: 0,
      operation: { resource: '', recordId: '' },
      id: undefined,
    })
    .parse(stored);
  return {
    seq,
    id: id ?? `unreadable-${seq}`,
    schemaVersion,
    ownerId,
    branchId,
    operation: { resource: operation.resource, kind: 'update', recordId: operation.recordId },
    body: {},
    referenced: {},
    state: 'blocked',
    quarantined: schemaVersion > SCHEMA_VERSION ? 'newer-version' : 'unreadable',
    uncertain: false,
    asksPerson: false,
    entityKey: `unreadable:${seq}`,
    dependsOn: [],
    merged: [],
    attempts: 0,
    nextAttemptAt: 0,
    createdAt,
    problems: [],
  };
}

export const isReadable = ({ quarantined }: Pick<OutboxEntry, 'quarantined'>): boolean =>
  quarantined !== 'unreadable' && quarantined !== 'encrypted';

export function isPending(entry: OutboxEntry): boolean {
  return entry.state !== 'done';
}

export function requiresUserAction(entry: OutboxEntry): boolean {
  if (entry.state === 'rejected' || entry.asksPerson) return true;
  return entry.state === 'blocked' && entry.quarantined !== 'waiting-on-dependency';
}

/** Lost in a restore of the server, and the user has not decided yet. */
export const isOffered = ({ lostInRestore, asksPerson }: OutboxEntry): boolean =>
  lostInRestore === true && asksPerson;

/** From the first attempt on its body must not change. */
export function wasAttempted(entry: OutboxEntry): boolean {
  return entry.sent !== undefined;
}

/**
 * True if the server certainly does not have the entry: it was never sent, or was rejected without an attempt of
 * unknown outcome. Only then may it change, or get another key (decision 145).
 */
export function isUnperformed(entry: OutboxEntry): boolean {
  if (entry.state === 'rejected') return !entry.uncertain;
  return !wasAttempted(entry) && entry.state !== 'sending';
}

export const isStuck = ({ state }: OutboxEntry): boolean => state === 'rejected' || state === 'blocked';

interface WithLines {
  readonly operation: { readonly resource: string };
  readonly body: Draft;
}

/** The lines of a write as single mutations. Empty for a write of one record. */
export const linesOf = ({ operation, body }: WithLines): readonly Line[] =>
  writeOf(operation.resource)?.lines?.(body) ?? [];

/** Resources whose records a write makes or changes. */
export function writtenResources(entry: WithLines): readonly string[] {
  const { resource } = entry.operation;
  const { writes } = writeOf(resource) ?? {};
  if (writes) return writes(entry.body);
  const paidFor = paidBackFor(entry);
  return paidFor ? [resource, paidFor.resource] : [resource];
}
