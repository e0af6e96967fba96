import type { Resource } from '../define-resource.ts';
import { allResourceNames, type ResourceName } from '../resource-names.ts';
import { book } from './book.ts';
import { bookOrder } from './book-order.ts';
import { bookPayout } from './book-payout.ts';
import { cashMove } from './cash-move.ts';
import { plan, promise, reminder } from './debt-notes.ts';
import { employee } from './employee.ts';
import { adultCourse, bus, homeSchooling, kidsCourse, nursery, summerCourse } from './enrolments.ts';
import { expense } from './expense.ts';
import { advance, bonus, deduction } from './pay-changes.ts';
import { refund } from './refund.ts';
import { salary } from './salary.ts';
import { stockCount } from './stock-count.ts';
import { student } from './student.ts';

export const resources = {
  book,
  'book-order': bookOrder,
  'book-payout': bookPayout,
  student,
  employee,
  salary,
  deduction,
  advance,
  bonus,
  expense,
  'adult-course': adultCourse,
  'kids-course': kidsCourse,
  'home-schooling': homeSchooling,
  'summer-course': summerCourse,
  nursery,
  bus,
  refund,
  'stock-count': stockCount,
  'cash-move': cashMove,
  reminder,
  promise,
  plan,
} as const satisfies { [N in ResourceName]: Resource & { name: N } };

export function resourceOf(name: ResourceName): Resource {
  return resources[name];
}

export function isResourceName(name: unknown): name is ResourceName {
  return allResourceNames.some((known) => known === name);
}
