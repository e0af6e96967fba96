import { sql } from 'kysely';
import { DEBTS_PATH } from '#contract/debts.ts';
import { HISTORY_PATH } from '#contract/history.ts';
import { figures, MONTH_PATH } from '#contract/month.ts';
import { visibleResource } from '#contract/record-permissions.ts';
import { readPeople } from '#server/store/accounts/users.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { debtList } from '#server/store/debts/debt-list.ts';
import { historyList } from '#server/store/history.ts';
import type { ListReader } from '#server/store/lists/list-reader.ts';
import { recordList } from '#server/store/lists/record-list.ts';
import { messages } from '#server/store/messages.ts';
import { monthList } from '#server/store/months/months.ts';
import { type TableMapping, tables } from '#server/store/tables.ts';
import {
  memberColumn,
  type NamesById,
  partColumn,
  type RecordColumn,
  recordColumns,
} from './record-columns.ts';

/** Describes a list that can be exported (decision 56). */
export interface ExportedList {
  /** The path of the list. */
  readonly path: string;
  /** What the file's sheet is called. */
  readonly title: () => string;
  readonly list: ListReader;
  /** Returns the columns that the user of the scope may see. */
  readonly columns: (scope: BranchScope) => Promise<readonly RecordColumn[]>;
}

async function namesById(scope: BranchScope): Promise<NamesById> {
  const months = await scope.all(
    sql<{ id: string; name: string }>`select id::text, name from ${scope.rows('month')} as month`,
  );
  const { results } = await readPeople(scope);
  return {
    months: new Map(months.map(({ id, name }) => [id, name])),
    people: new Map(results.map(({ id, name }) => [id, name])),
  };
}

const NO_NAMES: NamesById = { months: new Map(), people: new Map() };

function exportedRecords(mapping: TableMapping): ExportedList {
  const { resource } = mapping;
  return {
    path: resource.path,
    title: () => resource.plural,
    list: recordList(mapping),
    columns: async (scope) =>
      recordColumns(visibleResource(resource, scope.sees), resource.cash ? await namesById(scope) : NO_NAMES),
  };
}

const exportedMonths: ExportedList = {
  path: MONTH_PATH,
  title: () => messages.monthsTitle,
  list: monthList,
  columns: async (scope) => [
    memberColumn('name', messages.monthColumn, 'text'),
    memberColumn('status', messages.statusColumn, 'text'),
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
    memberColumn('phone', messages.phoneColumn, 'text'),
    memberColumn('father_phone', messages.fatherPhoneColumn, 'text'),
    memberColumn('mother_phone', messages.motherPhoneColumn, 'text'),
    partColumn('last_payment', 'day', messages.paidOnColumn, 'day'),
    partColumn('last_payment', 'amount', messages.paidColumn, 'money'),
    partColumn('next_due', 'day', messages.dueOnColumn, 'day'),
    partColumn('next_due', 'amount', messages.dueColumn, 'money'),
    partColumn('promise', 'due_day', messages.promisedColumn, 'day'),
    partColumn('last_reminder', 'day', messages.remindedColumn, 'day'),
  ],
};

/** Lists everything that can be exported. */
export const exportedLists: readonly ExportedList[] = [
  ...tables.map(exportedRecords),
  exportedDebts,
  exportedMonths,
  exportedHistory,
];
