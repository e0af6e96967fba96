/** Rows that are read, and held in memory, at a time: few, because other requests wait while they are converted. */
export const BATCH_SIZE = 100;

export interface RowBatch<Row> {
  readonly rows: readonly Row[];
  readonly last: boolean;
}

export const jsonRows = (rows: readonly object[]): string[] => rows.map((row) => JSON.stringify(row));

export async function* mapBatches<Row, Result>(
  batches: AsyncIterable<RowBatch<Row>>,
  convert: (rows: readonly Row[]) => Promise<readonly Result[]> | readonly Result[],
): AsyncGenerator<RowBatch<Result>> {
  for await (const { rows, last } of batches) yield { rows: await convert(rows), last };
}
