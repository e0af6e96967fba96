import { type RawBuilder, sql } from 'kysely';
import { labelOf } from '#contract/choices.ts';
import { displayOf, fieldOf } from '#contract/define-resource.ts';
import type { Field, FieldKind } from '#contract/fields.ts';
import { memoizeBy } from '#contract/memoize-by.ts';
import { hiddenFields } from '#contract/record-permissions.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { decimalOf } from '#server/store/decimal-text.ts';
import type { TextRow } from '#server/store/prepared-statements.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { expressionOf, referencesOf } from './record-columns.ts';

/** Writes the value of a column, as PostgreSQL's text, in JSON. */
type ToJson = (value: string) => string;

/** Quotes a value that needs no escapes: an id, a day, a whole number. */
const quoted: ToJson = (value) => `"${value}"`;
const asItIs: ToJson = (value) => value;
const escaped: ToJson = (value) => JSON.stringify(value);

const decimal: ToJson = (piastres) => `"${decimalOf(piastres)}"`;

/** Writes a timestamp of a session in UTC as ISO 8601. */
const instant: ToJson = (value) => `"${value.replace(' ', 'T').replace('+00', 'Z')}"`;
const truth: ToJson = (value) => (value === 't' ? 'true' : 'false');

const byKind: Readonly<Record<FieldKind, ToJson>> = {
  text: escaped,
  'long-text': escaped,
  phone: escaped,
  choice: escaped,
  money: decimal,
  quantity: quoted,
  reference: quoted,
  date: quoted,
  timestamp: instant,
  flag: truth,
  parts: asItIs,
};

/** Describes a part of a record: the columns it is read from, and how they are written. */
interface Part {
  readonly name: string;
  readonly columns: readonly RawBuilder<unknown>[];
  /** Writes the values of its columns, the first at this place of the row. */
  readonly write: (row: TextRow, at: number) => string;
}

const jsonOf = (value: string | null | undefined, toJson: ToJson) => (value == null ? 'null' : toJson(value));

function single(name: string, column: RawBuilder<unknown>, toJson: ToJson): Part {
  return { name, columns: [column], write: (row, at) => jsonOf(row[at], toJson) };
}

function partOf(mapping: TableMapping, name: string, field: Field): Part {
  const part = single(name, expressionOf(mapping, name), byKind[field.kind]);
  const { choices } = field;
  if (!field.withLabel || !choices) return part;
  // The label follows its value.
  const labelled = (value: string | null | undefined) =>
    `${jsonOf(value, escaped)},"${displayOf(name)}":${escaped(labelOf(choices, String(value)))}`;
  return { ...part, write: (row, at) => labelled(row[at]) };
}

/** Returns the summary of a referenced record, shown as `<name>_data`. */
function summaryOf(name: string, target: TableMapping): Part {
  const { summary = [] } = target;
  const write = (row: TextRow, at: number) =>
    `{"id":${jsonOf(row[at], quoted)}${summary
      .map((column, index) => `,"${column}":${jsonOf(row[at + 1 + index], escaped)}`)
      .join('')}}`;
  const columns = ['id', ...summary].map((column) => sql`${sql.ref(`${name}.${column}`)}`);
  return { name: `${name}_data`, columns, write };
}

function partsOf(mapping: TableMapping, hidden: ReadonlySet<string>): Part[] {
  const { resource } = mapping;
  const names = [...Object.keys(resource.fields), ...Object.keys(resource.computed)];
  const fields = names.flatMap((name) => {
    const field = hidden.has(name) ? undefined : fieldOf(resource, name);
    return field ? [partOf(mapping, name, field)] : [];
  });
  return [
    single('id', sql`r.id`, quoted),
    single('version', sql`r.version`, asItIs),
    ...(mapping.monthRule ? [single('month', sql`r.month_id`, quoted)] : []),
    ...(resource.cash ? [single('recorded_by', sql`r.created_by`, quoted)] : []),
    ...fields,
    ...referencesOf(mapping).map(({ name, target }) => summaryOf(name, target)),
  ];
}

/** Describes how records of one resource are read and written. */
export interface RecordJson {
  /** Names the fields that are left out. */
  readonly hidden: string;
  /** The selected columns of row `r` and of what `joinsOf` joins. */
  readonly selection: RawBuilder<unknown>;
  /** Writes a record, whose first column is at this place of the row, in its wire format. */
  readonly write: (row: TextRow, first?: number) => string;
}

function recordJson(mapping: TableMapping, hidden: readonly string[]): RecordJson {
  let width = 0;
  const placed = partsOf(mapping, new Set(hidden)).map((part, index) => {
    const at = width;
    width += part.columns.length;
    return { ...part, at, key: `${index === 0 ? '{' : ','}"${part.name}":` };
  });
  return {
    hidden: hidden.join(),
    selection: sql.join(placed.flatMap(({ columns }) => columns)),
    write(row, first = 0) {
      let text = '';
      for (const { key, write, at } of placed) text += key + write(row, first + at);
      return `${text}}`;
    },
  };
}

const byHiddenFields = memoizeBy((_mapping: TableMapping) => new Map<string, RecordJson>());

/**
 * Returns how the records of a resource are read by a user (decision 101). Fields that the user of a read may not see are not even
 * selected; a write reads all, since the history and the merge need them.
 */
export function recordJsonOf(
  mapping: TableMapping,
  { isReading, sees }: Pick<BranchScope, 'isReading' | 'sees'>,
): RecordJson {
  const known = byHiddenFields(mapping);
  const hidden = isReading ? hiddenFields(mapping.resource, sees) : [];
  const key = hidden.join();
  const found = known.get(key) ?? recordJson(mapping, hidden);
  known.set(key, found);
  return found;
}
