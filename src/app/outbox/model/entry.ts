import { z } from 'zod';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft } from '#contract/define-resource.ts';
import { isResourceName } from '#contract/resources/registry.ts';

/** The shape of a row that this build writes. Rows of a newer build are parked until the app is updated. */
export const SCHEMA_VERSION = 1;

/** `blocked` is never stored: it follows from the other rows and from what this build understands. */
export const entryStates = ['queued', 'sending', 'done', 'unknown', 'rejected', 'blocked', 'auth'] as const;
export type EntryState = (typeof entryStates)[number];

const draft = z.record(z.string(), z.unknown());
const record = z.looseObject({ id: z.string() });

const rowShape = z.object({
  /** Order of arrival; first in, first out within an entity. */
  seq: z.number().int(),
  /** UUID = the Idempotency-Key. */
  id: z.string().min(1),
  schemaVersion: z.number().int(),
  ownerId: z.string(),
  branchId: z.string(),
  operation: z.object({
    resource: z.string(),
    kind: z.enum(['create', 'update', 'delete']),
    /** The record's id; a temporary one while its create is under way. */
    recordId: z.string(),
  }),
  body: draft,
  /** Computed fields as the form worked them out; gone when what they rest on has changed since. */
  expected: draft.optional(),
  /** The row as the person saw it, for update and delete. */
  before: record.optional(),
  /** Field → the record that was picked, so that a pending row can show names. */
  referenced: z.record(z.string(), record).default({}),
  /** What went over the wire at the first try, to be sent again byte for byte. */
  sent: z
    .object({
      method: z.enum(['POST', 'PATCH', 'DELETE']),
      path: z.string(),
      body: z.string().optional(),
      /** The day it was made, where that was added because it is sent on a later one (decision 30). */
      customDate: z.string().optional(),
    })
    .optional(),
  state: z.enum(entryStates),
  /** A try has ended without anyone knowing whether the host carried it out. */
  uncertain: z.boolean().default(false),
  /** The host can't tell a repeat from a new write, so a person must say whether to send again (decision 5). */
  asksPerson: z.boolean().default(false),
  entityKey: z.string(),
  /** Ids of the rows that go first. */
  dependsOn: z.array(z.string()),
  /** Ids of writes that this one stands for: later ones that were merged into it before it was sent, and those it took the place of. */
  merged: z.array(z.string()).default([]),
  attempts: z.number().int().default(0),
  /** Wall clock, milliseconds. */
  nextAttemptAt: z.number().default(0),
  claim: z.object({ token: z.string(), at: z.number() }).optional(),
  /** Wall clock, milliseconds. */
  createdAt: z.number(),
  /** When a person last put it on its way again, wall clock in milliseconds; absent where that was when it was made. */
  resentAt: z.number().optional(),
  /** When it was refused, wall clock in milliseconds. */
  refusedAt: z.number().optional(),
  /** The name of the month that ran when it was made, as far as the device knew (decision 30). */
  madeIn: z.string().optional(),
  /** `tick` of the first try. */
  firstSentAt: z.number().optional(),
  /** `tick` of the answer that settled it. */
  acknowledgedAt: z.number().optional(),
  lastStatus: z.number().optional(),
  lastError: z.string().optional(),
  problems: z.array(z.object({ field: z.string(), message: z.string() })).default([]),
  /** The host's row after the write; absent for a delete. */
  result: record.optional(),
  /** The host's sentence after the write. */
  detail: z.string().optional(),
});

/** Why a row can't be sent although nobody refused it. */
export type QuarantineReason =
  | 'unreadable'
  | 'newer-version'
  | 'unknown-operation'
  | 'other-branch'
  | 'depends';

export type StoredEntry = z.output<typeof rowShape>;

/** One write on its way, as every reader sees it. */
export interface OutboxEntry extends Readonly<StoredEntry> {
  readonly body: Draft;
  readonly expected?: Draft;
  readonly before?: RecordRow;
  readonly result?: RecordRow;
  readonly referenced: Readonly<Record<string, RecordRow>>;
  readonly parked?: QuarantineReason;
}

/**
 * Reads a stored row, whatever is in it. What this build can't read, or must not send, comes back as
 * `blocked` with the reason; the stored row is left as it is and never dropped.
 */
export function readEntry(stored: unknown): OutboxEntry {
  const parsed = rowShape.safeParse(stored);
  if (!parsed.success) return unreadable(stored);
  const row = parsed.data;
  if (row.state === 'done') return row;
  if (row.schemaVersion > SCHEMA_VERSION) return { ...row, state: 'blocked', parked: 'newer-version' };
  if (!isResourceName(row.operation.resource))
    return { ...row, state: 'blocked', parked: 'unknown-operation' };
  return row;
}

const rest = z.looseObject({
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

/** What can still be told of a row that does not parse: enough to list it and to discard it. */
function unreadable(stored: unknown): OutboxEntry {
  const { seq, id, ownerId, branchId, schemaVersion, createdAt, operation } = rest
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
    parked: schemaVersion > SCHEMA_VERSION ? 'newer-version' : 'unreadable',
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

/** Whether somebody still waits for it: everything but what the host has acknowledged. */
export function isUnsettled(row: OutboxEntry): boolean {
  return row.state !== 'done';
}

/** Whether only a person can bring it on: refused, parked, or of unknown outcome on a host without keys. */
export function requiresUserAction(row: OutboxEntry): boolean {
  if (row.state === 'rejected' || row.asksPerson) return true;
  return row.state === 'blocked' && row.parked !== 'depends';
}

/** It was given to the network at least once: from then on its body must not change. */
export function wasAttempted(row: OutboxEntry): boolean {
  return row.sent !== undefined;
}

/** Returns whether only a person, or an entry it depends on, can move it on. */
export const isStuck = ({ state }: OutboxEntry): boolean => state === 'rejected' || state === 'blocked';
