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

/** Resources that are written in a way of their own; the others are plain records. */
const unlike: Readonly<Partial<Record<ResourceName, Repository>>> = {
  student: records(students),
  'book-order': records(bookOrders),
  'book-payout': records(bookPayouts),
  salary: records(salaries),
  deduction: records(deductions),
  expense: records(expenses),
};

const plain = records();

/** How a resource's records are written: each write leaves an entry in the history. */
export function repositoryOf({ resource }: TableMapping): Repository {
  return withHistory(resource.installment ? enrolments : (unlike[resource.name] ?? plain));
}
