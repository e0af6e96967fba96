import { defineMessages } from '../messages.ts';

const refusals = {
  read: 'You may not see this. Ask a manager.',
  write: 'You may not do this. Ask a manager.',
} as const;

/** `label` is a line of the page "Who may do what", `refusal` the sentence for a user without the permission. */
export const permissionTexts = defineMessages('permissions', {
  'records.read': { label: 'See students, enrolments, payments, books and expenses', refusal: refusals.read },
  'records.write': {
    label: 'Record and change students, payments, books and expenses',
    refusal: refusals.write,
  },
  'money.remove-own': {
    label:
      'Change or delete money that they recorded themselves on the same day, until they close the drawer',
    refusal: refusals.write,
  },
  'money.remove-any': {
    label:
      'Change or delete money and counts of another person, another day or a finished close, and lower its price',
    refusal:
      'Another person recorded this, or it is of another day, or a drawer close has counted it. Only a manager changes or deletes it, or lowers its price.',
  },
  'refunds.any': {
    label:
      "Pay back money that another person, day or method took in, pay out credit, use a sibling's, forgive what is owed, and let students leave with money",
    refusal:
      'This money was not taken in by you today, a drawer close has counted it, or it would no longer be owed. Only a manager pays it back like that.',
  },
  'discounts.any': {
    label: 'Give more discount than the branch lets staff give, and lower prices of books',
    refusal: 'This price is lower than staff may set. A manager must agree.',
  },
  'students.merge': {
    label: 'Merge two records of one student, and undo it',
    refusal: 'Only a manager merges students and undoes it.',
  },
  'students.transfer': {
    label: 'Transfer students to another branch of theirs',
    refusal: 'Only a manager transfers students.',
  },
  'history.read': { label: 'See who recorded and changed what', refusal: refusals.read },
  'drawer.close-own': {
    label: 'Count and close their own drawer, see their own closes',
    refusal: refusals.write,
  },
  'drawer.see-all': {
    label: 'See the drawer closes of everybody, and who has not closed',
    refusal: 'Only managers see the drawers of others.',
  },
  'drawer.close-disabled': {
    label: 'Close the drawer of a disabled user, with a reason',
    refusal: 'Only a manager closes the drawer of a disabled user.',
  },
  'months.read': { label: 'See which months there are', refusal: refusals.read },
  'months.start': { label: 'Start and rename months, delete empty ones', refusal: refusals.write },
  'months.end': { label: 'End months and undo it', refusal: 'Only a manager ends a month or undoes it.' },
  'months.figures': {
    label: 'See income, expenses, profit and all figures of months',
    refusal: 'Only managers see profit and the figures of months.',
  },
  'salaries.read': {
    label: 'See salaries, advances, bonuses, deductions and what employees earn',
    refusal: 'Only managers see salaries and what employees earn.',
  },
  'salaries.write': {
    label:
      'Pay salaries and advances, record bonuses and deductions, add and delete employees, change what they earn',
    refusal: 'Only managers record salaries, advances, bonuses, deductions and what employees earn.',
  },
  'imports.manage': {
    label: 'Import students and enrolments from a file, and undo it',
    refusal: 'Only a manager imports files.',
  },
  'backups.manage': {
    label: 'See backups, make and restore them',
    refusal: 'Only a manager sees, makes and restores backups.',
  },
  'settings.manage': {
    label: 'Change the settings of the branch, and let spreadsheets read it',
    refusal: 'Only a manager changes the settings of the branch.',
  },
  'users.manage': {
    label: 'Add and disable users, set their roles and passwords',
    refusal: 'Only managers see and change users.',
  },
  'entries.hand-over': {
    label: 'Look through and send what a disabled user left on a device',
    refusal: 'Only a manager opens and sends what a disabled user left on a device.',
  },
});
