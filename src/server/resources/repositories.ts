import type { ResourceName } from '#contract/resource-names.ts';
import { bookOrderHooks, stockCountHooks } from '#server/books/books.ts';
import { cashMoveHooks } from '#server/closes/cash-moves.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { attachedHooks, planHooks } from '#server/debts/plans.ts';
import { enrolments } from '#server/enrolments/enrolments.ts';
import { expenseHooks } from '#server/expenses/expenses.ts';
import { withHistory } from '#server/history/history.ts';
import { withBranchLists } from '#server/records/branch-lists.ts';
import { withPermissions } from '#server/records/record-permissions.ts';
import { records } from '#server/records/records.ts';
import { withReferenceProblems } from '#server/records/reference-problems.ts';
import { type Repository, withRepeatedCreates } from '#server/records/repository.ts';
import { refundHooks } from '#server/refunds/refunds.ts';
import { advanceHooks, bonusHooks, deductionHooks, salaryHooks } from '#server/staff/staff.ts';
import { studentHooks } from '#server/students/students.ts';

/** All other resources use `plain`, or `enrolments` if they take installments. */
const withHooks: Readonly<Partial<Record<ResourceName, Repository>>> = {
  student: records(studentHooks),
  'book-order': records(bookOrderHooks),
  salary: records(salaryHooks),
  deduction: records(deductionHooks),
  advance: records(advanceHooks),
  bonus: records(bonusHooks),
  expense: records(expenseHooks),
  refund: records(refundHooks),
  'stock-count': records(stockCountHooks),
  'cash-move': records(cashMoveHooks),
  reminder: records(attachedHooks),
  promise: records(attachedHooks),
  plan: records(planHooks),
};

const plain = records();

export function repositoryOf({ resource }: TableMapping): Repository {
  const repository = resource.installment ? enrolments : (withHooks[resource.name] ?? plain);
  return withRepeatedCreates(
    withPermissions(withHistory(withBranchLists(withReferenceProblems(repository)))),
  );
}
