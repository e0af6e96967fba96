import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

/** The order a list has of its own: newest first (decision 3). */
const NATURAL = '-created_at';

/** What people look for at the top: the most, or the newest; names and numbers of receipts from their beginning. */
const FROM_THE_TOP: readonly Field['kind'][] = ['money', 'quantity', 'timestamp', 'date'];

export type Direction = 'ascending' | 'descending';

/** Whether a list can be put in order by a column: notes say nothing by their order. */
export function isOrderable(resource: Resource, name: string): boolean {
  const kind = resource.columns.includes(name) ? fieldOf(resource, name)?.kind : undefined;
  return kind !== undefined && kind !== 'long-text' && kind !== 'flag';
}

/** The way a list goes by a column, '' being newest first; undefined where it goes by another. */
export function directionOf(ordering: string, name: string): Direction | undefined {
  const stands = ordering === '' ? NATURAL : ordering;
  if (stands === name) return 'ascending';
  return stands === `-${name}` ? 'descending' : undefined;
}

/** The order that a tap on a column's head asks for: its own way first, then the other, then newest first again. */
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

/** Every order that a list can be put in, with its words: for a screen without heads to tap. */
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
