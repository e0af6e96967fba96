import type { Resource } from '../define-resource.ts';
import { allResourceNames, type ResourceName } from '../resource-names.ts';
import { adultCourse } from './adult-course.ts';
import { advance } from './advance.ts';
import { bonus } from './bonus.ts';
import { book } from './book.ts';
import { bookOrder } from './book-order.ts';
import { bookPayout } from './book-payout.ts';
import { bus } from './bus.ts';
import { cashMove } from './cash-move.ts';
import { deduction } from './deduction.ts';
import { employee } from './employee.ts';
import { expense } from './expense.ts';
import { homeSchooling } from './home-schooling.ts';
import { kidsCourse } from './kids-course.ts';
import { nursery } from './nursery.ts';
import { plan } from './plan.ts';
import { promise } from './promise.ts';
import { refund } from './refund.ts';
import { reminder } from './reminder.ts';
import { salary } from './salary.ts';
import { stockCount } from './stock-count.ts';
import { student } from './student.ts';
import { summerCourse } from './summer-course.ts';

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
