import { sql } from 'kysely';
import type { ProblemFacts, SeenRecord } from '#contract/problems.ts';
import { resources } from '#contract/resources/registry.ts';
import {
  advanceProblem,
  isPaidUp,
  netSalary,
  nextSalary,
  type OpenPay,
  type PaidPart,
  partProblem,
  salaryProblem,
  settledNow,
  uncoveredAdvances,
} from '#contract/rules/salary.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { missingReferenceMessage } from '#server/db/columns.ts';
import { tableOf } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import { lockMonthShared } from '#server/records/month-lock.ts';
import { readMatching } from '#server/records/record-reader.ts';
import type { ResourceHooks, StoredRow } from '#server/records/records.ts';
import { asSeen, mostOf, seenNow } from '#server/records/seen-records.ts';

interface LockedEmployee {
  readonly id: string;
  readonly name: string;
  /** Piastres. */
  readonly salary: bigint;
}

/** Whatever changes what an employee is paid waits for this lock, and takes it before the row of the record. */
async function lockEmployee(scope: BranchScope, id: unknown): Promise<LockedEmployee> {
  const employee = await scope.first(sql<LockedEmployee>`
    select id, name, salary from ${scope.rows('employee')} as r where id = ${id} for no key update`);
  if (!employee)
    throw badField('employee', missingReferenceMessage(resources.salary.fields.employee), {
      code: 'missing-record',
    });
  return employee;
}

/** Tables of what a salary settles. */
const SETTLED = ['deduction', 'advance', 'bonus'] as const;
type Settled = (typeof SETTLED)[number];

const lockEmployeeOf = (table: Settled | 'salary') => (scope: BranchScope, id: string) =>
  scope.all(sql`select id from ${scope.rows('employee')} as r
    where id = (select employee_id from ${scope.rows(table)} as record where id = ${id}) for no key update`);

interface OpenRow {
  readonly of: Settled;
  readonly id: string;
  /** Piastres. */
  readonly amount: bigint;
}

const readOpen = (scope: BranchScope, employee: string) =>
  scope.all(
    sql<OpenRow>`${sql.join(
      SETTLED.map(
        (table) => sql`select ${sql.lit(table)}::text as of, id, amount from ${scope.rows(table)} as r
          where employee_id = ${employee} and settled_by_id is null`,
      ),
      sql` union all `,
    )}`,
  );

function openPay(rows: readonly OpenRow[]): OpenPay {
  const amountsOf = (table: Settled) => rows.filter(({ of }) => of === table).map(({ amount }) => amount);
  return {
    deductions: amountsOf('deduction'),
    advances: amountsOf('advance'),
    bonuses: amountsOf('bonus'),
  };
}

/** Of the deductions the smallest that can be taken off. */
function settledRows(rows: readonly OpenRow[], last: PaidPart | undefined): readonly OpenRow[] {
  const { deductions } = settledNow(openPay(rows), last);
  const smallestFirst = rows
    .filter(({ of }) => of === 'deduction')
    .sort((one, other) => Number(one.amount - other.amount) || (one.id < other.id ? -1 : 1));
  return [...rows.filter(({ of }) => of !== 'deduction'), ...smallestFirst.slice(0, deductions.length)];
}

interface StoredPart extends PaidPart {
  readonly part: number;
}

/** The last part of the running month's salary, or of the one that waits for the next month. */
async function lastPart(
  scope: BranchScope,
  employee: string,
  except?: string,
): Promise<StoredPart | undefined> {
  const month = await lockMonthShared(scope);
  return scope.first(sql<StoredPart>`
    select part, amount, base_salary as base, bonus, deducted, advanced, paid_before as "paidBefore"
    from ${scope.rows('salary')} as r
    where employee_id = ${employee} and coalesce(month_id, 0) = ${month?.id ?? 0n} and id is distinct from ${except ?? null}::uuid
    order by part desc limit 1`);
}

async function alreadyPaid(scope: BranchScope, { id, name }: LockedEmployee) {
  const month = await lockMonthShared(scope);
  const ofMonth = sql`employee_id = ${id} and coalesce(month_id, 0) = ${month?.id ?? 0n}`;
  const parts = await readMatching(
    scope,
    tableOf('salary'),
    sql`r.id in (
    select id from ${scope.rows('salary')} as salary where ${ofMonth})`,
    sql`r.part desc`,
  );
  return conflict(
    month ? messages.salaryExistsInMonth({ name, month: month.name }) : messages.salaryAwaitsMonth({ name }),
    { code: 'salary-paid', conflicts: parts.map((part) => asSeen(scope, tableOf('salary'), part)) },
  );
}

/** What the salary would settle. */
async function openRecords(scope: BranchScope, employee: LockedEmployee): Promise<SeenRecord[]> {
  const found: SeenRecord[] = [];
  for (const table of SETTLED) {
    const mapping = tableOf(table);
    const open = sql`r.employee_id = ${employee.id} and r.settled_by_id is null`;
    const rows = await readMatching(scope, mapping, open, sql`r.created_at`);
    found.push(...rows.map((row) => asSeen(scope, mapping, row)));
  }
  return found;
}

/** More is taken off than the salary, or would be. */
const exceeded = async (scope: BranchScope, employee: LockedEmployee): Promise<ProblemFacts> => ({
  code: 'salary-exceeded',
  ...(await seenNow(scope, tableOf('employee'), employee.id)),
  conflicts: await openRecords(scope, employee),
});

const piastresIn = (value: unknown): bigint | undefined => (typeof value === 'bigint' ? value : undefined);

/**
 * Stamps the sums, and settles what is open (decisions 15, 35 and 134). Exactly what was summed is settled: others wait
 * for the employee's lock. Without an amount all that is left is paid.
 */
export const salaryHooks: ResourceHooks = {
  lockFirst: lockEmployeeOf('salary'),
  async beforeCreate(scope, { employee_id, amount, from_drawer }) {
    const employee = await lockEmployee(scope, employee_id);
    const last = await lastPart(scope, employee.id);
    const rows = await readOpen(scope, employee.id);
    const open = openPay(rows);
    if (isPaidUp(last, open)) throw await alreadyPaid(scope, employee);
    const salary = netSalary(employee.salary, open, last);
    const problem = salaryProblem(employee.name, salary);
    if (problem !== undefined) throw conflict(problem, await exceeded(scope, employee));
    const pays = piastresIn(amount) ?? salary.net;
    const wrong = partProblem(pays, salary);
    if (wrong !== undefined)
      throw badField('amount', wrong, {
        code: 'overpaid',
        ...mostOf(salary.net),
        ...(await seenNow(scope, tableOf('employee'), employee.id)),
      });
    return {
      serverFields: {
        amount: pays,
        base_salary: salary.base,
        bonus: salary.bonus,
        deducted: salary.deducted,
        advanced: salary.advanced,
        paid_before: salary.paidBefore,
        part: (last?.part ?? 0) + 1,
        from_drawer: from_drawer ?? false,
      },
      afterCreate: async ({ id }) => {
        const settled = settledRows(rows, last);
        for (const table of SETTLED) {
          const ids = settled.filter(({ of }) => of === table).map((row) => row.id);
          if (ids.length > 0) await scope.update(table, sql`id = any(${ids}::uuid[])`, { settled_by_id: id });
        }
      },
    };
  },
  async beforeDelete(scope, { id, employee_id, month_id, part }) {
    const employee = await lockEmployee(scope, employee_id);
    const later = await scope.first(sql`
      select id from ${scope.rows('salary')} as r
      where employee_id = ${employee_id} and coalesce(month_id, 0) = ${month_id ?? 0n} and part > ${part} limit 1`);
    if (later) throw conflict(messages.laterPart(employee), { code: 'still-needed' });
    for (const table of SETTLED)
      await scope.update(table, sql`settled_by_id = ${id}`, { settled_by_id: null });
    const open = openPay(await readOpen(scope, employee.id));
    const next = nextSalary(employee.salary, open, await lastPart(scope, employee.id, id));
    const problem = uncoveredAdvances(next, open);
    if (problem !== undefined) throw conflict(problem, await exceeded(scope, employee));
  },
};

/** What the employee's next salary would be with other open records. */
async function nextWith(
  scope: BranchScope,
  employee: LockedEmployee,
  change: (rows: readonly OpenRow[]) => readonly OpenRow[],
) {
  const open = openPay(change(await readOpen(scope, employee.id)));
  return { open, next: nextSalary(employee.salary, open, await lastPart(scope, employee.id)) };
}

const isOther = (table: Settled, id: unknown) => (row: OpenRow) => row.of !== table || row.id !== id;

const settledMessages = {
  deduction: () => messages.deductionSettled,
  advance: () => messages.advanceSettled,
  bonus: () => messages.bonusSettled,
} as const satisfies Record<Settled, () => string>;

function assertNotSettled(table: Settled, { settled_by_id }: StoredRow): void {
  if (settled_by_id !== null) throw conflict(settledMessages[table]());
}

function changesContent(row: StoredRow, columns: ColumnValues): boolean {
  return ['employee_id', 'amount', 'reason', 'payment_method', 'from_drawer'].some(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  );
}

type Check = (
  scope: BranchScope,
  employee: LockedEmployee,
  /** Piastres; `id` is that of the record itself, which does not count beside it. */
  record: { readonly id?: string; readonly amount: bigint; readonly before?: bigint | undefined },
) => Promise<string | undefined>;

/** @throws {HttpError} 400 at the amount */
async function assertAmount(check: Check, ...values: Parameters<Check>): Promise<void> {
  const problem = await check(...values);
  const [scope, employee] = values;
  if (problem !== undefined) throw badField('amount', problem, await exceeded(scope, employee));
}

/** Hooks of a record that the next salary settles; a settled one cannot change (decision 35). */
function settledHooks(table: Settled, check: Check): ResourceHooks {
  return {
    lockFirst: lockEmployeeOf(table),
    async beforeCreate(scope, { employee_id, amount }) {
      await assertAmount(check, scope, await lockEmployee(scope, employee_id), {
        amount: piastresIn(amount) ?? 0n,
      });
      return undefined;
    },
    async validateUpdate(scope, row, columns) {
      if (!changesContent(row, columns)) return;
      assertNotSettled(table, row);
      const { employee_id = row.employee_id, amount = row.amount } = columns;
      if (employee_id === row.employee_id && amount === row.amount) return;
      const employee = await lockEmployee(scope, employee_id);
      const before = employee_id === row.employee_id ? piastresIn(row.amount) : undefined;
      await assertAmount(check, scope, employee, { id: row.id, amount: piastresIn(amount) ?? 0n, before });
    },
    async beforeDelete(scope, row) {
      assertNotSettled(table, row);
      if (table !== 'bonus') return;
      const employee = await lockEmployee(scope, row.employee_id);
      const problem = await check(scope, employee, { id: row.id, amount: 0n });
      if (problem !== undefined) throw conflict(problem, await exceeded(scope, employee));
    },
  };
}

/** An advance is at most what the next salary can carry (decision 134). */
export const advanceHooks = settledHooks('advance', async (scope, employee, { id, amount, before }) => {
  const { next } = await nextWith(scope, employee, (rows) => rows.filter(isOther('advance', id)));
  return advanceProblem(amount, next, before);
});

/** Deductions and bonuses leave enough for the advances that were paid. */
const coversAdvances =
  (table: Settled): Check =>
  async (scope, employee, { id, amount }) => {
    const { next, open } = await nextWith(scope, employee, (rows) => [
      ...rows.filter(isOther(table, id)),
      { of: table, id: '', amount },
    ]);
    return uncoveredAdvances(next, open, (await nextWith(scope, employee, (rows) => rows)).next);
  };

export const deductionHooks = settledHooks('deduction', coversAdvances('deduction'));

export const bonusHooks = settledHooks('bonus', coversAdvances('bonus'));
