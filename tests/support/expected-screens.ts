/** Section 2 of the specification, copied from its text (decisions 10 and 27), apart from the declarations that it checks. */

export interface ListScreen {
  readonly menu: string;
  readonly path: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly add: { readonly button: string; readonly path: string; readonly title: string };
  readonly edit: { readonly path: string; readonly title: string };
  readonly labels: readonly string[];
  /** The messages of required fields (section 5), in order. */
  readonly missing: readonly (readonly [label: string, message: string])[];
}

/** The message of a required field unless another is stated (section 5). */
const EMPTY = 'This cannot be empty';
const NEVER_REQUIRED = ['Custom Date', 'Notes'];
type Messages = Readonly<Record<string, string>>;

/** Returns the messages of required fields: of all, but of those that may stay empty. */
const missingOf = (labels: readonly string[], optional: readonly string[], messages: Messages) =>
  labels
    .filter((label) => ![...NEVER_REQUIRED, ...optional].includes(label))
    .map((label) => [label, messages[label] ?? EMPTY] as const);

interface Facts {
  /** The title of the list where it is not called as in the menu. */
  readonly title?: string;
  /** Without "Created At" and "Actions", which end every list. */
  readonly columns: readonly string[];
  /** The title of the form that adds a record, which is also on the button unless another text is stated. */
  readonly form: string;
  readonly button?: string;
  /** What follows "add-" and "edit-" in the addresses of the forms. */
  readonly address: string;
  /** None where the form is a screen of its own. */
  readonly labels?: readonly string[];
  readonly optional?: readonly string[];
  readonly messages?: Messages;
}

function screen(menu: string, path: string, facts: Facts): ListScreen {
  const { title = menu, columns, form, button = form, address, labels = [] } = facts;
  return {
    menu,
    path,
    title,
    columns: [...columns, 'Created At', 'Actions'],
    add: { button, path: `${path}/add-${address}`, title: form },
    edit: { path: `${path}/edit-${address}`, title: form.replace(/^(Add|Create) /, 'Edit ') },
    labels,
    missing: missingOf(labels, facts.optional ?? [], facts.messages ?? {}),
  };
}

const course = (
  menu: string,
  path: string,
  form = 'Create Course',
  address = 'course',
  levels: readonly string[] = ['Level', 'Period'],
) =>
  screen(menu, path, {
    columns: [
      'Receipt Number',
      ...levels.toReversed(),
      'Transportation Type',
      'Price',
      'Paid Amount',
      'Remaining Amount',
      'Notes',
      'Student',
    ],
    form,
    address,
    labels: [
      'Student',
      'Receipt Number',
      ...levels,
      'Transportation Type',
      'Price',
      'Paid Amount',
      'Custom Date',
      'Notes',
    ],
  });

const BOOKS_MOVED = { Quantity: 'Quantity is required', 'Paid Amount': 'Paid amount is required' };
const DETAILS = [
  'Father Name',
  'Mother Name',
  'Birthdate',
  'Phone',
  'Father Phone',
  'Mother Phone',
  'Address',
];

export const listScreens: readonly ListScreen[] = [
  screen('Books', '/books', {
    columns: ['Name', 'Category', 'Subject', 'Level', 'Quantity', 'Sell Price', 'Profit'],
    form: 'Create Book',
    address: 'book',
    labels: ['Name', 'Category', 'Subject', 'Level', 'Sell Price', 'Custom Date'],
    messages: {
      Name: 'Name must be at least 2 characters',
      Category: 'Category is required',
      Subject: 'Subject is required',
      Level: 'Level is required',
    },
  }),
  screen('Books Order', '/books/order', {
    title: 'Book Orders',
    columns: ['Book', 'Quantity', 'Price', 'Paid Amount', 'Remaining Amount', 'Notes'],
    form: 'Create Book Order',
    address: 'order',
    labels: ['Book', 'Quantity', 'Price', 'Paid Amount', 'Custom Date', 'Notes'],
    messages: BOOKS_MOVED,
  }),
  screen('Books Payout', '/books/payout', {
    title: 'Book Payout',
    columns: ['Student', 'Book', 'Quantity', 'Price', 'Paid Amount', 'Remaining Amount', 'Notes'],
    form: 'Create Book Payout',
    address: 'payout',
    labels: ['Book', 'Student', 'Quantity', 'Paid Amount', 'Custom Date', 'Notes'],
    messages: BOOKS_MOVED,
  }),
  course('Adult Courses', '/courses/adult'),
  course('Kids Courses', '/courses/kids'),
  course('Home Schooling', '/courses/home-schooling', 'Create Home Schooling', 'course', ['Stage', 'Period']),
  course('Summer Courses', '/courses/summer-course', 'Create Summer Course'),
  course('Nursery', '/courses/nursery', 'Create Nursery', 'nursery', []),
  screen('Bus', '/busses', {
    columns: ['Receipt Number', 'Student', 'Price', 'Paid Amount', 'Remaining Amount', 'Notes'],
    form: 'Create Bus',
    button: 'Add Bus',
    address: 'bus',
    labels: ['Receipt Number', 'Price', 'Paid Amount', 'Student', 'Custom Date', 'Notes'],
  }),
  screen('Employees', '/employees', {
    columns: ['Name', 'Job Title', 'Salary', 'Phone'],
    form: 'Add Employee',
    address: 'employee',
    labels: ['Name', 'Job Title', 'Salary', 'Phone'],
  }),
  screen('Salary', '/employees/salaries', {
    title: 'Salaries',
    columns: ['Employee', 'Amount'],
    form: 'Add Salary',
    address: 'salary',
    labels: ['Employee', 'Custom Date'],
  }),
  screen('Deductions', '/employees/deductions', {
    columns: ['Employee', 'Amount', 'Reason'],
    form: 'Add Deduction',
    address: 'deduction',
    labels: ['Employee', 'Amount', 'Reason', 'Custom Date'],
  }),
  screen('Advances', '/employees/advances', {
    columns: ['Employee', 'Amount'],
    form: 'Add Advance',
    address: 'advance',
    labels: ['Employee', 'Amount', 'Custom Date', 'Notes'],
  }),
  screen('Bonuses', '/employees/bonuses', {
    columns: ['Employee', 'Amount', 'Reason'],
    form: 'Add Bonus',
    address: 'bonus',
    labels: ['Employee', 'Amount', 'Reason', 'Custom Date'],
  }),
  screen('Stock Counts', '/books/counts', {
    columns: ['Book', 'Expected', 'Counted', 'Difference', 'Reason'],
    form: 'Add Stock Count',
    address: 'count',
    labels: ['Book', 'Counted', 'Expected', 'Reason', 'Custom Date', 'Notes'],
    optional: ['Expected'],
  }),
  screen('Refunds', '/refunds', {
    columns: ['Receipt Number', 'Student', 'Paid Back For', 'Amount', 'Reason', 'Notes'],
    form: 'Add Refund',
    address: 'refund',
  }),
  screen('Drawer closes', '/closes/cash', {
    title: 'Cash Movements',
    columns: [
      'Cash was',
      'Amount',
      'Received',
      'Drawer',
      'Received or brought by',
      'Number of the slip',
      'Created By',
    ],
    form: 'Add Cash Movement',
    address: 'cash',
  }),
  screen('Students', '/students', {
    columns: ['Code', 'Name', 'Phone', 'Father Phone', 'Mother Phone'],
    form: 'Add Student',
    address: 'student',
    labels: ['Name', ...DETAILS],
    optional: DETAILS,
  }),
  screen('General Expenses', '/expenses', {
    columns: ['Title', 'Amount', 'Created By'],
    form: 'Add Expenses',
    address: 'expenses',
    labels: ['Title', 'Amount', 'Custom Date'],
  }),
];

const INSTALLMENT = ['Related Record', 'Receipt Number', 'Custom Date', 'Paid Amount', 'Notes'];

/** Declares the form of an installment of any kind (sections 2 and 5). */
export const installmentForm: Pick<ListScreen, 'labels' | 'missing'> = {
  labels: INSTALLMENT,
  missing: missingOf(INSTALLMENT, [], {
    'Related Record': 'Related record is required',
    'Paid Amount': 'Paid amount is required',
  }),
};

type Entry = readonly [name: string, path: string];
const lists = (...names: readonly string[]): Entry[] =>
  names.map((name) => [name, listScreens.find(({ menu }) => menu === name)?.path ?? '']);

/** Declares the side menu of a manager from top to bottom: group headings with their entries and paths. */
export const menu: readonly (readonly [heading: string, entries: readonly Entry[]])[] = [
  ['', [['Home', '/']]],
  [
    'Desk',
    [
      ['Take payment', '/take-payment'],
      ['Debts', '/debts'],
      ['Search', '/?search'],
    ],
  ],
  ['Material', lists('Books', 'Books Order', 'Books Payout', 'Stock Counts')],
  ['Services', lists('Adult Courses', 'Kids Courses', 'Home Schooling', 'Summer Courses', 'Nursery', 'Bus')],
  ['Staff Management', lists('Employees', 'Salary', 'Deductions', 'Advances', 'Bonuses')],
  ['Operations', [...lists('Students', 'Refunds', 'General Expenses'), ['Work History', '/work-history']]],
  [
    'Office',
    [
      ['Reports', '/reports'],
      ['Drawer closes', '/closes'],
      ['Users', '/users'],
      ['Branch settings', '/branch-settings'],
      ['Import', '/import'],
      ['Backups', '/backups'],
    ],
  ],
];
