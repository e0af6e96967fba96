import type { z } from 'zod';
import { isSameValue } from '#contract/change.ts';
import type { Field } from '#contract/fields.ts';
import type { historyEntry } from '#contract/history.ts';

/** Tells who gave a field its value, and when. */
export interface ChangeAuthor {
  readonly name: string;
  /** Wall clock, milliseconds. */
  readonly at: number;
}

/**
 * Returns who last changed a field to this value; undefined if the history does not tell.
 * @param history entries of one record, newest first
 */
export function changeAuthor(
  history: readonly z.output<typeof historyEntry>[],
  name: string,
  field: Field,
  value: unknown,
): ChangeAuthor | undefined {
  const entry = history.find(
    ({ before, after }) =>
      after !== null &&
      isSameValue(field, after[name], value) &&
      (before === null || !isSameValue(field, before[name], after[name])),
  );
  return entry && { name: entry.user_name, at: Date.parse(entry.at) };
}
