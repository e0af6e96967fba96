import { z } from 'zod';
import type { LazyText } from './messages.ts';

/** Counted before any member is parsed: a body of one megabyte can hold a hundred thousand. */
export function boundedRecord<S extends z.ZodType>(
  schema: S,
  limit: number,
  message: LazyText,
): z.ZodType<z.output<S>, z.input<S>> {
  const counted: z.ZodType<z.output<S>, unknown> = z.preprocess((value, context) => {
    if (typeof value !== 'object' || value === null || Object.keys(value).length <= limit) return value;
    context.addIssue({ code: 'custom', message: message() });
    return z.NEVER;
  }, schema);
  return counted as z.ZodType<z.output<S>, z.input<S>>;
}
