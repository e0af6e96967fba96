import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

/** Names the default order: newest first (decision 3). */
const NATURAL = '-created_at';

/** Lists the kinds that sort descending first: highest amount, newest date. Other kinds sort ascending. */
const FROM_THE_TOP: readonly Field['kind'][] = ['money', 'quantity', 'timestamp', 'date'];

export type Direction = 'ascending' | 'descending';

/** Tells whether a list can be sorted by a column; the order of notes means nothing. */
export function isOrderable(resource: Resource, name: string): boolean {
  const kind = resource.columns.includes(name) ? fieldOf(resource, name)?.kind : undefined;
  return kind !== undefined && kind !== 'long-text' && kind !== 'flag';
}

/** Returns the direction of a column in an order, '' being newest first; else undefined. */
export function directionOf(ordering: string, name: string): Direction | undefined {
  const stands = ordering === '' ? NATURAL : ordering;
  if (stands === name) return 'ascending';
  return stands === `-${name}` ? 'descending' : undefined;
}

/**
 * Returns the order after a tap on a column head. Cycles through its default direction, the reverse, and
 * newest first.
 */
export function nextOrdering(resource: Resource, ordering: string, name: string): string {
  const field = fieldOf(resource, name);
  const fromTop = field !== undefined && FROM_THE_TOP.includes(field.kind);
  const [first, second] = fromTop ? [`-${name}`, name] : [name, `-${name}`];
  const stands = ordering === '' ? NATURAL : ordering;
  const next = stands === first ? second : stands === second ? '' : first;
  return next === NATURAL ? '' : next;
}

const WORDS: Partial<Record<Field['kind'], readonly [string, string]>> = {
  money: ['least first', 'most first'],
  quantity: ['fewest first', 'most first'],
  timestamp: ['oldest first', 'newest first'],
  choice: ['first to last', 'last to first'],
};

/** Returns every order with its label, for screens without column heads. */
export function orderings(resource: Resource): readonly { readonly value: string; readonly words: string }[] {
  return resource.columns
    .filter((name) => isOrderable(resource, name))
    .flatMap((name) => {
      const { kind = 'text', label = name } = fieldOf(resource, name) ?? {};
      const [up, down] = WORDS[kind] ?? ['A to Z', 'Z to A'];
      const both = [
        { value: name, words: `${label}, ${up}` },
        { value: `-${name}`, words: `${label}, ${down}` },
      ];
      return both.map((one) => (one.value === NATURAL ? { ...one, value: '' } : one));
    })
    .sort((one, other) => Number(other.value === '') - Number(one.value === ''));
}
