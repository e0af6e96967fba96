import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('months', {
  printMonth: ({ name }: { name: string }) => `Print the report of ${name}`,
  title: 'Work History',
  about: 'Every month of the branch, with what came in, what went out and what is still owed.',
  aboutWithoutFigures: 'The months of this branch: when they began and ended.',
  createMonth: 'Create month',
  loading: 'Loading months',
  noneYet: 'No months yet',
  noneYetAbout:
    'Create the first month to begin: every payment counts in the month that is running when it is made.',
  runningMonth: 'The running month',
  spanOnDay: ({ span, day }: { span: string; day: number }) => `${span}, day ${day}`,
  reopenedMonths: 'Months that were reopened',
  allFigures: 'All figures',
  running: 'Running',
  ended: 'Ended',

  table: 'Months',
  tableRegion: 'Months, scrolls sideways',
  name: 'Name',
  status: 'Status',
  startDate: 'Start Date',
  endDate: 'End Date',
  actions: 'Actions',

  editMonth: ({ name }: { name: string }) => `Edit ${name}`,
  editTitle: 'Edit month',
  save: 'Save changes',
  notSaved: 'The month was not saved. Try again.',
  renamedMeanwhile: ({ name }: { name: string }) =>
    `Somebody has named it “${name}” meanwhile. Save again to use your name.`,
  byMethod: 'By payment method',
  method: 'Method',
  received: 'Received',
  paidOut: 'Paid out',
  discountsByReason: 'Discounts by reason',
  discountsByPerson: 'Discounts by person',
  reason: 'Reason',
  person: 'Recorded by',
  discounts: 'How many',
  takenOff: 'Taken off',
  nothingMoved: 'No money in this month yet.',

  deleteMonth: ({ name }: { name: string }) => `Delete ${name}`,
  deleteFailed: 'Something went wrong. Try again.',
});
