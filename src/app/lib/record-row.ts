import { z } from 'zod';
import { type Resource, rowShape } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';

/** A parsed record of any resource, for generic code. Money in it is decimal text. */
export type RecordRow = { readonly id: string; readonly [field: string]: unknown };

const looseRow = z.custom<RecordRow>(
  (value) => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string',
);

/**
 * Returns the schema that parses a server answer as a record of the resource. Unknown fields are dropped
 * (decision 6).
 */
export const recordSchema = memoizeBy(
  (resource: Resource): z.ZodType<RecordRow> => rowShape(resource).pipe(looseRow),
);
