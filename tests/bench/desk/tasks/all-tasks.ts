import type { DeskTask } from '../task.ts';
import { cancelPayment } from './cancel-payment.ts';
import { closeTheDay } from './close-the-day.ts';
import { endTheMonth } from './end-the-month.ts';
import { expense } from './expense.ts';
import { familyPayment, paymentByTransfer } from './family-payment.ts';
import { findWhatIsOwed } from './find-what-is-owed.ts';
import { leaveCourse, refund } from './money-out.ts';
import { newStudent, newStudentWithDiscount } from './new-student.ts';
import { promiseOfToday } from './promise.ts';
import { receiptAgain } from './receipt-again.ts';
import { reminder } from './reminder.ts';
import { salary } from './salary.ts';
import { twoBooks } from './two-books.ts';

/** Lists the tasks of a day at the desk, in the order in which it brings them. */
export const allTasks: readonly DeskTask[] = [
  findWhatIsOwed,
  familyPayment,
  paymentByTransfer,
  newStudent,
  newStudentWithDiscount,
  twoBooks,
  receiptAgain,
  cancelPayment,
  refund,
  leaveCourse,
  promiseOfToday,
  reminder,
  expense,
  salary,
  closeTheDay,
  endTheMonth,
];
