import type { ResourceName } from '#contract/resource-names.ts';
import { withDrawerOfAuthor } from './closes/counted-records.ts';
import { withHistory } from './history.ts';
import { enrolments } from './records/enrolments.ts';
import { attachedHooks, planHooks } from './records/hooks/attached.ts';
import { bookOrderHooks } from './records/hooks/books.ts';
import { expenseHooks } from './records/hooks/expenses.ts';
import { deductionHooks, salaryHooks } from './records/hooks/staff.ts';
import { studentHooks } from './records/hooks/students.ts';
import { withPermissions } from './records/record-permissions.ts';
import { records } from './records/records.ts';
import { withReferenceProblems } from './records/reference-problems.ts';
import type { Repository } from './records/repository.ts';
import type { TableMapping } from './tables.ts';

/** Maps the resources with hooks to their repositories; all others use `plain`, or `enrolments` if they take installments. */
const withHooks: Readonly<Partial<Record<ResourceName, Repository>>> = {
  student: records(studentHooks),
  'book-order': records(bookOrderHooks),
  salary: records(salaryHooks),
  deduction: records(deductionHooks),
  expense: records(expenseHooks),
  reminder: records(attachedHooks),
  promise: records(attachedHooks),
  plan: records(planHooks),
};

const plain = records();

/**
 * Returns the repository of a resource. It requires the permissions of a write, names all unknown references of a refused body and
 * appends every write to the history.
 */
export function repositoryOf({ resource }: TableMapping): Repository {
  const repository = resource.installment ? enrolments : (withHooks[resource.name] ?? plain);
  return withPermissions(withDrawerOfAuthor(withHistory(withReferenceProblems(repository))));
}
