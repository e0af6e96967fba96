import { sql } from 'kysely';
import { z } from 'zod';
import { labelOf } from '#contract/choices.ts';
import { type Calendar, dayOf } from '#contract/days.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { type Draft, fieldOf, type Resource, referenceData } from '#contract/define-resource.ts';
import type { Field, FieldKind } from '#contract/fields.ts';
import { HISTORY_PATH } from '#contract/history.ts';
import { formatDecimal } from '#contract/money.ts';
import { figures, MONTH_PATH, monthStatus } from '#contract/month.ts';
import { choiceNameOf } from '#contract/named-choices.ts';
import { methodNameOf } from '#contract/payment-methods.ts';
import { readParts } from '#contract/plan-parts.ts';
import { visibleResource } from '#contract/record-permissions.ts';
import { REPORTS_PATH } from '#contract/reports.ts';
import { expense } from '#contract/resources/expense.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { student, studentPhones } from '#contract/resources/student.ts';
import { paidSoFar } from '#contract/rules/payable.ts';
import { readPeople } from '#server/accounts/users.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import { type TableMapping, tables } from '#server/db/tables.ts';
import { debtList } from '#server/debts/debt-list.ts';
import { historyList } from '#server/history/history.ts';
import { messages as storeMessages } from '#server/messages/store.en.ts';
import { monthList } from '#server/months/months.ts';
import type { CellValue, ColumnKind, SheetColumn } from '#server/platform/spreadsheets/sheet.ts';
import { noLists, readLists } from '#server/records/branch-lists.ts';
import type { ListReader } from '#server/records/list-reader.ts';
import { recordList } from '#server/records/record-list.ts';
import { reportLines } from '#server/reports/reports.ts';
import { messages } from './texts.en.ts';

type RecordColumn = SheetColumn<Draft>;

const kinds: Readonly<Partial<Record<FieldKind, ColumnKind>>> = {
  money: 'money',
  quantity: 'quantity',
  date: 'day',
};

function cellValue(value: unknown): CellValue {
  if (typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? messages.yes : messages.no;
  return typeof value === 'string' ? value : null;
}

const part = z.record(z.string(), z.unknown());

function memberColumn(name: string, heading: string, kind: ColumnKind): RecordColumn {
  return { heading, kind, valueOf: (record) => cellValue(record[name]) };
}

function partColumn(member: string, name: string, heading: string, kind: ColumnKind): RecordColumn {
  return { heading, kind, valueOf: (record) => cellValue(part.safeParse(record[member]).data?.[name]) };
}

const CODE = 'code';

function referenceColumns(name: string, { label, refersTo }: Field): RecordColumn[] {
  const target = refersTo && resourceOf(refersTo);
  const code = target?.summaryFields?.includes(CODE) ? fieldOf(target, CODE) : undefined;
  const read = (record: Draft) => referenceData.safeParse(record[`${name}_data`]).data;
  return [
    { heading: label, kind: 'text', valueOf: (record) => read(record)?.name },
    ...(code
      ? [
          {
            heading: storeMessages.columnOfReference({ label, part: code.label }),
            kind: 'text' as const,
            valueOf: (record: Draft) => read(record)?.code,
          },
        ]
      : []),
  ];
}

function columnsOf(name: string, field: Field, calendar: Calendar): RecordColumn[] {
  const { choices, kind, label, refersTo } = field;
  if (field.link || kind === 'photo') return [];
  if (kind === 'reference' && refersTo) return referenceColumns(name, field);
  if (kind === 'parts') {
    const partsOf = (record: Draft) =>
      readParts(record[name])
        .map(({ due_day, amount }) => `${due_day} ${amount}`)
        .join('; ');
    return [{ heading: label, kind: 'text', valueOf: partsOf }];
  }
  if (kind === 'timestamp') {
    // The stored day is that of the creation, unless somebody chose another one.
    const dayOfCreation = (record: Draft) =>
      cellValue(record.custom_date ? dayOf(new Date(String(record[name])), calendar) : record.day);
    return [{ heading: label, kind: 'day', valueOf: dayOfCreation }];
  }
  const column = memberColumn(name, label, kinds[kind] ?? 'text');
  if (!choices) return [column];
  const labelled = (record: Draft) => {
    const value = cellValue(record[name]);
    return typeof value === 'string' && value !== '' ? labelOf(choices, value) : value;
  };
  return [{ ...column, valueOf: labelled }];
}

/** Columns of the list first. Ids are left out: they mean nothing outside of the branch. */
function recordColumns(
  resource: Resource,
  { months, people, lists }: NamesById,
  calendar: Calendar,
): readonly RecordColumn[] {
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
      if (field?.kind === 'method') {
        const named = (record: Draft) => methodNameOf(lists.payment_methods, String(record[name]));
        return [{ heading: field.label, kind: 'text' as const, valueOf: named }];
      }
      if (field?.list) {
        const choices = lists[field.list];
        const chosen = (record: Draft) =>
          record[name] === null ? null : choiceNameOf(choices, String(record[name]));
        return [{ heading: field.label, kind: 'text' as const, valueOf: chosen }];
      }
      return field ? [...columnsOf(name, field, calendar), ...(name === paid ? [soFar] : [])] : [];
    }),
    ...(resource.installment ? [takenBy] : []),
    ...(resource.cash ? [month] : []),
  ];
}

/** Decision 56. */
export interface ExportedList {
  readonly path: string;
  readonly title: () => string;
  readonly list: Pick<ListReader, 'whole'>;
  readonly columns: (scope: BranchScope) => Promise<readonly RecordColumn[]>;
}

async function namesById(scope: BranchScope) {
  const months = await scope.all(
    sql<{ id: string; name: string }>`select id::text, name from ${scope.rows('month')} as month`,
  );
  const { results } = await readPeople(scope);
  return {
    months: new Map(months.map(({ id, name }) => [id, name])),
    people: new Map(results.map(({ id, name }) => [id, name])),
    lists: await readLists(scope),
  };
}

type NamesById = Awaited<ReturnType<typeof namesById>>;

const NO_NAMES: NamesById = { months: new Map(), people: new Map(), lists: noLists };

function exportedRecords(mapping: TableMapping): ExportedList {
  const { resource } = mapping;
  return {
    path: resource.path,
    title: () => resource.plural,
    list: recordList(mapping),
    columns: async (scope) =>
      recordColumns(
        visibleResource(resource, scope.sees),
        resource.cash ? await namesById(scope) : NO_NAMES,
        scope.calendar,
      ),
  };
}

const exportedMonths: ExportedList = {
  path: MONTH_PATH,
  title: () => messages.monthsTitle,
  list: monthList,
  columns: async (scope) => [
    memberColumn('name', messages.monthColumn, 'text'),
    {
      heading: messages.statusColumn,
      kind: 'text',
      valueOf: ({ status }) => messages[monthStatus.parse(status)],
    },
    memberColumn('start_date', messages.startColumn, 'day'),
    memberColumn('end_date', messages.endColumn, 'day'),
    ...(scope.sees('months.figures')
      ? figures.map(({ name, label }) => memberColumn(name, label, 'money'))
      : []),
  ],
};

const exportedHistory: ExportedList = {
  path: HISTORY_PATH,
  title: () => messages.historyTitle,
  list: historyList,
  columns: async () => [
    memberColumn('at', messages.atColumn, 'instant'),
    memberColumn('user_name', messages.userColumn, 'text'),
    memberColumn('device', messages.deviceColumn, 'text'),
    memberColumn('action', messages.actionColumn, 'text'),
    memberColumn('resource', messages.resourceColumn, 'text'),
    memberColumn('title', messages.titleColumn, 'text'),
    memberColumn('note', messages.noteColumn, 'text'),
  ],
};

const exportedDebts: ExportedList = {
  path: DEBTS_PATH,
  title: () => messages.debtsTitle,
  list: debtList,
  columns: async () => [
    memberColumn('code', messages.codeColumn, 'text'),
    memberColumn('name', messages.studentColumn, 'text'),
    memberColumn('remaining', messages.remainingColumn, 'money'),
    memberColumn('total', messages.owedColumn, 'money'),
    memberColumn('debts', messages.debtsColumn, 'quantity'),
    memberColumn('oldest', messages.owedSinceColumn, 'day'),
    memberColumn('age_days', messages.daysColumn, 'quantity'),
    ...studentPhones.map((name) => memberColumn(name, student.fields[name].label, 'text')),
    partColumn('last_payment', 'day', messages.paidOnColumn, 'day'),
    partColumn('last_payment', 'amount', messages.paidColumn, 'money'),
    partColumn('next_due', 'day', messages.dueOnColumn, 'day'),
    partColumn('next_due', 'amount', messages.dueColumn, 'money'),
    partColumn('promise', 'due_day', messages.promisedColumn, 'day'),
    partColumn('last_reminder', 'day', messages.remindedColumn, 'day'),
  ],
};

const exportedReport: ExportedList = {
  path: REPORTS_PATH,
  title: () => messages.reportTitle,
  list: reportLines,
  columns: async (scope) => {
    const lists = await readLists(scope);
    const kindOf = ({ resource }: Draft) => {
      const name = String(resource);
      return isResourceName(name) ? resourceOf(name).plural : messages.creditPaidOut;
    };
    const named = (member: string, nameOf: (id: string) => string) => (line: Draft) => {
      const id = line[member];
      return typeof id === 'string' ? nameOf(id) : null;
    };
    return [
      { heading: messages.resourceColumn, kind: 'text', valueOf: kindOf },
      {
        heading: expense.fields.payment_method.label,
        kind: 'text',
        valueOf: named('payment_method', (id) => methodNameOf(lists.payment_methods, id)),
      },
      memberColumn('name', messages.takenByColumn, 'text'),
      {
        heading: expense.fields.category.label,
        kind: 'text',
        valueOf: named('category', (id) => choiceNameOf(lists.expense_categories, id)),
      },
      memberColumn('count', messages.countColumn, 'quantity'),
      memberColumn('total', expense.fields.amount.label, 'money'),
    ];
  },
};

export const exportedLists: readonly ExportedList[] = [
  ...tables.map(exportedRecords),
  exportedDebts,
  exportedMonths,
  exportedHistory,
  exportedReport,
];
