/** Remembers in which order it was added. */
interface Ranked<T> {
  readonly rank: number;
  readonly value: T;
}

interface Namesakes<T> {
  readonly first: Ranked<T>;
  /** The first without any number. */
  withoutNumber: Ranked<T> | undefined;
  readonly byNumber: Map<string, Ranked<T>>;
}

/**
 * Finds people of one name who may be one: they share a number, or one of them has none. Each look-up takes as long with many namesakes
 * as with one, so that a file of a hundred thousand equal names holds nobody up.
 */
export class LikelyTwins<T> {
  readonly #byName = new Map<string, Namesakes<T>>();
  #count = 0;

  add(name: string, numbers: ReadonlySet<string>, value: T): void {
    const ranked = { rank: this.#count++, value };
    const found = this.#byName.get(name);
    const namesakes = found ?? { first: ranked, withoutNumber: undefined, byNumber: new Map() };
    if (!found) this.#byName.set(name, namesakes);
    if (numbers.size === 0) namesakes.withoutNumber ??= ranked;
    for (const number of numbers) if (!namesakes.byNumber.has(number)) namesakes.byNumber.set(number, ranked);
  }

  /** Returns the one that was added first of those who may be the same. */
  find(name: string, numbers: ReadonlySet<string>): T | undefined {
    const namesakes = this.#byName.get(name);
    if (!namesakes) return undefined;
    if (numbers.size === 0) return namesakes.first.value;
    let earliest = namesakes.withoutNumber;
    for (const number of numbers) {
      const other = namesakes.byNumber.get(number);
      if (other && (!earliest || other.rank < earliest.rank)) earliest = other;
    }
    return earliest?.value;
  }
}
