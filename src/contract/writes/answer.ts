import { z } from 'zod';
import { rowShape } from '../define-resource.ts';
import { readId } from '../fields.ts';
import { isResourceName, resourceOf } from '../resources/registry.ts';
import type { KnownRecord } from './define-write.ts';

const written = z.object({
  /** Name of its resource, or of the kind of write for a record that belongs to none. */
  resource: z.string(),
  record: z.looseObject({ id: readId }),
});

/** Answer of every declared write: the records that it made or changed, first the one that it is about. */
export const writeAnswer = z.object({ detail: z.string().optional(), records: z.array(written) });

export type WriteAnswer = z.input<typeof writeAnswer>;

export interface AnsweredRecord {
  readonly resource: string;
  readonly record: KnownRecord;
}

/** The app's reading: a record of a resource is a row of that resource. */
export const answeredRecords: z.ZodType<readonly AnsweredRecord[]> = writeAnswer.transform(
  ({ records }, context) =>
    records.map(({ resource, record }) => {
      if (!isResourceName(resource)) return { resource, record };
      const row = rowShape(resourceOf(resource)).pipe(z.custom<KnownRecord>()).safeParse(record);
      if (row.success) return { resource, record: row.data };
      context.addIssue({ code: 'custom', message: 'Not a record' });
      return z.NEVER;
    }),
);
