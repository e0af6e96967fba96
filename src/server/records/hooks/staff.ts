import { sql } from 'kysely';
import { resources } from '#contract/resources/registry.ts';
import { netSalary, salaryRefusal } from '#contract/rules/salary.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { missingReferenceMessage } from '#server/db/columns.ts';
import { messages } from '#server/messages/store.en.ts';
import { lockMonthShared } from '#server/months/month-lock.ts';
import { badField, conflict } from '#server/platform/http-error.ts';
import type { ResourceHooks, StoredRow } from '#server/records/records.ts';

interface LockedEmployee {
  readonly id: bigint;
  readonly name: string;
  /** Piastres. */
  readonly salary: bigint;
}

/** Concurrent salaries and raises wait for the lock. */
async function lockEmployee(scope: BranchScope, id: unknown): Promise<LockedEmployee> {
  const employee = await scope.first(sql<LockedEmployee>`
    select id, name, salary from ${scope.rows('employee')} as r where id = ${id} for no key update`);
  if (!employee) throw badField('employee', missingReferenceMessage(resources.salary.fields.employee));
  return employee;
}

async function assertFirstOfMonth(scope: BranchScope, employee: LockedEmployee): Promise<void> {
  const month = await lockMonthShared(scope);
  const paid = await scope.first(sql`
    select id from ${scope.rows('salary')} as r
    where employee_id = ${employee.id} and coalesce(month_id, 0) = ${month?.id ?? 0n}`);
  if (paid) {
    throw conflict(
      month
        ? messages.salaryExistsInMonth({ name: employee.name, month: month.name })
        : messages.salaryAwaitsMonth({ name: employee.name }),
    );
  }
}

/** Amounts in piastres. */
function lockOpenDeductions(scope: BranchScope, employeeId: bigint) {
  return scope.all(sql<{ id: bigint; amount: bigint }>`
    select id, amount from ${scope.rows('deduction')} as r
    where employee_id = ${employeeId} and settled_by_id is null order by id for update`);
}

/**
 * Stamps base salary and deductions, and settles the open deductions (decisions 15 and 35). Exactly the locked
 * deductions are summed and settled; one that is added concurrently stays open.
 */
export const salaryHooks: ResourceHooks = {
  async beforeCreate(scope, { employee_id }) {
    const employee = await lockEmployee(scope, employee_id);
    await assertFirstOfMonth(scope, employee);
    const open = await lockOpenDeductions(scope, employee.id);
    const net = netSalary(
      employee.salary,
      open.map(({ amount }) => amount),
    );
    const refusal = salaryRefusal(employee.name, net);
    if (refusal !== undefined) throw conflict(refusal);
    const ids = open.map(({ id }) => String(id));
    return {
      serverFields: { base_salary: net.base, deducted: net.deducted },
      afterCreate: async ({ id }) => {
        await scope.update('deduction', sql`id = any(${ids}::bigint[])`, { settled_by_id: id });
      },
    };
  },
  async beforeDelete(scope, { id }) {
    await scope.update('deduction', sql`settled_by_id = ${id}`, { settled_by_id: null });
  },
};

function assertNotSettled({ settled_by_id }: StoredRow): void {
  if (settled_by_id === null) return;
  throw conflict(messages.deductionSettled);
}

function changesContent(row: StoredRow, columns: ColumnValues): boolean {
  return ['employee_id', 'amount', 'reason'].some(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  );
}

/** Settled deductions cannot change (decision 35). */
export const deductionHooks: ResourceHooks = {
  async validateUpdate(_scope, row, columns) {
    if (changesContent(row, columns)) assertNotSettled(row);
  },
  async beforeDelete(_scope, row) {
    assertNotSettled(row);
  },
};
