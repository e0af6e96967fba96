import { z } from 'zod';
import { readId } from './fields.ts';

/** What was done: to a record, or to a month. */
export const historyAction = z.enum(['created', 'changed', 'deleted', 'ended', 'reopened']);
export type HistoryAction = z.output<typeof historyAction>;

const record = z.record(z.string(), z.unknown()).nullable();

/** One write of a record: who, when, from where, and what the record was before and after. No call changes it. */
export const historyEntry = z.object({
  id: readId,
  /** ISO 8601 in UTC. */
  at: z.string(),
  user: readId,
  user_name: z.string(),
  device: z.string().nullable(),
  agent: z.string().nullable(),
  action: historyAction,
  /** A resource's name, or "month". */
  resource: z.string(),
  record: readId,
  title: z.string(),
  month: readId.nullable(),
  before: record,
  after: record,
  note: z.string().nullable(),
});

/** `?record=` (with `?resource=` where ids of several kinds meet), `?month=`, `?user=`; newest first, ten a page. */
export const HISTORY_PATH = '/history/';
