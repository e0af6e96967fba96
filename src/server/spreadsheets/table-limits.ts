import { importLimits } from '#contract/import-limits.ts';

/**
 * Bounds what a file may hold. A few bytes can name a cell anywhere, or one text a million times: all of this is looked at before rows
 * are made of it (decision 147).
 */
export const tableLimits = {
  rows: importLimits.rows,
  /** Rows that are read for each that counts: empty ones do not. */
  readRows: importLimits.rows * 2,
  columns: importLimits.columns,
  /** Rows times columns, as far as something stands in them. */
  cells: 2_000_000,
  /** UTF-16 units in one cell: the most that Excel takes. */
  cellLength: 32_767,
  /** UTF-16 units in all cells. */
  textLength: 30_000_000,
  /** Bytes that the parts of a workbook come to: 100,000 rows of ten columns have about half of it. */
  unpackedBytes: 100 * 1024 * 1024,
} as const;

/** Bounds the thread that reads a file: devices wait 45 s for an answer. Buffers are not counted in its heap. */
export const threadLimits = { heapMegabytes: 384, milliseconds: 40_000 } as const;
