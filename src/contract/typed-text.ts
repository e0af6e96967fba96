import { z } from 'zod';
import type { LazyText } from './messages.ts';
import { inputs } from './texts/inputs.en.ts';

// Marks of direction, zero-width spaces and the like: copied texts bring them, and they are invisible. Joiners and what
// makes pictures of signs stay.
const UNSEEN = /(?!\u200c|\u200d|[\ufe00-\ufe0f])\p{DI}/gu;
const JOINERS = /(.?)[\u200c\u200d]+(?=(.?))/gu;
const NO_LETTER = /^$|[\s\p{N}\p{P}]/u;
const SURROGATE = /\p{Surrogate}/u;

/** No null byte and no lone surrogate (decision 33). `isWellFormed()` is missing below Safari 16.4. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !SURROGATE.test(text);

/** Removes marks of direction; joiners stay where they join two letters. */
export const withoutUnseen = (text: string) =>
  text
    .replace(UNSEEN, '')
    .replace(JOINERS, (whole, before: string, after: string) =>
      NO_LETTER.test(before) || NO_LETTER.test(after) ? before : whole,
    );

/** No invisible characters, and each run of white space is one space (decision 148). */
export const seenLine = (text: string): string => withoutUnseen(text).replace(/\s+/g, ' ').trim();

export const seenText = (text: string): string =>
  withoutUnseen(text)
    .replace(/[^\S\n\r\t]/g, ' ')
    .trim();

interface TypedText {
  readonly limit: number;
  readonly missing?: LazyText;
  readonly tooLong?: LazyText;
  readonly unstorable?: LazyText;
}

const typed = (
  seen: (text: string) => string,
  {
    limit,
    missing,
    tooLong = () => inputs.tooLong({ limit }),
    unstorable = () => inputs.unstorable,
  }: TypedText,
) =>
  z
    .string(
      missing === undefined
        ? undefined
        : { error: ({ input }) => (input === undefined ? missing() : inputs.invalid) },
    )
    .overwrite(seen)
    .max(limit, { error: tooLong })
    .refine(isStorable, { error: unstorable });

export const typedLine = (facts: TypedText) => typed(seenLine, facts);

export const typedLines = (facts: TypedText) => typed(seenText, facts);
