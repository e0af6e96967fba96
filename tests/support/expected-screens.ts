/**
 * Declares the screens of the specification, section 2, copied from its text (with decisions 10 and 27).
 * Independent of the product's declarations, which it checks.
 */

export interface ListScreen {
  readonly menu: string;
  readonly path: string;
  readonly title: string;
  readonly columns: readonly string[];
  readonly add: { readonly button: string; readonly path: string; readonly title: string };
  readonly edit: { readonly path: string; readonly title: string };
  /** Every field of the form, in order. */
  readonly labels: readonly string[];
  /** The messages of required fields (section 5), in order. */
  readonly missing: readonly (readonly [label: string, message: string])[];
}

/** Is the message of a required field unless another is stated (section 5). */
const EMPTY = 'This cannot be empty';
const empty = (...labels: readonly string[]) => labels.map((label) => [label, EMPTY] as const);

const course = (menu: string, path: string) => ({
  menu,
  path,
  title: menu,
  columns: [
    'Receipt Number',
    'Period',
    'Level',
    'Transportation Type',
    'Price',
    'Paid Amount',
    'Remaining Amount',
    'Notes',
    'Student',
    'Created At',
    'Actions',
  ],
  add: { button: 'Create Course', path: `${path}/add-course`, title: 'Create Course' },
  edit: { path: `${path}/edit-course`, title: 'Edit Course' },
  labels: [
    'Student',
    'Receipt Number',
    'Level',
    'Period',
    'Transportation Type',
    'Price',
    'Paid Amount',
    'Custom Date',
    'Notes',
  ],
  missing: empty(
    'Student',
    'Receipt Number',
    'Level',
    'Period',
    'Transportation Type',
    'Price',
    'Paid Amount',
  ),
});

const adult = course('Adult Courses', '/courses/adult');

export const listScreens: readonly ListScreen[] = [
  {
    menu: 'Books',
    path: '/books',
    title: 'Books',
    columns: [
      'Name',
      'Category',
      'Subject',
      'Level',
      'Quantity',
      'Sell Price',
      'Profit',
      'Created At',
      'Actions',
    ],
    add: { button: 'Create Book', path: '/books/add-book', title: 'Create Book' },
    edit: { path: '/books/edit-book', title: 'Edit Book' },
    labels: ['Name', 'Category', 'Subject', 'Level', 'Sell Price', 'Custom Date'],
    missing: [
      ['Name', 'Name must be at least 2 characters'],
      ['Category', 'Category is required'],
      ['Subject', 'Subject is required'],
      ['Level', 'Level is required'],
      ['Sell Price', EMPTY],
    ],
  },
  {
    menu: 'Books Order',
    path: '/books/order',
    title: 'Book Orders',
    columns: [
      'Book',
      'Quantity',
      'Price',
      'Paid Amount',
      'Remaining Amount',
      'Notes',
      'Created At',
      'Actions',
    ],
    add: { button: 'Create Book Order', path: '/books/order/add-order', title: 'Create Book Order' },
    edit: { path: '/books/order/edit-order', title: 'Edit Book Order' },
    labels: ['Book', 'Quantity', 'Price', 'Paid Amount', 'Custom Date', 'Notes'],
    missing: [
      ['Book', EMPTY],
      ['Quantity', 'Quantity is required'],
      ['Price', EMPTY],
      ['Paid Amount', 'Paid amount is required'],
    ],
  },
  {
    menu: 'Books Payout',
    path: '/books/payout',
    title: 'Book Payout',
    columns: [
      'Student',
      'Book',
      'Quantity',
      'Price',
      'Paid Amount',
      'Remaining Amount',
      'Notes',
      'Created At',
      'Actions',
    ],
    add: { button: 'Create Book Payout', path: '/books/payout/add-payout', title: 'Create Book Payout' },
    edit: { path: '/books/payout/edit-payout', title: 'Edit Book Payout' },
    labels: ['Book', 'Student', 'Quantity', 'Paid Amount', 'Custom Date', 'Notes'],
    missing: [
      ['Book', EMPTY],
      ['Student', EMPTY],
      ['Quantity', 'Quantity is required'],
      ['Paid Amount', 'Paid amount is required'],
    ],
  },
  adult,
  course('Kids Courses', '/courses/kids'),
  {
    ...course('Home Schooling', '/courses/home-schooling'),
    columns: adult.columns.map((column) => (column === 'Level' ? 'Stage' : column)),
    labels: adult.labels.map((label) => (label === 'Level' ? 'Stage' : label)),
    missing: empty(
      'Student',
      'Receipt Number',
      'Stage',
      'Period',
      'Transportation Type',
      'Price',
      'Paid Amount',
    ),
    add: {
      button: 'Create Home Schooling',
      path: '/courses/home-schooling/add-course',
      title: 'Create Home Schooling',
    },
    edit: { path: '/courses/home-schooling/edit-course', title: 'Edit Home Schooling' },
  },
  {
    ...course('Summer Courses', '/courses/summer-course'),
    add: {
      button: 'Create Summer Course',
      path: '/courses/summer-course/add-course',
      title: 'Create Summer Course',
    },
    edit: { path: '/courses/summer-course/edit-course', title: 'Edit Summer Course' },
  },
  {
    ...course('Nursery', '/courses/nursery'),
    columns: adult.columns.filter((column) => column !== 'Level' && column !== 'Period'),
    labels: adult.labels.filter((label) => label !== 'Level' && label !== 'Period'),
    missing: empty('Student', 'Receipt Number', 'Transportation Type', 'Price', 'Paid Amount'),
    add: { button: 'Create Nursery', path: '/courses/nursery/add-nursery', title: 'Create Nursery' },
    edit: { path: '/courses/nursery/edit-nursery', title: 'Edit Nursery' },
  },
  {
    menu: 'Bus',
    path: '/busses',
    title: 'Bus',
    columns: [
      'Receipt Number',
      'Student',
      'Price',
      'Paid Amount',
      'Remaining Amount',
      'Notes',
      'Created At',
      'Actions',
    ],
    add: { button: 'Add Bus', path: '/busses/add-bus', title: 'Create Bus' },
    edit: { path: '/busses/edit-bus', title: 'Edit Bus' },
    labels: ['Receipt Number', 'Price', 'Paid Amount', 'Student', 'Custom Date', 'Notes'],
    missing: empty('Receipt Number', 'Price', 'Paid Amount', 'Student'),
  },
  {
    menu: 'Employees',
    path: '/employees',
    title: 'Employees',
    columns: ['Name', 'Job Title', 'Salary', 'Phone', 'Created At', 'Actions'],
    add: { button: 'Add Employee', path: '/employees/add-employee', title: 'Add Employee' },
    edit: { path: '/employees/edit-employee', title: 'Edit Employee' },
    labels: ['Name', 'Job Title', 'Salary', 'Phone'],
    missing: empty('Name', 'Job Title', 'Salary', 'Phone'),
  },
  {
    menu: 'Salary',
    path: '/employees/salaries',
    title: 'Salaries',
    columns: ['Employee', 'Amount', 'Created At', 'Actions'],
    add: { button: 'Add Salary', path: '/employees/salaries/add-salary', title: 'Add Salary' },
    edit: { path: '/employees/salaries/edit-salary', title: 'Edit Salary' },
    labels: ['Employee', 'Custom Date'],
    missing: empty('Employee'),
  },
  {
    menu: 'Deductions',
    path: '/employees/deductions',
    title: 'Deductions',
    columns: ['Employee', 'Amount', 'Reason', 'Created At', 'Actions'],
    add: { button: 'Add Deduction', path: '/employees/deductions/add-deduction', title: 'Add Deduction' },
    edit: { path: '/employees/deductions/edit-deduction', title: 'Edit Deduction' },
    labels: ['Employee', 'Amount', 'Reason', 'Custom Date'],
    missing: empty('Employee', 'Amount', 'Reason'),
  },
  {
    menu: 'Advances',
    path: '/employees/advances',
    title: 'Advances',
    columns: ['Employee', 'Amount', 'Created At', 'Actions'],
    add: { button: 'Add Advance', path: '/employees/advances/add-advance', title: 'Add Advance' },
    edit: { path: '/employees/advances/edit-advance', title: 'Edit Advance' },
    labels: ['Employee', 'Amount', 'Custom Date', 'Notes'],
    missing: empty('Employee', 'Amount'),
  },
  {
    menu: 'Bonuses',
    path: '/employees/bonuses',
    title: 'Bonuses',
    columns: ['Employee', 'Amount', 'Reason', 'Created At', 'Actions'],
    add: { button: 'Add Bonus', path: '/employees/bonuses/add-bonus', title: 'Add Bonus' },
    edit: { path: '/employees/bonuses/edit-bonus', title: 'Edit Bonus' },
    labels: ['Employee', 'Amount', 'Reason', 'Custom Date'],
    missing: empty('Employee', 'Amount', 'Reason'),
  },
  {
    menu: 'Stock Counts',
    path: '/books/counts',
    title: 'Stock Counts',
    columns: ['Book', 'Expected', 'Counted', 'Difference', 'Reason', 'Created At', 'Actions'],
    add: { button: 'Add Stock Count', path: '/books/counts/add-count', title: 'Add Stock Count' },
    edit: { path: '/books/counts/edit-count', title: 'Edit Stock Count' },
    labels: ['Book', 'Counted', 'Expected', 'Reason', 'Custom Date', 'Notes'],
    missing: empty('Book', 'Counted', 'Reason'),
  },
  {
    menu: 'Refunds',
    path: '/refunds',
    title: 'Refunds',
    columns: [
      'Receipt Number',
      'Student',
      'Paid Back For',
      'Amount',
      'Reason',
      'Notes',
      'Created At',
      'Actions',
    ],
    add: { button: 'Add Refund', path: '/refunds/add-refund', title: 'Add Refund' },
    edit: { path: '/refunds/edit-refund', title: 'Edit Refund' },
    labels: [
      'Student',
      'Amount',
      'Payment Method',
      'What was paid for',
      'Reason',
      'Receipt Number',
      'Custom Date',
      'Notes',
    ],
    missing: empty('Student', 'Amount', 'Reason'),
  },
  {
    menu: 'Drawer closes',
    path: '/closes/cash',
    title: 'Cash Movements',
    columns: [
      'Cash was',
      'Amount',
      'Received',
      'Drawer',
      'Received or brought by',
      'Number of the slip',
      'Created By',
      'Created At',
      'Actions',
    ],
    add: { button: 'Add Cash Movement', path: '/closes/cash/add-cash', title: 'Add Cash Movement' },
    edit: { path: '/closes/cash/edit-cash', title: 'Edit Cash Movement' },
    labels: ['Cash was', 'Amount', 'Received or brought by', 'Custom Date', 'Notes'],
    missing: empty('Cash was', 'Amount'),
  },
  {
    menu: 'Students',
    path: '/students',
    title: 'Students',
    columns: ['Code', 'Name', 'Phone', 'Father Phone', 'Mother Phone', 'Created At', 'Actions'],
    add: { button: 'Add Student', path: '/students/add-student', title: 'Add Student' },
    edit: { path: '/students/edit-student', title: 'Edit Student' },
    labels: [
      'Name',
      'Father Name',
      'Mother Name',
      'Birthdate',
      'Phone',
      'Father Phone',
      'Mother Phone',
      'Address',
    ],
    missing: empty('Name'),
  },
  {
    menu: 'General Expenses',
    path: '/expenses',
    title: 'General Expenses',
    columns: ['Title', 'Amount', 'Created By', 'Created At', 'Actions'],
    add: { button: 'Add Expenses', path: '/expenses/add-expenses', title: 'Add Expenses' },
    edit: { path: '/expenses/edit-expenses', title: 'Edit Expenses' },
    labels: ['Title', 'Amount', 'Custom Date'],
    missing: empty('Title', 'Amount'),
  },
];

/** Declares the form of an installment of any kind (sections 2 and 5). */
export const installmentForm: Pick<ListScreen, 'labels' | 'missing'> = {
  labels: ['Related Record', 'Receipt Number', 'Custom Date', 'Paid Amount', 'Notes'],
  missing: [
    ['Related Record', 'Related record is required'],
    ['Receipt Number', EMPTY],
    ['Paid Amount', 'Paid amount is required'],
  ],
};

/** Declares the side menu of a manager from top to bottom: group headings with their entries and paths. */
export const menu: readonly (readonly [heading: string, entries: readonly (readonly [string, string])[]])[] =
  [
    ['', [['Home', '/']]],
    [
      'Desk',
      [
        ['Take payment', '/take-payment'],
        ['Debts', '/debts'],
        ['Search', '/?search'],
      ],
    ],
    [
      'Material',
      [
        ['Books', '/books'],
        ['Books Order', '/books/order'],
        ['Books Payout', '/books/payout'],
        ['Stock Counts', '/books/counts'],
      ],
    ],
    [
      'Services',
      [
        ['Adult Courses', '/courses/adult'],
        ['Kids Courses', '/courses/kids'],
        ['Home Schooling', '/courses/home-schooling'],
        ['Summer Courses', '/courses/summer-course'],
        ['Nursery', '/courses/nursery'],
        ['Bus', '/busses'],
      ],
    ],
    [
      'Staff Management',
      [
        ['Employees', '/employees'],
        ['Salary', '/employees/salaries'],
        ['Deductions', '/employees/deductions'],
        ['Advances', '/employees/advances'],
        ['Bonuses', '/employees/bonuses'],
      ],
    ],
    [
      'Operations',
      [
        ['Students', '/students'],
        ['Refunds', '/refunds'],
        ['General Expenses', '/expenses'],
        ['Work History', '/work-history'],
      ],
    ],
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
