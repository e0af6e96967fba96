import { sql } from 'kysely';
import { formatMoney, sum } from '#contract/money.ts';
import { resources } from '#contract/resources/registry.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { gone } from '#server/store/columns.ts';
import { badField, conflict } from '#server/store/http-error.ts';
import { lockMonthShared } from '#server/store/months/month-lock.ts';
import type { ResourceHooks } from '#server/store/records/records.ts';

interface HeldEmployee {
  readonly id: bigint;
  readonly name: string;
  /** Piastres. */
  readonly salary: bigint;
}

/** Two salaries of one employee wait for each other here, and so does a raise. */
async function holdEmployee(scope: BranchScope, id: unknown): Promise<HeldEmployee> {
  const employee = await scope.first(sql<HeldEmployee>`
    select id, name, salary from ${scope.rows('employee')} as r where id = ${id} for no key update`);
  if (!employee) throw badField('employee', gone(resources.salary.fields.employee));
  return employee;
}

async function refuseSecond(scope: BranchScope, employee: HeldEmployee): Promise<void> {
  const month = await lockMonthShared(scope);
  const paid = await scope.first(sql`
    select id from ${scope.rows('salary')} as r
    where employee_id = ${employee.id} and coalesce(month_id, 0) = ${month?.id ?? 0n}`);
  if (paid) {
    throw conflict(
      month
        ? `${employee.name} has a salary in ${month.name} already. Edit or delete that one.`
        : `${employee.name} has a salary already that waits for the next month. Edit or delete that one.`,
    );
  }
}

/** The employee's deductions that no salary has settled, held. */
function holdOpenDeductions(scope: BranchScope, employeeId: bigint) {
  return scope.all(sql<{ id: bigint; amount: bigint }>`
    select id, amount from ${scope.rows('deduction')} as r
    where employee_id = ${employeeId} and settled_by_id is null order by id for update`);
}

/**
 * A salary is the employee's less the open deductions, as both are now, and settles these (decisions 15 and 35). The deductions that were
 * added up are held, and they are the ones that are settled: one that comes meanwhile stays open.
 */
export const salaries: ResourceHooks = {
  async stamp(scope, { employee_id }) {
    const employee = await holdEmployee(scope, employee_id);
    await refuseSecond(scope, employee);
    const open = await holdOpenDeductions(scope, employee.id);
    const deducted = sum(open.map(({ amount }) => amount));
    if (deducted > employee.salary) {
      throw conflict(
        `The deductions of ${employee.name} come to ${formatMoney(deducted)}, more than the salary of ${formatMoney(employee.salary)}. Lower or delete a deduction first.`,
      );
    }
    const ids = open.map(({ id }) => String(id));
    return {
      columns: { base_salary: employee.salary, deducted },
      afterwards: async ({ id }) => {
        await scope.update('deduction', sql`id = any(${ids}::bigint[])`, { settled_by_id: id });
      },
    };
  },
  async beforeRemove(scope, { id }) {
    await scope.update('deduction', sql`settled_by_id = ${id}`, { settled_by_id: null });
  },
};
