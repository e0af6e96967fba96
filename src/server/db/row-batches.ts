/** Rows that are read, and held in memory, at a time: few, because other requests wait while they are converted. */
export const BATCH_SIZE = 100;

/** Holds some rows of a longer result. */
export interface RowBatch<Row> {
  readonly rows: readonly Row[];
  /** Whether no rows follow, so that the transaction can be ended. */
  readonly last: boolean;
}

export const jsonRows = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row));

/** Converts the rows of each batch. */
export async function* mapBatches<Row, Result>(
  batches: AsyncIterable<RowBatch<Row>>,
  convert: (rows: readonly Row[]) => Promise<readonly Result[]> | readonly Result[],
): AsyncGenerator<RowBatch<Result>> {
  for await (const { rows, last } of batches) yield { rows: await convert(rows), last };
}
