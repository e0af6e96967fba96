import type { ResourceName } from '#contract/resource-names.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { withHistory } from '#server/history/history.ts';
import { withBranchLists } from './branch-lists.ts';
import { enrolments } from './enrolments.ts';
import { attachedHooks, planHooks } from './hooks/attached.ts';
import { bookOrderHooks, stockCountHooks } from './hooks/books.ts';
import { cashMoveHooks } from './hooks/cash-moves.ts';
import { expenseHooks } from './hooks/expenses.ts';
import { refundHooks, withPaidForLocked } from './hooks/refunds.ts';
import { advanceHooks, bonusHooks, deductionHooks, salaryHooks } from './hooks/staff.ts';
import { studentHooks } from './hooks/students.ts';
import { withPermissions } from './record-permissions.ts';
import { records } from './records.ts';
import { withReferenceProblems } from './reference-problems.ts';
import type { Repository } from './repository.ts';

/** All other resources use `plain`, or `enrolments` if they take installments. */
const withHooks: Readonly<Partial<Record<ResourceName, Repository>>> = {
  student: records(studentHooks),
  'book-order': records(bookOrderHooks),
  salary: records(salaryHooks),
  deduction: records(deductionHooks),
  advance: records(advanceHooks),
  bonus: records(bonusHooks),
  expense: records(expenseHooks),
  refund: withPaidForLocked(records(refundHooks)),
  'stock-count': records(stockCountHooks),
  'cash-move': records(cashMoveHooks),
  reminder: records(attachedHooks),
  promise: records(attachedHooks),
  plan: records(planHooks),
};

const plain = records();

/**
 * It requires the permissions of a write, names all unknown references of a refused body and appends every write to the
 * history.
 */
export function repositoryOf({ resource }: TableMapping): Repository {
  const repository = resource.installment ? enrolments : (withHooks[resource.name] ?? plain);
  return withPermissions(withHistory(withBranchLists(withReferenceProblems(repository))));
}
