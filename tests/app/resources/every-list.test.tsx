import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ListedName, ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { heading, renderScreen, ScriptedServer } from './render-screen.tsx';
import { storedRecord } from './samples.ts';

const enrolment = (...own: string[]) => [
  'Receipt Number',
  ...own,
  'Price',
  'Paid Amount',
  'Remaining Amount',
  'Notes',
  'Student',
  'Created At',
];
const order = ['Book', 'Quantity', 'Price', 'Paid Amount', 'Remaining Amount', 'Notes', 'Created At'];

/**
 * Lists title, add button, its path, form title and columns of each list. Word for word from the
 * specification, section 2, and decision 10.
 */
const lists: Record<ListedName, readonly [string, string, string, string, readonly string[]]> = {
  book: [
    'Books',
    'Create Book',
    '/books/add-book',
    'Create Book',
    ['Name', 'Category', 'Subject', 'Level', 'Quantity', 'Sell Price', 'Profit', 'Created At'],
  ],
  'book-order': ['Book Orders', 'Create Book Order', '/books/order/add-order', 'Create Book Order', order],
  'book-payout': [
    'Book Payout',
    'Create Book Payout',
    '/books/payout/add-payout',
    'Create Book Payout',
    ['Student', ...order],
  ],
  student: [
    'Students',
    'Add Student',
    '/students/add-student',
    'Add Student',
    ['Code', 'Name', 'Phone', 'Father Phone', 'Mother Phone', 'Created At'],
  ],
  employee: [
    'Employees',
    'Add Employee',
    '/employees/add-employee',
    'Add Employee',
    ['Name', 'Job Title', 'Salary', 'Phone', 'Created At'],
  ],
  salary: [
    'Salaries',
    'Add Salary',
    '/employees/salaries/add-salary',
    'Add Salary',
    ['Employee', 'Amount', 'Created At'],
  ],
  deduction: [
    'Deductions',
    'Add Deduction',
    '/employees/deductions/add-deduction',
    'Add Deduction',
    ['Employee', 'Amount', 'Reason', 'Created At'],
  ],
  expense: [
    'General Expenses',
    'Add Expenses',
    '/expenses/add-expenses',
    'Add Expenses',
    ['Title', 'Amount', 'Created By', 'Created At'],
  ],
  'adult-course': [
    'Adult Courses',
    'Create Course',
    '/courses/adult/add-course',
    'Create Course',
    enrolment('Period', 'Level', 'Transportation Type'),
  ],
  'kids-course': [
    'Kids Courses',
    'Create Course',
    '/courses/kids/add-course',
    'Create Course',
    enrolment('Period', 'Level', 'Transportation Type'),
  ],
  'home-schooling': [
    'Home Schooling',
    'Create Home Schooling',
    '/courses/home-schooling/add-course',
    'Create Home Schooling',
    enrolment('Period', 'Stage', 'Transportation Type'),
  ],
  'summer-course': [
    'Summer Courses',
    'Create Summer Course',
    '/courses/summer-course/add-course',
    'Create Summer Course',
    enrolment('Period', 'Level', 'Transportation Type'),
  ],
  nursery: [
    'Nursery',
    'Create Nursery',
    '/courses/nursery/add-nursery',
    'Create Nursery',
    enrolment('Transportation Type'),
  ],
  bus: [
    'Bus',
    'Add Bus',
    '/busses/add-bus',
    'Create Bus',
    ['Receipt Number', 'Student', 'Price', 'Paid Amount', 'Remaining Amount', 'Notes', 'Created At'],
  ],
};

describe.each(
  Object.entries(lists).map(([name, facts]) => [name as ResourceName, ...facts] as const),
)('the screens of %s', (name, title, button, add, formTitle, columns) => {
  const resource = resourceOf(name);

  it('have the titles, buttons and columns of the specification, and lead back to the list', async () => {
    const server = new ScriptedServer();
    server.list(resource.path, [storedRecord(resource)]);
    const { router } = renderScreen(resource.screens.list);
    await heading(title);
    const edit = await screen.findByTitle('Edit');
    const headers = [...document.querySelectorAll('th')].map(({ textContent }) => textContent);
    expect(headers).toEqual([...columns, 'Actions']);
    expect(screen.getByText(button, { selector: 'a' })).toHaveAttribute('href', add);
    expect(screen.getByTitle('Delete')).toHaveAccessibleName(/^Delete ./);

    fireEvent.click(edit);
    await heading(formTitle.replace(/^\w+/, 'Edit'));
    expect(router.state.location.pathname).toBe(`${resource.screens.list}/${resource.screens.edit}/r1`);
    expect(screen.getByText('Back')).toHaveAttribute('href', resource.screens.list);
    await router.navigate(add);
    await heading(formTitle);
    expect(screen.getByText('Back')).toHaveAttribute('href', resource.screens.list);
  });

  it('turn pages and search on the server', async () => {
    const server = new ScriptedServer();
    const rows = Array.from({ length: 11 }, (_, index) => storedRecord(resource, { id: `r${index}` }));
    server.list(resource.path, rows);
    const { router } = renderScreen(resource.screens.list);
    fireEvent.click(await screen.findByText('Next'));
    await waitFor(() => expect(router.state.location.search).toBe('?page=2'));
    await waitFor(() => expect(screen.getAllByTitle('Edit')).toHaveLength(1));
    await router.navigate(`${resource.screens.list}?search=mona`);
    await waitFor(() => expect(server.sent('GET', resource.path).at(-1)?.query.get('search')).toBe('mona'));
  });
});
