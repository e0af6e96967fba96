import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { messages } from './texts.en.ts';

/** Names the default order: newest first (decision 3). */
const DEFAULT_ORDER = '-created_at';

/** Lists the kinds that sort descending first: highest amount, newest date. Other kinds sort ascending. */
const DESCENDING_FIRST: readonly Field['kind'][] = ['money', 'quantity', 'timestamp', 'date'];

export type Direction = 'ascending' | 'descending';

/** Tells whether a list can be sorted by a column. The order of notes means nothing. */
export function isOrderable(resource: Resource, name: string): boolean {
  const kind = resource.columns.includes(name) ? fieldOf(resource, name)?.kind : undefined;
  return kind !== undefined && kind !== 'long-text' && kind !== 'flag';
}

/** Returns the direction of a column in an order, '' being newest first; else undefined. */
export function directionOf(ordering: string, name: string): Direction | undefined {
  const current = ordering === '' ? DEFAULT_ORDER : ordering;
  if (current === name) return 'ascending';
  return current === `-${name}` ? 'descending' : undefined;
}

/**
 * Returns the order after a tap on a column head. Cycles through its default direction, the reverse, and
 * newest first.
 */
export function nextOrdering(resource: Resource, ordering: string, name: string): string {
  const field = fieldOf(resource, name);
  const descending = field !== undefined && DESCENDING_FIRST.includes(field.kind);
  const [first, second] = descending ? [`-${name}`, name] : [name, `-${name}`];
  const current = ordering === '' ? DEFAULT_ORDER : ordering;
  const next = current === first ? second : current === second ? '' : first;
  return next === DEFAULT_ORDER ? '' : next;
}

/** Returns the labels of the ascending and the descending order of a field. */
function directionLabels(kind: Field['kind']): readonly [string, string] {
  if (kind === 'money') return [messages.leastFirst, messages.mostFirst];
  if (kind === 'quantity') return [messages.fewestFirst, messages.mostFirst];
  if (kind === 'timestamp') return [messages.oldestFirst, messages.newestFirst];
  if (kind === 'choice') return [messages.firstToLast, messages.lastToFirst];
  return [messages.aToZ, messages.zToA];
}

/** Returns every order with its label, for screens without column heads. */
export function orderings(resource: Resource): readonly { readonly value: string; readonly label: string }[] {
  return resource.columns
    .filter((name) => isOrderable(resource, name))
    .flatMap((name) => {
      const { kind = 'text', label = name } = fieldOf(resource, name) ?? {};
      const [up, down] = directionLabels(kind);
      const options = [
        { value: name, label: messages.orderOption({ label, direction: up }) },
        { value: `-${name}`, label: messages.orderOption({ label, direction: down }) },
      ];
      return options.map((one) => (one.value === DEFAULT_ORDER ? { ...one, value: '' } : one));
    })
    .sort((one, other) => Number(other.value === '') - Number(one.value === ''));
}
