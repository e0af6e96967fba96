import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { readId } from './fields.ts';
import { importLimits } from './import-limits.ts';
import { bodies } from './texts/bodies.en.ts';

/** Decision 56. */
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

export const importTargetBody = z.object({ target, heading_row: headingRow });

const counts = z.object({ ready: z.number(), doubtful: z.number(), wrong: z.number() });

/** Columns by field, counted from 0, and the choices about rows. */
export const importBody = z.object({
  target,
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
  /** For rows with an unreadable optional value: leave them out, or add them without it. */
  unreadable: rowChoice.optional(),
  /** Choices for single rows, by the number of the row in the file. */
  rows: boundedRecord(z.record(z.string(), rowChoice), importLimits.rows, () => bodies.fewerRows).default({}),
  /** Leaves wrong rows out; without it a file with wrong rows is refused. */
  leave_out_wrong: z.boolean().default(false),
  /** Counts of the check: a file that now counts otherwise is not imported. */
  expected: counts.optional(),
});
export type ImportBody = z.output<typeof importBody>;

/** Also guesses the field of each column. */
export const importColumns = z.object({
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
  /** The record may exist already, or an optional value is unreadable. */
  doubt: z.enum(['duplicate', 'unreadable']).optional(),
  title: z.string(),
  reasons: z.array(z.string()),
});
export type ImportedRow = z.output<typeof checkedRow>;

/**
 * Result of a dry run. `rows` are the first rows that are not ready; `unreadable` counts the doubtful rows whose only
 * problem is an unreadable optional value.
 */
export const importCheck = counts.extend({ unreadable: z.number().default(0), rows: z.array(checkedRow) });
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
