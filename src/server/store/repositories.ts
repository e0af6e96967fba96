import type { ResourceName } from '#contract/resource-names.ts';
import { withHistory } from './history.ts';
import { enrolments } from './records/enrolments.ts';
import { bookOrders } from './records/hooks/book-orders.ts';
import { bookPayouts } from './records/hooks/book-payouts.ts';
import { deductions } from './records/hooks/deductions.ts';
import { expenses } from './records/hooks/expenses.ts';
import { salaries } from './records/hooks/salaries.ts';
import { students } from './records/hooks/students.ts';
import { records } from './records/records.ts';
import type { Repository } from './records/repository.ts';
import type { TableMapping } from './tables.ts';

/** Maps the resources with hooks to their repositories; all others use `plain`. */
const withHooks: Readonly<Partial<Record<ResourceName, Repository>>> = {
  student: records(students),
  'book-order': records(bookOrders),
  'book-payout': records(bookPayouts),
  salary: records(salaries),
  deduction: records(deductions),
  expense: records(expenses),
};

const plain = records();

/** Returns the repository of a resource, which appends every write to the history. */
export function repositoryOf({ resource }: TableMapping): Repository {
  return withHistory(resource.installment ? enrolments : (withHooks[resource.name] ?? plain));
}
