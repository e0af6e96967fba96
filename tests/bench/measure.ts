export interface Timing {
  readonly median: number;
  readonly p99: number;
}

export function timing(milliseconds: readonly number[]): Timing {
  const sorted = [...milliseconds].sort((a, b) => a - b);
  const at = (share: number) =>
    sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
  return { median: at(0.5), p99: at(0.99) };
}

export async function timed(
  runs: number,
  lanes: number,
  work: (run: number) => Promise<unknown>,
): Promise<Timing> {
  const times: number[] = [];
  let next = 0;
  const lane = async () => {
    while (next < runs) {
      const run = next++;
      const start = performance.now();
      await work(run);
      times.push(performance.now() - start);
    }
  };
  await Promise.all(Array.from({ length: lanes }, lane));
  return timing(times);
}

export interface Line {
  readonly what: string;
  readonly ours: string;
  readonly peer: string;
  readonly ratio: number;
  readonly bar?: number;
  /** The bar is the lowest accepted ratio: higher ones are better. */
  readonly isFloor?: true;
  readonly note?: string;
}

export interface Headings {
  readonly ours: string;
  readonly peer: string;
  readonly note?: string;
}

export function table(lines: readonly Line[], headings: Headings = { ours: 'ours', peer: 'peer' }): string {
  return aligned([
    ['', headings.ours, headings.peer, 'ratio', 'bar', '', headings.note ?? ''],
    ...lines.map(({ what, ours, peer, ratio, bar, isFloor, note }) => [
      what,
      ours,
      peer,
      `${ratio.toFixed(2)}×`,
      bar === undefined ? '' : `${isFloor ? '≥' : '≤'} ${bar}×`,
      bar === undefined ? '' : isFloor ? (ratio >= bar ? 'good' : 'UNDER') : ratio <= bar ? 'good' : 'OVER',
      note ?? '',
    ]),
  ]);
}

export function aligned(rows: readonly (readonly string[])[]): string {
  const widths =
    rows[0]?.map((_, column) => Math.max(...rows.map((cells) => cells[column]?.length ?? 0))) ?? [];
  return rows
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const ms = (milliseconds: number) => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;
