/** Bytes of the file, rows below its headings, and columns (decision 147). */
export const importLimits = { bytes: 10 * 1000 * 1000, rows: 100_000, columns: 200 } as const;
