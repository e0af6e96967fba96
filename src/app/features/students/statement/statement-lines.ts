import type { StatementLine } from '#contract/debts.ts';

export interface ShownLine {
  readonly line: StatementLine;
  /** The line that took it back, which is shown with it. */
  readonly takenBackBy: StatementLine | undefined;
}

/** Each line that was taken back has its reversal with it. */
export function shownLines(lines: readonly StatementLine[]): readonly ShownLine[] {
  const ids = new Set(lines.map(({ id }) => id));
  const isReversal = ({ reverses }: StatementLine) => Boolean(reverses && ids.has(reverses));
  const reversals = new Map(lines.filter(isReversal).map((line) => [line.reverses, line]));
  return lines
    .filter((line) => !isReversal(line))
    .map((line) => ({ line, takenBackBy: reversals.get(line.id) }));
}
