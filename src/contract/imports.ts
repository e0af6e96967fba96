import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { readId } from './fields.ts';
import { bodies } from './texts/bodies.en.ts';

export const importLimits = {
  bytes: 10 * 1000 * 1000,
  /** Below the headings. */
  rows: 100_000,
  columns: 200,
  words: 100,
  wordLength: 100,
} as const;

export const IMPORTS_PATH = '/imports/';
export const IMPORT_COLUMNS_PATH = '/imports/columns/';
export const IMPORT_CHECK_PATH = '/imports/check/';
export const IMPORT_ROWS_PATH = '/imports/rows/';

export const importTargets = [
  'student',
  'adult-course',
  'kids-course',
  'home-schooling',
  'summer-course',
  'nursery',
  'bus',
] as const;
export type ImportTarget = (typeof importTargets)[number];

const rowChoice = z.enum(['skip', 'add']);
export type RowChoice = z.output<typeof rowChoice>;

const target = z.enum(importTargets, { error: () => bodies.importTarget });

/** Number of the row that names the columns; without it the server looks for the row. */
const headingRow = z.number().int().positive().optional();

/** Name of the sheet; without it the server looks for the one that fits. */
const sheet = z.string().max(200).optional();

export const importTargetBody = z.object({ target, sheet, heading_row: headingRow });

const counts = z.object({ ready: z.number(), doubtful: z.number(), wrong: z.number() });

export const importBody = z.object({
  target,
  sheet,
  heading_row: headingRow,
  columns: boundedRecord(
    z.record(z.string(), z.number().int().nonnegative()),
    importLimits.columns,
    () => bodies.fewerColumns,
  ),
  /** Counts earlier payments as income of the running month; otherwise they are in no month's figures. */
  count_paid: z.boolean().default(false),
  /** For likely duplicates; without it each needs a choice of its own. */
  duplicates: rowChoice.optional(),
  /** For rows with a value in doubt: leave them out, or add them as the reason says. */
  unreadable: rowChoice.optional(),
  /** What words of the file mean that a field has no value for; '' for nothing. */
  values: z
    .array(z.object({ field: z.string().max(100), text: z.string().max(1000), value: z.string().max(100) }))
    .max(importLimits.words)
    .default([]),
  rows: boundedRecord(z.record(z.string(), rowChoice), importLimits.rows, () => bodies.fewerRows).default({}),
  /** Leaves wrong rows out; without it a file with wrong rows is refused. */
  leave_out_wrong: z.boolean().default(false),
  /** Counts of the check: a file that now counts otherwise is not imported. */
  expected: counts.optional(),
});
export type ImportBody = z.output<typeof importBody>;

export const importColumns = z.object({
  /** The sheet that was read, of those of the workbook. A CSV file has none. */
  sheet: z.string().optional(),
  sheets: z.array(z.object({ name: z.string(), hidden: z.boolean() })).optional(),
  /** Number of the row that was taken for the headings; another of the first rows can be chosen. */
  heading_row: z.number().optional(),
  first_rows: z.array(z.object({ row: z.number(), text: z.string() })).optional(),
  rows: z.number(),
  headings: z.array(z.string()),
  samples: z.array(z.array(z.string())),
  fields: z.array(z.object({ name: z.string(), label: z.string(), required: z.boolean() })),
  guess: z.record(z.string(), z.number()),
});
export type ImportColumns = z.output<typeof importColumns>;

const checkedRow = z.object({
  row: z.number(),
  verdict: z.enum(['doubtful', 'wrong']),
  /** The record may exist already, or a value is in doubt. */
  doubt: z.enum(['duplicate', 'unreadable']).optional(),
  title: z.string(),
  reasons: z.array(z.string()),
});
export type ImportedRow = z.output<typeof checkedRow>;

const unknownWord = z.object({
  field: z.string(),
  label: z.string(),
  text: z.string(),
  rows: z.number(),
  optional: z.boolean(),
  choices: z.array(z.object({ value: z.string(), label: z.string() })),
  value: z.string().optional(),
});
export type UnknownWord = z.output<typeof unknownWord>;

/**
 * Result of a dry run. `rows` are the first rows that are not ready; `unreadable` counts the doubtful rows that have
 * only values in doubt; `unknown` are words that a field has no value for, each once.
 */
export const importCheck = counts.extend({
  unreadable: z.number().default(0),
  rows: z.array(checkedRow),
  unknown: z.array(unknownWord).default([]),
});
export type ImportCheck = z.output<typeof importCheck>;

export const importRow = z.object({
  id: readId,
  target: z.string(),
  file: z.string(),
  rows: z.number(),
  created_at: z.string(),
  user_name: z.string(),
  undone_at: z.string().nullable(),
});
export type ImportRow = z.output<typeof importRow>;
