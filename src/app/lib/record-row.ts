import { z } from 'zod';
import { type Resource, rowShape } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';

/** Of any resource, for generic code. Money in it is decimal text. */
export type RecordRow = { readonly id: string; readonly [field: string]: unknown };

const looseRow = z.custom<RecordRow>(
  (value) => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string',
);

/** Unknown fields are dropped (decision 6). */
export const recordSchema = memoizeBy(
  (resource: Resource): z.ZodType<RecordRow> => rowShape(resource).pipe(looseRow),
);
