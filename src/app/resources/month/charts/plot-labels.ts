const LETTER_WIDTH = 8;
const GAP = 8;
const MAX_LETTERS = 16;

/** Identifies a place on the horizontal axis, such as a month or a day. */
export interface Named {
  readonly id: string;
  readonly name: string;
}

interface PlotLabel {
  readonly id: string;
  readonly text: string;
  readonly x: number;
  /** In the direction of reading, as that of the text is. */
  readonly anchor: 'start' | 'middle' | 'end';
}

const shortened = (name: string) => (name.length > MAX_LETTERS ? `${name.slice(0, MAX_LETTERS - 1)}…` : name);

/**
 * Returns as many labels as fit side by side, always including the last. Labels at the edges are moved
 * inside.
 * @param slot width of one place, in pixels
 * @param whole width of all places, in pixels
 */
export function labelsOf(places: readonly Named[], slot: number, whole: number): PlotLabel[] {
  const letters = Math.max(...places.map(({ name }) => shortened(name).length));
  const step = Math.max(1, Math.ceil((letters * LETTER_WIDTH + GAP) / slot));
  const labels: PlotLabel[] = [];
  let free = whole + GAP;
  for (let index = places.length - 1; index >= 0; index -= step) {
    const { id = '', name = '' } = places[index] ?? {};
    const text = shortened(name);
    const width = text.length * LETTER_WIDTH;
    const middle = (index + 0.5) * slot;
    const from = Math.max(0, Math.min(middle - width / 2, whole - width));
    // A label that was moved in from an edge may overlap its neighbour.
    if (from + width + GAP > free) continue;
    free = from;
    const anchor = from === 0 ? 'start' : from + width === whole ? 'end' : 'middle';
    labels.unshift({ id, text, anchor, x: { start: 0, middle, end: whole }[anchor] });
  }
  return labels;
}
