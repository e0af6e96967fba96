import type { ResourceName } from '#contract/resource-names.ts';
import { enrolments } from './enrolments.ts';
import { recorded } from './history.ts';
import { records } from './records.ts';
import type { Repository } from './repository.ts';
import type { TableFacts } from './tables.ts';
import { bookOrders } from './unlike/book-orders.ts';
import { bookPayouts } from './unlike/book-payouts.ts';
import { deductions } from './unlike/deductions.ts';
import { expenses } from './unlike/expenses.ts';
import { salaries } from './unlike/salaries.ts';
import { students } from './unlike/students.ts';

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
export function repositoryOf({ resource }: TableFacts): Repository {
  return recorded(resource.installment ? enrolments : (unlike[resource.name] ?? plain));
}
