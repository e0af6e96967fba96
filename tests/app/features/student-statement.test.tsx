import { cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it } from 'vitest';
import { StatementPage } from '#app/features/students/statement/statement-page.tsx';
import { StudentPage } from '#app/features/students/student-page.tsx';
import { save } from '#app/outbox/sender/save.ts';
import type { StatementLine } from '#contract/debts.ts';
import { newInstallment } from '../outbox/mutations.ts';
import { heading, renderRoutes, ScriptedServer } from '../resources/render-screen.tsx';
import { ahmad, enrolment, mona } from '../resources/samples.ts';

const line = (id: string, type: StatementLine['type'], more: Partial<StatementLine>): StatementLine => ({
  ...{ id, type, day: '2026-11-03', at: '2026-11-03T08:00:00Z', resource: 'adult-course', payable: 'c1' },
  ...{ book: null, receipt_number: null, payment_method: null, other_student: null },
  ...{ owed: '0.00', credit: '0.00', remaining: '0.00', credit_left: '0.00' },
  ...{ reversed: false, reverses: null, by: 'Salma' },
  ...more,
});
const takenBack = { reversed: true, remaining: null, credit_left: null };

const movements: readonly StatementLine[] = [
  line('1', 'price', { owed: '1000.00', remaining: '1000.00' }),
  line('2', 'discount', {
    ...{ owed: '-100.00', remaining: '900.00', approved_by: 'Nour' },
    record: { resource: 'adult-course', id: 'c1' },
  }),
  line('3', 'payment', { owed: '-500.00', receipt_number: '1001', ...takenBack }),
  line('4', 'payment', {
    ...{ owed: '500.00', receipt_number: '1001', ...takenBack, reverses: '3' },
    ...{ at: '2026-11-05T07:12:00Z', by: 'Nour' },
  }),
  line('5', 'payment', { owed: '-600.00', remaining: '300.00', receipt_number: '1001' }),
  line('6', 'credit_refund', {
    owed: '100.00',
    remaining: '400.00',
    credit: '100.00',
    credit_left: '100.00',
  }),
  line('7', 'credit_payment', {
    ...{ resource: 'bus', payable: 'bus9', remaining: '400.00', credit: '-60.00', credit_left: '40.00' },
    other_student: { id: 's2', name: 'أحمد سمير' },
  }),
  line('8', 'credit_payment', {
    ...{ resource: 'book-payout', payable: 'p1', book: 'Starter 1', owed: '-80.00', remaining: '320.00' },
    ...{ credit_left: '40.00', other_student: { id: 's2', name: 'أحمد سمير' } },
  }),
  line('9', 'credit_payout', {
    ...{ resource: 'student', payable: null, remaining: '320.00', credit: '-40.00' },
  }),
];

function serverWith(statement: readonly StatementLine[] | undefined): ScriptedServer {
  const server = new ScriptedServer();
  server.list('/students/', [mona, ahmad]);
  server.list('/adult-course/', [enrolment]);
  server.declares({ idempotency: true, debts: true });
  server.on('GET /debts/s1/', {
    body: { id: 's1', reminders: [], promises: [], plans: [], ...(statement && { statement }) },
  });
  return server;
}

function open(path: string) {
  const pages = [
    { path: '/students/:id', element: <StudentPage /> },
    { path: '/students/:id/statement', element: <StatementPage /> },
  ];
  renderRoutes(pages, path);
}

const table = () => screen.findByRole('table', { name: 'Statement' });
const rows = async () =>
  within(await table())
    .getAllByRole('row')
    .slice(1)
    .map(({ textContent }) => textContent);

it('the statement lists every movement in order with what remains after it and the credit then', async () => {
  serverWith(movements);
  open('/students/s1');
  await userEvent.click(await screen.findByRole('link', { name: 'Statement' }));
  expect(await rows()).toEqual([
    '3/11/2026PriceAdult Courses1,000.001,000.000.00',
    '3/11/2026DiscountAdult Courses · Salma · approved by Nour-100.00900.000.00',
    '3/11/2026PaymentAdult Courses · receipt 1001Taken back on 5/11/2026 at 07:12 by Nour-500.00––',
    '3/11/2026PaymentAdult Courses · receipt 1001-600.00300.000.00',
    '3/11/2026Kept as creditAdult CoursesCredit +100.00, 100.00 after it100.00400.00100.00',
    '3/11/2026Paid by creditBusUsed for أحمد سميرCredit -60.00, 40.00 after it–400.0040.00',
    '3/11/2026Paid by creditStarter 1Credit of أحمد سمير-80.00320.0040.00',
    '3/11/2026Credit paid outCredit -40.00, 0.00 after it–320.000.00',
    'RemainingCredit 0.00320.000.00',
  ]);
});

it('a line that was taken back is struck through, and can be hidden', async () => {
  serverWith(movements);
  open('/students/s1/statement');
  const row = (await screen.findByText(/^Taken back on/)).closest('tr');
  expect([...(row?.querySelectorAll('del') ?? [])].map(({ textContent }) => textContent)).toEqual([
    'Payment',
    '-500.00',
  ]);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show what was taken back (1)' }));
  expect(screen.queryByText(/^Taken back on/)).toBeNull();
  expect((await rows()).at(-1)).toContain('320.00');
});

it('many lines that were taken back are hidden at first', async () => {
  const corrected = Array.from({ length: 5 }, (_, place) => [
    line(`a${place}`, 'payment', { owed: '-5.00', ...takenBack }),
    line(`b${place}`, 'payment', { owed: '5.00', ...takenBack, reverses: `a${place}` }),
  ]).flat();
  serverWith([...corrected, line('z', 'price', { owed: '9.00', remaining: '9.00' })]);
  open('/students/s1/statement');
  expect(await rows()).toHaveLength(2);
  await userEvent.click(screen.getByRole('checkbox', { name: 'Show what was taken back (5)' }));
  expect(await rows()).toHaveLength(7);
});

it('credit of another student leads to the page of that student', async () => {
  serverWith(movements);
  open('/students/s1/statement');
  const [used] = within(await table()).getAllByRole('link', { name: 'أحمد سمير' });
  expect(used).toHaveAttribute('href', '/students/s2');
});

it('a line leads to its record, and one that was taken back does not', async () => {
  serverWith(movements);
  open('/students/s1/statement');
  expect(await screen.findByRole('link', { name: 'Discount' })).toHaveAttribute(
    'href',
    expect.stringMatching(/adult.*c1/),
  );
  expect(screen.queryByRole('link', { name: 'Payment' })).toBeNull();
});

it('a student without movements has an empty statement', async () => {
  serverWith([]);
  open('/students/s1/statement');
  expect(await screen.findByRole('heading', { name: 'No movements yet' })).toBeInTheDocument();
});

it('a server without statements has no link to one, and the address says so', async () => {
  serverWith(undefined);
  open('/students/s1');
  expect(await screen.findByRole('list', { name: 'Timeline' })).toBeInTheDocument();
  expect(screen.queryByRole('link', { name: 'Statement' })).toBeNull();
  cleanup();
  open('/students/s1/statement');
  expect(
    await screen.findByRole('heading', { name: 'Statements are not on this server' }),
  ).toBeInTheDocument();
});

it('a statement that cannot be read says why, and is read again on demand', async () => {
  const server = serverWith(movements);
  server.on('GET /debts/s1/', { status: 400, body: { detail: 'The books are being counted.' } });
  open('/students/s1/statement');
  expect(await screen.findByText('Error: The books are being counted.')).toBeInTheDocument();
  server.on('GET /debts/s1/', {
    body: { id: 's1', reminders: [], promises: [], plans: [], statement: movements },
  });
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
  expect(await table()).toBeInTheDocument();
});

it('offline the stored statement stays, with its age and what is not sent yet', async () => {
  const server = serverWith(movements);
  open('/students/s1/statement');
  await table();
  server.offline = true;
  await save(newInstallment('c1', '50.00', enrolment));
  expect(await screen.findByText(/Showing what was saved on this device today at/)).toBeInTheDocument();
  expect(
    await screen.findByText(/^1 entry of this student is not sent yet and is not in this statement\./),
  ).toBeInTheDocument();
  expect(screen.getByRole('link', { name: 'See what waits' })).toHaveAttribute('href', '/sync');
  expect((await rows()).at(-1)).toContain('320.00');
  await heading('Statement');
});
