import { answerCard, leaveFormOpen, saveOpenForm } from './form-operations.ts';
import {
  type BrowserOperation,
  changeNetworkProfile,
  closeAndReopen,
  edit,
  enrolment,
  expense,
  installment,
  killServer,
  openTab,
  reload,
  remove,
  student,
  toggleMonth,
  toggleNetwork,
} from './operations.ts';

/** Lists all operations with their relative frequencies. */
export const browserOperations: readonly (readonly [
  share: number,
  name: string,
  operation: BrowserOperation,
])[] = [
  [12, 'student', student],
  [14, 'enrolment', enrolment],
  [20, 'installment', installment],
  [8, 'expense', expense],
  [10, 'edit', edit],
  [6, 'delete', remove],
  [10, 'leave a form open', leaveFormOpen],
  [12, 'save an open form', saveOpenForm],
  [6, 'answer a card', answerCard],
  [8, 'offline or online', toggleNetwork],
  [6, 'network profile', changeNetworkProfile],
  [5, 'reload', reload],
  [4, 'another tab', openTab],
  [3, 'close and reopen', closeAndReopen],
  [2, 'server killed', killServer],
  [2, 'month', toggleMonth],
];
