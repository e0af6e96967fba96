import { z } from 'zod';
import { labelOf } from '#contract/choices.ts';
import { utcDay } from '#contract/days.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { fieldOf, referenceData } from '#contract/define-resource.ts';
import type { Field, FieldKind } from '#contract/fields.ts';
import { formatDecimal } from '#contract/money.ts';
import { readParts } from '#contract/plan-parts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { paidSoFar } from '#contract/rules/payable.ts';
import type { CellValue, ColumnKind, SheetColumn } from '#server/spreadsheets/sheet.ts';
import { messages } from '#server/store/messages.ts';

/** Describes a column of exported records in their wire format. */
export type RecordColumn = SheetColumn<Draft>;

const kinds: Readonly<Record<FieldKind, ColumnKind>> = {
  text: 'text',
  'long-text': 'text',
  phone: 'text',
  choice: 'text',
  reference: 'text',
  money: 'money',
  quantity: 'quantity',
  date: 'day',
  // Screens show the day on which a record was made, in UTC (decision 8).
  timestamp: 'day',
  flag: 'flag',
  parts: 'text',
};

/** Returns a value of a record that can stand in a cell. */
function cellValue(value: unknown): CellValue {
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' || typeof value === 'boolean' ? value : null;
}

const dayOf = (instant: unknown): CellValue =>
  typeof instant === 'string' ? utcDay(new Date(instant)) : null;

const part = z.record(z.string(), z.unknown());

/** Returns the column of one member of a record in its wire format. */
export function memberColumn(name: string, heading: string, kind: ColumnKind): RecordColumn {
  return { heading, kind, valueOf: (record) => cellValue(record[name]) };
}

/** Returns the column of one value of a part of a record, such as the day of the last payment. */
export function partColumn(member: string, name: string, heading: string, kind: ColumnKind): RecordColumn {
  return { heading, kind, valueOf: (record) => cellValue(part.safeParse(record[member]).data?.[name]) };
}

const CODE = 'code';

/** Returns the name of what a record refers to, and its code where names repeat. */
function referenceColumns(name: string, { label, refersTo }: Field): RecordColumn[] {
  const target = refersTo && resourceOf(refersTo);
  const code = target?.summaryFields?.includes(CODE) ? fieldOf(target, CODE) : undefined;
  const read = (record: Draft) => referenceData.safeParse(record[`${name}_data`]).data;
  return [
    { heading: label, kind: 'text', valueOf: (record) => read(record)?.name },
    ...(code
      ? [
          {
            heading: messages.columnOfReference({ label, part: code.label }),
            kind: 'text' as const,
            valueOf: (record: Draft) => read(record)?.code,
          },
        ]
      : []),
  ];
}

function columnsOf(name: string, field: Field): RecordColumn[] {
  const { choices, kind, label, refersTo } = field;
  if (field.link) return [];
  if (kind === 'reference' && refersTo) return referenceColumns(name, field);
  if (kind === 'parts') {
    const partsOf = (record: Draft) =>
      readParts(record[name])
        .map(({ due_day, amount }) => `${due_day} ${amount}`)
        .join('; ');
    return [{ heading: label, kind: 'text', valueOf: partsOf }];
  }
  if (kind === 'timestamp')
    return [{ heading: label, kind: kinds[kind], valueOf: (record) => dayOf(record[name]) }];
  const column = memberColumn(name, label, kinds[kind]);
  if (!choices) return [column];
  const labelled = (record: Draft) => {
    const value = cellValue(record[name]);
    return typeof value === 'string' && value !== '' ? labelOf(choices, value) : value;
  };
  return [{ ...column, valueOf: labelled }];
}

/** Holds the names that ids in records stand for. */
export interface NamesById {
  readonly months: ReadonlyMap<string, string>;
  readonly people: ReadonlyMap<string, string>;
}

/**
 * Returns the columns of an exported list: those of the list in their order, then everything else that a record says. Ids are left out:
 * they mean nothing outside of the branch.
 * @param resource without the fields that the user may not see
 */
export function recordColumns(resource: Resource, { months, people }: NamesById): readonly RecordColumn[] {
  const names = new Set([
    ...resource.columns,
    ...Object.keys(resource.fields),
    ...Object.keys(resource.computed),
  ]);
  const month: RecordColumn = {
    heading: messages.monthColumn,
    kind: 'text',
    valueOf: (record) => months.get(String(record.month)),
  };
  const takenBy: RecordColumn = {
    heading: messages.takenByColumn,
    kind: 'text',
    valueOf: (record) => people.get(String(record.recorded_by)),
  };
  const paid = resource.installment && resource.cash?.field;
  const soFar: RecordColumn = {
    heading: messages.paidSoFarColumn,
    kind: 'money',
    valueOf: (record) => {
      const amount = paidSoFar(resource, record);
      return amount === undefined ? null : formatDecimal(amount);
    },
  };
  return [
    ...[...names].flatMap((name) => {
      const field = fieldOf(resource, name);
      return field ? [...columnsOf(name, field), ...(name === paid ? [soFar] : [])] : [];
    }),
    ...(resource.installment ? [takenBy] : []),
    ...(resource.cash ? [month] : []),
  ];
}
