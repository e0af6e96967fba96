/** Decision 147. */
export const importLimits = {
  bytes: 10 * 1000 * 1000,
  /** Below the headings. */
  rows: 100_000,
  columns: 200,
  /** Unknown words of a file that can be given a meaning, and their characters. */
  words: 100,
  wordLength: 100,
} as const;
