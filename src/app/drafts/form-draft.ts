import { z } from 'zod';
import type { RecordRow } from '#app/lib/record-row.ts';

export interface MutationIds {
  /** A UUID, which becomes the Idempotency-Key. */
  readonly current: string;
  readonly rejected: readonly string[];
}

const record = z.looseObject({ id: z.string() });

const formDraft = z.object({
  id: z.string().min(1),
  form: z.string().min(1),
  /** Name of a record or of a person; '' if none was typed. */
  title: z.string(),
  values: z.record(z.string(), z.string()),
  /** The record as it was shown when the change began; absent for a new record. */
  base: record.optional(),
  /** Picked record per field, so that the form shows names. */
  referenced: z.record(z.string(), record),
  ids: z.object({ current: z.string().min(1), rejected: z.array(z.string()).readonly() }),
  startedAt: z.number(),
});

export interface FormDraft extends Readonly<z.output<typeof formDraft>> {
  readonly base?: RecordRow | undefined;
  readonly referenced: Readonly<Record<string, RecordRow>>;
  readonly ids: MutationIds;
}

export function readDraft(stored: unknown): FormDraft | undefined {
  return formDraft.safeParse(stored).data;
}
