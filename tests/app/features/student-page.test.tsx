import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { CreateInstallmentPage } from '#app/features/forms/create-installment-page.tsx';
import { StudentPage } from '#app/features/students/student-page.tsx';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { ResourceListPage } from '#app/resources/resource-list-page.tsx';
import { resources } from '#contract/resources/registry.ts';
import { create, newInstallment, newStudent } from '../outbox/mutations.ts';
import { heading, renderRoutes, ScriptedServer } from '../resources/render-screen.tsx';
import {
  ahmad,
  enrolment,
  installment,
  mona,
  payoutInstallment,
  settled,
  storedRecord,
} from '../resources/samples.ts';

const payout = {
  ...storedRecord(resources['book-payout'], { quantity: '2', price: '240.00', paid_amount: '200.00' }),
  ...{ id: 'p1', remaining_amount: '40.00', receipt_number: null, notes: 'يدفع لاحقا' },
  created_at: '2026-11-05T08:00:00Z',
};
const bus = { ...enrolment, id: 'bus1', receipt_number: '2001', remaining_amount: '700.00' };
const enrolmentOfAhmad = {
  ...enrolment,
  id: 'c9',
  student: 's2',
  receipt_number: '9009',
  remaining_amount: '999.00',
};

const pageOf = (results: readonly object[], count: number) => ({
  count,
  next: null,
  previous: null,
  results,
});

/** Renders a student's page with the real list and installment pages; other paths render a placeholder. */
function openStudent(id: string, state?: unknown) {
  const elsewhere = <h1>Elsewhere</h1>;
  const children = [
    { path: '/students/:id', element: <StudentPage /> },
    { path: '/students', element: <ResourceListPage resource={resources.student} /> },
    { path: '/books/payout', element: <ResourceListPage resource={resources['book-payout']} /> },
    { path: '/create-installment', element: <CreateInstallmentPage /> },
    { path: '*', element: elsewhere },
  ];
  return renderRoutes(children, `/students/${id}`, state).router;
}

/** Returns a server where Mona has an enrolment, its installment, a fully paid enrolment and a payout. */
function serverWithMona(): ScriptedServer {
  const server = new ScriptedServer();
  server.list('/students/', [
    { ...mona, father_name: 'Adel Sami', father_phone: '0100 222 3333', birthdate: '2015-05-03' },
    ahmad,
  ]);
  server.list('/adult-course/', [installment, enrolment, settled]);
  server.list('/book-payout/', [
    { ...payout, paid_amount: '150.00' },
    {
      ...payout,
      ...payoutInstallment,
      paid_amount: '50.00',
      notes: null,
      receipt_number: '1050',
      created_at: '2026-11-09T08:00:00Z',
    },
  ]);
  return server;
}

const account = () => screen.findByRole('region', { name: 'Account' });
const expectAccount = (text: string) => waitFor(async () => expect(await account()).toHaveTextContent(text));
const timeline = async () => within(await screen.findByRole('list', { name: 'Timeline' }));
const timelineRows = async () =>
  (await timeline()).getAllByRole('listitem').map(({ textContent }) => textContent);
const card = async (title: string) => {
  const [found] = await screen.findAllByRole('heading', { level: 3, name: title });
  const item = found?.closest('li');
  if (!item) throw new Error(`No card ${title}`);
  return within(item);
};

describe('StudentPage', () => {
  it('shows the student’s contacts with phone links', async () => {
    serverWithMona();
    openStudent('s1');
    await heading('Mona Adel');
    expect(screen.getByText('S-0001')).toBeInTheDocument();
    const person = within(screen.getByRole('region', { name: 'Person' }));
    expect(person.getByRole('link', { name: '01001234567' })).toHaveAttribute('href', 'tel:01001234567');
    expect(person.getByRole('link', { name: '0100 222 3333' })).toHaveAttribute('href', 'tel:01002223333');
    expect(person.getByText('Adel Sami')).toBeInTheDocument();
    expect(person.getByText('3/5/2015')).toBeInTheDocument();
  });

  it('counts an installment once if the server does not name its enrolment', async () => {
    const server = serverWithMona();
    server.on('GET /branch/details/', { body: { name: 'Al Nour' } });
    const { related_record: _, ...withoutParent } = installment;
    server.list('/adult-course/', [withoutParent, enrolment, settled]);
    openStudent('s1');
    await expectAccount('Total paidL.E. 4,200.00');
    expect(server.sent('GET', '/adult-course/').every(({ query }) => !query.has('student'))).toBe(true);
  });

  it('says of an imported enrolment without a rest that it was paid before, not that its price is nothing', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    const nothingLeft = { ...enrolment, price: '0.00', paid_amount: '0.00', remaining_amount: '0.00' };
    server.list('/adult-course/', [{ ...nothingLeft, import: '4' }]);
    server.list('/bus/', [{ ...nothingLeft, id: 'free', import: null }]);
    openStudent('s1');
    const imported = await card('Adult Courses');
    expect(imported.getByText('Paid before the import')).toBeInTheDocument();
    expect(imported.queryByText('Price')).toBeNull();
    const free = await card('Bus');
    expect(free.queryByText('Paid before the import')).toBeNull();
    expect(free.getByText('Price')).toBeInTheDocument();
  });

  it('shows enrolments and payouts, those with a debt first', async () => {
    serverWithMona();
    openStudent('s1');
    const withDebt = await card('Adult Courses');
    expect(withDebt.getByText('L.E. 2,000.00')).toBeInTheDocument();
    const book = await card('Starter One');
    expect(book.getByText('L.E. 40.00')).toBeInTheDocument();
    expect(book.getByText('يدفع لاحقا')).toBeInTheDocument();
    expect(await book.findByRole('link', { name: /^Take payment/ })).toBeInTheDocument();
  });

  it('has one timeline of enrolments, payments, books, refunds, reminders and promises, newest first', async () => {
    const server = serverWithMona();
    server.list('/adult-course/', [installment, enrolment]);
    server.list('/refunds/', [
      {
        ...{ id: 'r1', student: 's1', resource: 'adult-course', payable: 'c1' },
        ...{
          related_record: 'c1',
          forgive: false,
          notes: null,
          student_data: { id: 's1', name: 'Mona Adel' },
        },
        amount: '100.00',
        ...{ reason: 'Paid twice', receipt_number: 'R7', custom_date: null, payment_method: 'cash' },
        created_at: '2026-11-12T08:00:00Z',
      },
    ]);
    server.on('GET /branch/details/', { body: { name: 'Al Nour', debts: true, refunds: true } });
    const by = { notes: null, created_by: 'Salma' };
    server.on('GET /debts/s1/', {
      body: {
        id: 's1',
        reminders: [{ ...by, id: 'n1', channel: 'whatsapp', day: '2026-11-10' }],
        promises: [
          { ...by, id: 'n2', day: '2026-11-11', due_day: '2026-11-20', amount: '500.00', state: 'open' },
        ],
        plans: [],
      },
    });
    openStudent('s1');
    await (await timeline()).findByText(/^Reminded/);
    expect(await timelineRows()).toEqual([
      'RefundAdult Courses · receipt R7 · 12/11/2026Paid twiceL.E. -100.00',
      'Will pay L.E. 500.00 on 20/11/2026: openSalma · 11/11/2026',
      'Reminded: WhatsAppSalma · 10/11/2026',
      'InstallmentStarter One · receipt 1050 · 9/11/2026L.E. 50.00',
      'InstallmentAdult Courses · receipt 1002 · 9/11/2026L.E. 500.00',
      'Starter OneBook Payout · 5/11/2026L.E. 150.00',
      'Adult CoursesCourse · receipt 1001 · 3/11/2026L.E. 1,000.00',
    ]);
  });

  it('shows twelve events of a long timeline, and all of them on demand', async () => {
    const server = serverWithMona();
    server.list('/book-payout/', []);
    const many = Array.from({ length: 14 }, (_, place) => ({ ...installment, id: `i${place}` }));
    server.list('/adult-course/', [...many, enrolment]);
    openStudent('s1');
    await card('Adult Courses');
    expect(await timelineRows()).toHaveLength(12);
    await userEvent.click(screen.getByRole('button', { name: 'Show all 15' }));
    expect(await timelineRows()).toHaveLength(15);
  });

  it('names the siblings, and the part of a plan that is due first', async () => {
    const server = serverWithMona();
    server.on('GET /branch/details/', { body: { name: 'Al Nour', debts: true, collections: true } });
    const member = { code: null, joined: 'self', credit: null };
    server.on('GET /families/', {
      body: {
        students: [
          { ...member, id: 's1', name: 'Mona Adel' },
          { ...member, id: 's2', name: 'أحمد سمير', joined: 'phone' },
        ],
        ...{ debts: [], remaining: '0.00', credit: null },
      },
    });
    const part = (due_day: string, paid: string) => ({ due_day, amount: '500.00', paid });
    const parts = [part('2026-11-01', '500.00'), part('2026-12-01', '100.00'), part('2027-01-01', '0.00')];
    server.on('GET /debts/s1/', {
      body: {
        ...{ id: 's1', reminders: [], promises: [] },
        plans: [{ id: 'pl1', resource: 'adult-course', enrolment: 'c1', over: '0.00', parts }],
      },
    });
    openStudent('s1');
    expect(await screen.findByRole('link', { name: 'أحمد سمير' })).toHaveAttribute('href', '/students/s2');
    await expectAccount('Next dueL.E. 400.00 on 1/12/2026');
  });

  it('requests each resource once, filtered by this student', async () => {
    const server = serverWithMona();
    openStudent('s1');
    await card('Starter One');
    const requests = server.seen.filter(({ query }) => query.get('student') === 's1');
    expect(requests.map(({ path }) => path).sort()).toEqual([
      '/adult-course/',
      '/book-payout/',
      '/bus/',
      '/home-schooling/',
      '/kids-course/',
      '/nursery/',
      '/refunds/',
      '/summer-course/',
    ]);
    expect(requests.every(({ query }) => query.get('no_pagination') === 'true')).toBe(true);
  });

  it('omits records of other students if the server has no filter by student', async () => {
    const server = serverWithMona();
    server.list('/adult-course/', [
      enrolmentOfAhmad,
      { ...installment, id: 'c8', related_record: 'c9', student: 's2' },
      enrolment,
    ]);
    openStudent('s1');
    await expectAccount('L.E. 2,040.00');
    expect(screen.queryByText('9009')).toBeNull();
    expect(screen.queryByRole('link', { name: /receipt 1002/ })).toBeNull();
  });

  it('shows "Nothing owed" without debts and offers only to enrol', async () => {
    const server = serverWithMona();
    server.list('/adult-course/', [settled]);
    server.list('/book-payout/', []);
    openStudent('s1');
    await card('Adult Courses');
    await expectAccount('L.E. 0.00 Nothing owed');
    expect(screen.queryByRole('link', { name: 'Take payment' })).toBeNull();
    expect(screen.getByRole('button', { name: 'Enrol' })).toBeInTheDocument();
  });

  it('shows an empty state for a student without accounts', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    openStudent('s1');
    expect(await screen.findByRole('heading', { name: 'No enrolments yet' })).toBeInTheDocument();
    expect(screen.getByText(/^Enrol the student to start/)).toBeInTheDocument();
  });

  it('asks after "Save and enrol" what to enrol in, once: a reload shows the student and does not ask again', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    const router = openStudent('s1', { enrols: true, fallback: '/students' });
    const dialog = within(await screen.findByRole('dialog', { name: 'Enrol in' }));
    expect(dialog.getByRole('link', { name: /Bus/ })).toBeInTheDocument();
    expect(router.state.location.state).toEqual({ fallback: '/students' });
    cleanup();
    openStudent('s1', router.state.location.state);
    expect(await screen.findByRole('button', { name: 'Enrol' })).toBeVisible();
    await heading('Mona Adel');
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('shows an empty state for a student that does not exist', async () => {
    new ScriptedServer();
    openStudent('s404');
    expect(await screen.findByRole('heading', { name: 'This student is not here' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to students' })).toHaveAttribute('href', '/students');
  });

  it('shows why it cannot be read, and retries on demand', async () => {
    const server = new ScriptedServer();
    server.on('GET /students/s1/', { status: 400, body: { detail: 'The books are being counted.' } });
    openStudent('s1');
    expect(await screen.findByText('Error: The books are being counted.')).toBeInTheDocument();
    server.list('/students/', [mona]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Mona Adel');
  });

  it('marks the sum as incomplete if a resource could not be read', async () => {
    const server = serverWithMona();
    server.on('GET /bus/', { status: 400, body: { detail: 'The bus is late.' } });
    openStudent('s1');
    expect(await screen.findByText('Error: The bus is late.')).toBeInTheDocument();
    await expectAccount('L.E. 2,040.00');
    await expectAccount('Without Bus, which could not be read');
    server.list('/bus/', [bus]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await expectAccount('L.E. 2,740.00');
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });
});

describe('actions of StudentPage', () => {
  it('has one main button: to take a payment while something is owed', async () => {
    serverWithMona();
    const router = openStudent('s1');
    await card('Starter One');
    const [main] = await screen.findAllByRole('link', { name: 'Take payment' });
    expect(main).toHaveAttribute('href', '/take-payment?student=s1');
    await userEvent.click(main as HTMLElement);
    await heading('Elsewhere');
    expect(router.state.location.pathname).toBe('/take-payment');
  });

  it('opens the form of the chosen kind of enrolment with the student', async () => {
    serverWithMona();
    const router = openStudent('s1');
    await userEvent.click(await screen.findByRole('button', { name: 'Enrol' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enrol in' }));
    expect(dialog.getAllByRole('link')).toHaveLength(6);
    await userEvent.click(dialog.getByRole('link', { name: 'Bus' }));
    await heading('Elsewhere');
    expect(router.state.location.pathname).toBe('/busses/add-bus');
    expect(router.state.location.state).toEqual({ student: 's1', fallback: '/students/s1' });
  });

  it('opens a payout with the student, and an edit form with the return path', async () => {
    serverWithMona();
    const router = openStudent('s1');
    await userEvent.click(await screen.findByRole('link', { name: 'Book Payout' }));
    expect(router.state.location.pathname).toBe('/books/payout/add-payout');
    expect(router.state.location.state).toEqual({ student: 's1', fallback: '/students/s1' });
    await router.navigate(-1);
    await userEvent.click(await screen.findByRole('link', { name: 'Edit' }));
    expect(router.state.location.pathname).toBe('/students/edit-student/s1');
    expect(router.state.location.state).toEqual({ fallback: '/students/s1' });
  });
});

describe('StudentPage with pending entries', () => {
  const pay = (amount: string) => save(newInstallment('c1', amount, enrolment));

  it('counts a pending installment at once and lists it in the timeline with a badge', async () => {
    const server = serverWithMona();
    openStudent('s1');
    await card('Starter One');
    server.offline = true;
    await pay('300.00');
    expect(await screen.findByText(/Offline\. Showing what was saved on this device today at/)).toBeVisible();
    const line = (await screen.findByRole('link', { name: /receipt 1042/ })).closest('li');
    if (!line) throw new Error('The payment is not inside a list item');
    expect(within(line).getByText('Waiting to be sent')).toBeInTheDocument();
    await expectAccount('Total remainingL.E. 1,740.00');
    await expectAccount('Total paidL.E. 4,500.00');
    await expectAccount('Includes amounts not sent yet');
  });

  it('shows only pending entries for a student that was created offline', async () => {
    const server = new ScriptedServer();
    openStudent('s404');
    await screen.findByRole('heading', { name: 'This student is not here' });
    server.offline = true;
    const student = newMutationId();
    await save(newStudent('سارة نبيل', student));
    await save(create('bus', { student, receipt_number: '3001', price: '500.00', paid_amount: '100.00' }));
    openStudent(student);
    await heading('سارة نبيل');
    expect(screen.getByText('Code comes once it is sent')).toBeInTheDocument();
    expect(await card('Bus')).toBeDefined();
    await expectAccount('Total remainingL.E. 400.00');
    expect(await account()).not.toHaveTextContent('May owe more');
  });
});

it('StudentPage tells at the account by whom and when its price was lowered, also without a connection', async () => {
  const server = serverWithMona();
  server.on('GET /branch/details/', { body: { name: 'Al Nour', debts: true } });
  server.on('GET /debts/s1/', {
    body: {
      ...{ id: 's1', reminders: [], promises: [], plans: [] },
      lowered_prices: [
        {
          ...{ resource: 'adult-course', record: 'c1', from: '3600.00', to: '3000.00', by: 'Mona Staff' },
          ...{ approved_by: 'Nour Hany', at: '2026-11-04T08:00:00Z' },
        },
      ],
    },
  });
  openStudent('s1');
  const lowered =
    /^Price lowered from L\.E\. 3,600\.00 to L\.E\. 3,000\.00: Mona Staff, approved by Nour Hany, 4\/11\/2026/;
  const shown = async () => (await screen.findByText(/Price lowered/)).textContent;
  expect(await shown()).toMatch(lowered);
  cleanup();
  server.offline = true;
  openStudent('s1');
  expect(await shown()).toMatch(lowered);
});

describe('StudentPage offline that was never opened before', () => {
  it('shows the cached records of other screens and says what may be missing', async () => {
    const server = serverWithMona();
    server.on('GET /adult-course/', { body: pageOf([enrolment, settled, enrolmentOfAhmad], 3) });
    server.on('GET /book-payout/', { body: pageOf([payout], 25) });
    const router = openStudent('s2');
    await heading('أحمد سمير');
    await router.navigate('/students');
    await screen.findByText('Mona Adel');
    await router.navigate('/books/payout');
    await screen.findByText('Starter One');
    await router.navigate('/create-installment', { state: { resource: 'adult-course' } });
    await heading('Create Installment');
    await userEvent.click(screen.getByRole('combobox', { name: /^Related Record/ }));
    await screen.findByRole('option', { name: /1001/ });
    server.offline = true;
    await router.navigate('/students/s1');
    await heading('Mona Adel');
    await expectAccount('Total remainingL.E. 2,040.00');
    await expectAccount('May owe more: some book payouts are not on this device');
    expect(screen.getByText(/Some installments may be missing/)).toBeInTheDocument();
    expect(screen.queryByText('9009')).toBeNull();
  });

  it('does not say "Nothing owed" without cached records', async () => {
    const server = serverWithMona();
    const router = openStudent('s2');
    await heading('أحمد سمير');
    await router.navigate('/students');
    await screen.findByText('Mona Adel');
    server.offline = true;
    await router.navigate('/students/s1');
    await heading('Mona Adel');
    await expectAccount('As far as is known');
    expect(screen.queryByText('Nothing owed')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'No enrolments yet' })).toBeNull();
  });
});
