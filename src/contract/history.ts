import { z } from 'zod';
import { readId } from './fields.ts';

export const historyAction = z.enum(['created', 'changed', 'deleted', 'ended', 'reopened']);
export type HistoryAction = z.output<typeof historyAction>;

const record = z.record(z.string(), z.unknown()).nullable();

export const historyEntry = z.object({
  id: readId,
  /** ISO 8601 in UTC. */
  at: z.string(),
  user: readId,
  user_name: z.string(),
  device: z.string().nullable(),
  agent: z.string().nullable(),
  action: historyAction,
  resource: z.string(),
  record: readId,
  title: z.string(),
  month: readId.nullable(),
  before: record,
  after: record,
  note: z.string().nullable(),
  /** The manager who approved the write of another user (decision 46). */
  approved_by: readId.nullish(),
  approved_by_name: z.string().nullish(),
  /** The user who entered it on a device, if another one sent it (decision 47). */
  entered_by: readId.nullish(),
  entered_by_name: z.string().nullish(),
});

/** Newest first, ten entries a page. Ids are unique per `?resource=` only. */
export const HISTORY_PATH = '/history/';
