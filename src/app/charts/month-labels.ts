import type { ChartedMonth } from './charted-month.ts';

const LETTER = 8;
const GAP = 8;
const MOST_LETTERS = 16;

/** The name of a month under its bars. */
export interface MonthLabel {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  readonly anchor: 'start' | 'middle' | 'end';
}

const shortened = (name: string) =>
  name.length > MOST_LETTERS ? `${name.slice(0, MOST_LETTERS - 1)}…` : name;

/**
 * As many names as have room beside each other, the newest always among them; at the edges they stay inside.
 * @param slot the width of a month, in pixels
 * @param whole the width of all
 */
export function labelsOf(months: readonly ChartedMonth[], slot: number, whole: number): MonthLabel[] {
  const letters = Math.max(...months.map(({ name }) => shortened(name).length));
  const every = Math.max(1, Math.ceil((letters * LETTER + GAP) / slot));
  const labels: MonthLabel[] = [];
  let free = whole + GAP;
  for (let place = months.length - 1; place >= 0; place -= every) {
    const { id = '', name = '' } = months[place] ?? {};
    const text = shortened(name);
    const width = text.length * LETTER;
    const middle = (place + 0.5) * slot;
    const from = Math.max(0, Math.min(middle - width / 2, whole - width));
    // One that was moved in from an edge may have taken the room of its neighbour.
    if (from + width + GAP > free) continue;
    free = from;
    const anchor = from === 0 ? 'start' : from + width === whole ? 'end' : 'middle';
    labels.unshift({ id, text, anchor, x: { start: 0, middle, end: whole }[anchor] });
  }
  return labels;
}
