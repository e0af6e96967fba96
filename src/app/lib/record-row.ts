import { z } from 'zod';
import { type Resource, rowShape } from '#contract/define-resource.ts';
import { memoizeBy } from '#contract/memoize-by.ts';

/** A parsed row of any resource, for code that serves all of them. Money in it is decimal text. */
export type RecordRow = { readonly id: string; readonly [field: string]: unknown };

const looseRow = z.custom<RecordRow>(
  (value) => typeof value === 'object' && value !== null && 'id' in value && typeof value.id === 'string',
);

/** Parses an answer of the host as a row of the resource; unknown fields fall away (decision 6). */
export const recordSchema = memoizeBy(
  (resource: Resource): z.ZodType<RecordRow> => rowShape(resource).pipe(looseRow),
);
