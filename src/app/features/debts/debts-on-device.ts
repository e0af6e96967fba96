import { textOf } from '#app/fields/field-control.ts';
import { effectiveDayOf } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Day } from '#contract/days.ts';
import type { DebtRow } from '#contract/debts.ts';
import { formatDecimal, type Piastres, parsePiastres, readPiastres, sum } from '#contract/money.ts';
import { foldForSearch, PAGE_SIZE } from '#contract/paging.ts';
import { ageInDays, type DebtAge, debtAgeOf, debtAges } from '#contract/rules/ages.ts';
import { byPhone } from '#contract/student-phones.ts';
import type { DebtFilters } from './debt-filters.ts';

export interface KnownRecord {
  readonly kind: string;
  readonly record: RecordRow;
}

export interface DebtList {
  readonly count: number;
  readonly rows: readonly DebtRow[];
  readonly totals: Readonly<Record<string, string>>;
  readonly counts: Readonly<Record<string, number>>;
}

interface OpenDebt extends KnownRecord {
  readonly student: string;
  readonly remaining: Piastres;
  readonly day: string;
}

function openDebt({ kind, record }: KnownRecord): OpenDebt[] {
  const remaining = readPiastres(record.remaining_amount);
  if (record.is_installment === true || remaining === undefined || remaining <= 0n) return [];
  return [{ kind, record, student: textOf(record.student), remaining, day: effectiveDayOf(record) }];
}

const data = (record: RecordRow, name: string) => {
  const student = record.student_data;
  return typeof student === 'object' && student !== null && name in student
    ? textOf((student as Record<string, unknown>)[name])
    : '';
};

function rowOf(
  all: readonly OpenDebt[],
  asked: readonly OpenDebt[],
  student: RecordRow | undefined,
  today: Day,
) {
  const [first] = asked;
  const oldest = asked.map(({ day }) => day).sort()[0];
  if (!first || oldest === undefined) return [];
  const { record } = first;
  const row: DebtRow = {
    id: first.student,
    name: textOf(student?.name) || data(record, 'name'),
    code: textOf(student?.code) || data(record, 'code') || null,
    left_on: textOf(student?.left_on) || null,
    ...byPhone((phone) => textOf(student?.[phone]) || data(record, phone) || null),
    total: formatDecimal(sum(all.map(({ remaining }) => remaining))),
    remaining: formatDecimal(sum(asked.map(({ remaining }) => remaining))),
    debts: asked.length,
    oldest,
    age_days: ageInDays(oldest, today),
  };
  return [row];
}

const compare = (left: Piastres, right: Piastres) => (left < right ? -1 : left > right ? 1 : 0);
const amountOf = ({ remaining }: DebtRow) => parsePiastres(remaining ?? '0');

const orders: Readonly<Record<string, (left: DebtRow, right: DebtRow) => number>> = {
  remaining: (left, right) => compare(amountOf(left), amountOf(right)),
  age: (left, right) => right.oldest.localeCompare(left.oldest),
  name: (left, right) => foldForSearch(left.name).localeCompare(foldForSearch(right.name)),
};

function inOrder(rows: readonly DebtRow[], ordering: string): DebtRow[] {
  const name = ordering.replace('-', '') || 'remaining';
  const sign = ordering.startsWith('-') || ordering === '' ? -1 : 1;
  const order = orders[name] ?? (() => 0);
  return [...rows].sort((left, right) => sign * order(left, right));
}

/**
 * Adds up debts from the records on this device, with the filters of the list (decision 107). Records that are not on
 * the device are missing; the page says so.
 * @param people the known students by id, for their phones
 */
export function debtsOnDevice(
  records: readonly KnownRecord[],
  people: ReadonlyMap<string, RecordRow>,
  { filters, page, today }: { readonly filters: DebtFilters; readonly page: number; readonly today: Day },
): DebtList {
  const open = records.flatMap(openDebt);
  const isAsked = ({ kind, record }: OpenDebt) =>
    (filters.kind === '' || kind === filters.kind) &&
    (filters.level === '' || record.level === filters.level);
  const minimum = readPiastres(filters.minimum) ?? 0n;
  const matching = [...new Set(open.map(({ student }) => student))]
    .flatMap((id) => {
      const all = open.filter(({ student }) => student === id);
      return rowOf(all, all.filter(isAsked), people.get(id), today);
    })
    .filter((row) => amountOf(row) >= minimum);
  const ageOf = ({ age_days }: DebtRow): DebtAge => debtAgeOf(age_days);
  const ofAge = filters.age === '' ? matching : matching.filter((row) => ageOf(row) === filters.age);
  const total = (rows: readonly DebtRow[]) => formatDecimal(sum(rows.map(amountOf)));
  const byAge = debtAges.map(({ name }) => ({ name, rows: matching.filter((row) => ageOf(row) === name) }));
  return {
    count: ofAge.length,
    rows: inOrder(ofAge, filters.ordering).slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    totals: {
      remaining: total(ofAge),
      ...Object.fromEntries(byAge.map(({ name, rows }) => [name, total(rows)])),
    },
    counts: Object.fromEntries(byAge.map(({ name, rows }) => [name, rows.length])),
  };
}
