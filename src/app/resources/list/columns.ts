import type { RecordRow } from '#app/lib/record-row.ts';
import { computedText } from '#contract/computed-fields.ts';
import { fieldOf, type Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { messages } from './texts.en.ts';

export interface NamedField {
  readonly name: string;
  readonly field: Field;
}

export interface Column {
  readonly key: string;
  readonly lines: readonly (readonly [NamedField, ...NamedField[]])[];
  readonly kind: Field['kind'];
  readonly isTitle: boolean;
}

/** Wide enough for one column per field. In em, so that larger text folds earlier. */
export const WIDE_QUERY = '(min-width: 90em)';
export const WIDEST_QUERY = '(min-width: 110em)';
export const TABLE_QUERY = '(min-width: 51.25em)';

/** As many as fit a tablet beside the menu. */
const MAX_TABLET_COLUMNS = 6;

export const RECORDED_BY = 'recorded_by';

function takenByColumn(): Column {
  const field = computedText(() => messages.takenBy);
  return { key: RECORDED_BY, lines: [[{ name: RECORDED_BY, field }]], kind: field.kind, isTitle: false };
}

export const isFolded = ({ columns }: Resource): boolean => columns.length > MAX_TABLET_COLUMNS;

function groupOf({ field }: NamedField, isTitle: boolean): 'title' | 'describing' | 'money' | undefined {
  if (isTitle || field.kind === 'timestamp') return 'title';
  if (field.kind === 'choice' || field.kind === 'long-text') return 'describing';
  return field.kind === 'money' && !field.balance ? 'money' : undefined;
}

/** Never more than two lines, so that all headers and rows have one height. */
function linesOf(group: string, members: readonly NamedField[]): Column['lines'] {
  if (group !== 'describing') return members.map((member) => [member]);
  const last = members.length > 2 ? members.findLast(({ field }) => field.kind === 'choice') : members.at(-1);
  const [first, ...more] = members.filter((member) => member !== last);
  return [...(first ? [[first, ...more] as const] : []), ...(last ? [[last] as const] : [])];
}

/**
 * If not all columns fit, some fields share one, so that receipt numbers and debts stay visible without scrolling
 * sideways.
 * @param tellsPeople whether the server tells who recorded a payment, and there is room for it
 */
export function columnsOf(resource: Resource, wide: boolean, tellsPeople = false): readonly Column[] {
  const fields = resource.columns.flatMap((name): NamedField[] => {
    const field = fieldOf(resource, name);
    return field ? [{ name, field }] : [];
  });
  const isShared = !wide && isFolded(resource);
  const title = titleColumn(resource);
  if (isShared) fields.sort((one, other) => Number(other.name === title) - Number(one.name === title));
  const columns = fields.flatMap((named): Column[] => {
    const group = isShared ? groupOf(named, named.name === title) : undefined;
    const facts = { key: named.name, kind: named.field.kind, isTitle: named.name === title };
    if (group === undefined) return [{ ...facts, lines: [[named]] }];
    const members = fields.filter((other) => groupOf(other, other.name === title) === group);
    if (members[0] !== named) return [];
    const lines = linesOf(group, members);
    return [group === 'describing' ? { ...facts, lines, kind: 'long-text' } : { ...facts, lines }];
  });
  return wide && tellsPeople && resource.installment ? [...columns, takenByColumn()] : columns;
}

export function titleColumn(resource: Resource): string | undefined {
  const named = (kind: Field['kind']) =>
    resource.columns.find((name) => resource.fields[name]?.kind === kind);
  return named('reference') ?? named('text');
}

export function mainAmount(resource: Resource, record: RecordRow): NamedField | undefined {
  const { columns, cash } = resource;
  const debtColumn = columns.find((name) => fieldOf(resource, name)?.balance && record[name] !== null);
  const name =
    debtColumn ?? cash?.field ?? columns.find((column) => fieldOf(resource, column)?.kind === 'money');
  const field = name === undefined ? undefined : fieldOf(resource, name);
  return name !== undefined && field ? { name, field } : undefined;
}

const CARD_KINDS: readonly Field['kind'][] = ['text', 'phone', 'choice', 'reference', 'quantity'];

export function cardFields(resource: Resource, record: RecordRow): NamedField[] {
  const title = titleColumn(resource);
  return resource.columns
    .filter((name) => name !== title && record[name] !== null && record[name] !== '')
    .flatMap((name) => {
      const field = fieldOf(resource, name);
      // An installment hands out no copies.
      if (field?.kind === 'quantity' && record.is_installment === true) return [];
      return field && CARD_KINDS.includes(field.kind) ? [{ name, field }] : [];
    })
    .slice(0, record.is_installment === true ? 1 : 2);
}

const DEFAULT_ORDER = '-created_at';

const DESCENDING_FIRST: readonly Field['kind'][] = ['money', 'quantity', 'timestamp', 'date'];

type Direction = 'ascending' | 'descending';

export function isOrderable(resource: Resource, name: string): boolean {
  const kind = resource.columns.includes(name) ? fieldOf(resource, name)?.kind : undefined;
  return kind !== undefined && kind !== 'long-text' && kind !== 'flag';
}

/** '' stands for newest first. Undefined if another column sorts. */
export function directionOf(ordering: string, name: string): Direction | undefined {
  const current = ordering === '' ? DEFAULT_ORDER : ordering;
  if (current === name) return 'ascending';
  return current === `-${name}` ? 'descending' : undefined;
}

export function nextOrdering(resource: Resource, ordering: string, name: string): string {
  const field = fieldOf(resource, name);
  const descending = field !== undefined && DESCENDING_FIRST.includes(field.kind);
  const [first, second] = descending ? [`-${name}`, name] : [name, `-${name}`];
  const current = ordering === '' ? DEFAULT_ORDER : ordering;
  const next = current === first ? second : current === second ? '' : first;
  return next === DEFAULT_ORDER ? '' : next;
}

function directionLabels(kind: Field['kind']): readonly [string, string] {
  if (kind === 'money') return [messages.leastFirst, messages.mostFirst];
  if (kind === 'quantity') return [messages.fewestFirst, messages.mostFirst];
  if (kind === 'timestamp') return [messages.oldestFirst, messages.newestFirst];
  if (kind === 'choice') return [messages.firstToLast, messages.lastToFirst];
  return [messages.aToZ, messages.zToA];
}

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

export const rowTabs = (resource: Resource): readonly (readonly [string, string])[] => [
  ['', messages.all],
  ['false', resource.commonName ? messages.enrolments : resource.plural],
  ['true', messages.installments],
];
