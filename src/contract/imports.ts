import { z } from 'zod';
import { boundedRecord } from './bounded-record.ts';
import { readId } from './fields.ts';
import { importLimits } from './import-limits.ts';

/** The path of imports (decision 56). */
export const IMPORTS_PATH = '/imports/';
export const IMPORT_COLUMNS_PATH = '/imports/columns/';
export const IMPORT_CHECK_PATH = '/imports/check/';
export const IMPORT_ROWS_PATH = '/imports/rows/';

/** Lists what can be imported: students, and enrolments with what is still owed on them. */
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

const target = z.enum(importTargets, 'Choose what to import');

/** Parses the number of the row that names the columns; without it the server looks for that row. */
const headingRow = z.number().int().positive().optional();

/** Parses what to import, before its columns are known. */
export const importTargetBody = z.object({ target, heading_row: headingRow });

const counts = z.object({ ready: z.number(), doubtful: z.number(), wrong: z.number() });

/** Parses what to do with a file: which column holds which field, counted from 0, and what was decided about its rows. */
export const importBody = z.object({
  target,
  heading_row: headingRow,
  columns: boundedRecord(
    z.record(z.string(), z.number().int().nonnegative()),
    importLimits.columns,
    'There are fewer columns than that',
  ),
  /** Counts what was paid before as income of the running month; it is in no month's figures otherwise. */
  count_paid: z.boolean().default(false),
  /** What to do with likely duplicates; without it each needs a choice of its own. */
  duplicates: rowChoice.optional(),
  /** What to do with rows of which an optional value cannot be read: leave them out, or add them without it. */
  unreadable: rowChoice.optional(),
  /** Choices for single rows, by the number of the row in the file. */
  rows: boundedRecord(
    z.record(z.string(), rowChoice),
    importLimits.rows,
    'There are fewer rows than that',
  ).default({}),
  /** Leaves wrong rows out; without it a file with wrong rows is refused. */
  leave_out_wrong: z.boolean().default(false),
  /** What the check has counted: a file that counts otherwise meanwhile is not imported. */
  expected: counts.optional(),
});
export type ImportBody = z.output<typeof importBody>;

/** Parses what a file holds, and which of its columns seem to hold which field. */
export const importColumns = z.object({
  /** The number of the row that was taken for the headings, and the first rows, of which another can be chosen. */
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
  /** The number of the row in the file. */
  row: z.number(),
  verdict: z.enum(['doubtful', 'wrong']),
  /** Why it is doubtful: it may be there already, or an optional value of it cannot be read. */
  doubt: z.enum(['duplicate', 'unreadable']).optional(),
  title: z.string(),
  reasons: z.array(z.string()),
});
export type ImportedRow = z.output<typeof checkedRow>;

/**
 * Parses the result of a dry run. `rows` are the first rows that are not ready; `unreadable` are the doubtful ones of which only an optional
 * value cannot be read.
 */
export const importCheck = counts.extend({ unreadable: z.number().default(0), rows: z.array(checkedRow) });
export type ImportCheck = z.output<typeof importCheck>;

/** Parses an import. */
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
