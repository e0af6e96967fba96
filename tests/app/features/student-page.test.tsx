import { ChakraProvider } from '@chakra-ui/react';
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { describe, expect, it } from 'vitest';
import { CreateInstallmentPage } from '#app/features/installments/create-installment-page.tsx';
import { StudentPage } from '#app/features/students/student-page.tsx';
import { newMutationId, temporaryId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { ResourceListPage } from '#app/resources/resource-list-page.tsx';
import { SessionProvider } from '#app/shell/session-provider.tsx';
import { system } from '#app/theme/system.ts';
import { resources } from '#contract/resources/registry.ts';
import { FakeServer, heading } from '../resources/render-screen.tsx';
import { ahmad, enrolment, installment, mona, settled } from '../resources/samples.ts';

const payout = {
  id: 'p1',
  book: 'b1',
  book_data: { id: 'b1', name: 'Starter 1' },
  student: 's1',
  student_data: { id: 's1', name: 'Mona Adel' },
  quantity: '2',
  price: '240.00',
  paid_amount: '200.00',
  remaining_amount: '40.00',
  custom_date: null,
  notes: 'يدفع لاحقا',
  created_at: '2026-11-05T08:00:00Z',
};
const bus = { ...enrolment, id: 'bus1', receipt_number: '2001', remaining_amount: '700.00' };
const ofAhmad = { ...enrolment, id: 'c9', student: 's2', receipt_number: '9009', remaining_amount: '999.00' };

const pageOf = (results: readonly object[], count: number) => ({
  count,
  next: null,
  previous: null,
  results,
});

/** A student's page, and the screens it leads to by name alone; installments are taken for real. */
function openStudent(id: string) {
  const signedIn = (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
  const elsewhere = <h1>Elsewhere</h1>;
  const children = [
    { path: '/students/:id', element: <StudentPage /> },
    { path: '/students', element: <ResourceListPage resource={resources.student} /> },
    { path: '/books/payout', element: <ResourceListPage resource={resources['book-payout']} /> },
    { path: '/create-installment', element: <CreateInstallmentPage /> },
    { path: '*', element: elsewhere },
  ];
  const router = createMemoryRouter([{ element: signedIn, children }], {
    initialEntries: [`/students/${id}`],
  });
  render(
    <ChakraProvider value={system}>
      <RouterProvider router={router} />
    </ChakraProvider>,
  );
  return router;
}

/** Mona with an enrolment, its installment, one that is settled, and a payout. */
function deskOfMona(): FakeServer {
  const server = new FakeServer();
  server.list('/students/', [
    { ...mona, father_name: 'Adel Sami', father_phone: '0100 222 3333', birthdate: '2015-05-03' },
    ahmad,
  ]);
  server.list('/adult-course/', [installment, enrolment, settled]);
  server.list('/book-payout/', [payout]);
  return server;
}

const account = () => screen.findByRole('region', { name: 'Account' });
const accountSays = (text: string) => waitFor(async () => expect(await account()).toHaveTextContent(text));
const card = async (title: string) => {
  const [found] = await screen.findAllByRole('heading', { level: 3, name: title });
  const item = found?.closest('li');
  if (!item) throw new Error(`No card ${title}`);
  return within(item);
};

describe("a student's page", () => {
  it('says who it is, with numbers that a tap calls', async () => {
    deskOfMona();
    openStudent('s1');
    await heading('Mona Adel');
    expect(screen.getByText('S-0001')).toBeInTheDocument();
    const person = within(screen.getByRole('region', { name: 'Person' }));
    expect(person.getByRole('link', { name: '01001234567' })).toHaveAttribute('href', 'tel:01001234567');
    expect(person.getByRole('link', { name: '0100 222 3333' })).toHaveAttribute('href', 'tel:01002223333');
    expect(person.getByText('Adel Sami')).toBeInTheDocument();
    expect(person.getByText('3/5/2015')).toBeInTheDocument();
  });

  it('adds up what remains and what was paid, whatever it is for', async () => {
    deskOfMona();
    openStudent('s1');
    // 2 000 of the enrolment and 40 of the payout; 1 000 + 3 000 + 200 paid, installments as the host counts them.
    await accountSays('Remains in allL.E. 2,040.00 Still owed');
    await accountSays('Paid in allL.E. 4,200.00');
  });

  it('counts an installment once where the host does not tell what it belongs to', async () => {
    const server = deskOfMona();
    server.on('GET /branch/details/', { body: { name: 'Al Nour' } });
    const { related_record: _, ...untold } = installment;
    server.list('/adult-course/', [untold, enrolment, settled]);
    openStudent('s1');
    await accountSays('Paid in allL.E. 4,200.00');
    expect(server.sent('GET', '/adult-course/').every(({ query }) => !query.has('student'))).toBe(true);
  });

  it('shows every enrolment with its payments under it, and every payout, what is owed first', async () => {
    deskOfMona();
    openStudent('s1');
    const owing = await card('Adult Courses');
    expect(owing.getByText('L.E. 2,000.00')).toBeInTheDocument();
    const payments = within(owing.getByRole('list', { name: 'Payments' })).getAllByRole('listitem');
    expect(payments.map(({ textContent }) => textContent)).toEqual([
      'Paid at the start 3/11/2026L.E. 1,000.00',
      'Installmentreceipt 1002 · 9/11/2026L.E. 500.00',
    ]);
    const book = await card('Starter 1');
    expect(book.getByText('L.E. 40.00')).toBeInTheDocument();
    expect(book.getByText('يدفع لاحقا')).toBeInTheDocument();
    expect(book.queryByRole('link', { name: /Take installment/ })).toBeNull();
  });

  it('asks once for each kind, for this student alone', async () => {
    const server = deskOfMona();
    openStudent('s1');
    await card('Starter 1');
    const asked = server.seen.filter(({ query }) => query.get('student') === 's1');
    expect(asked.map(({ path }) => path).sort()).toEqual([
      '/adult-course/',
      '/book-payout/',
      '/bus/',
      '/home-schooling/',
      '/kids-course/',
      '/nursery/',
      '/summer-course/',
    ]);
    expect(asked.every(({ query }) => query.get('no_pagination') === 'true')).toBe(true);
  });

  it("leaves out others' records where a host knows no filter by student", async () => {
    const server = deskOfMona();
    server.list('/adult-course/', [
      ofAhmad,
      { ...installment, id: 'c8', related_record: 'c9', student: 's2' },
      enrolment,
    ]);
    openStudent('s1');
    await accountSays('L.E. 2,040.00');
    expect(screen.queryByText('9009')).toBeNull();
    expect(screen.queryByRole('link', { name: /^Installment/ })).toBeNull();
  });

  it('is calm where nothing is owed, and offers an enrolment first', async () => {
    const server = deskOfMona();
    server.list('/adult-course/', [settled]);
    server.list('/book-payout/', []);
    openStudent('s1');
    await card('Adult Courses');
    await accountSays('L.E. 0.00 Nothing owed');
    expect(screen.queryByText('Take installment')).toBeNull();
    expect(screen.getByRole('button', { name: 'Enrol' })).toBeInTheDocument();
  });

  it('says what to do where there is nothing yet', async () => {
    const server = new FakeServer();
    server.list('/students/', [mona]);
    openStudent('s1');
    expect(await screen.findByRole('heading', { name: 'Nothing yet' })).toBeInTheDocument();
    expect(screen.getByText(/^Enrol this student to begin/)).toBeInTheDocument();
  });

  it('says when there is no such student', async () => {
    new FakeServer();
    openStudent('s404');
    expect(await screen.findByRole('heading', { name: 'This student is not here' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to students' })).toHaveAttribute('href', '/students');
  });

  it('shows why it can not be read, and reads it again when asked', async () => {
    const server = new FakeServer();
    server.on('GET /students/s1/', { status: 400, body: { detail: 'The books are being counted.' } });
    openStudent('s1');
    expect(await screen.findByText('Error: The books are being counted.')).toBeInTheDocument();
    server.list('/students/', [mona]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await heading('Mona Adel');
  });

  it('never passes off a sum as whole when a kind could not be read', async () => {
    const server = deskOfMona();
    server.on('GET /bus/', { status: 400, body: { detail: 'The bus is late.' } });
    openStudent('s1');
    expect(await screen.findByText('Error: The bus is late.')).toBeInTheDocument();
    await accountSays('L.E. 2,040.00');
    await accountSays('Without Bus, which could not be read');
    server.list('/bus/', [bus]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    await accountSays('L.E. 2,740.00');
    expect(screen.queryByText(/could not be read/)).toBeNull();
  });
});

describe('from a student', () => {
  it('an installment is taken for the only enrolment that owes, and leads back here', async () => {
    const server = deskOfMona();
    const router = openStudent('s1');
    await card('Starter 1');
    await userEvent.click(screen.getByRole('link', { name: 'Take installment' }));
    await heading('Create Installment');
    expect(router.state.location.state).toEqual({
      resource: 'adult-course',
      fallback: '/students/s1',
      related: 'c1',
    });
    const paid = { ...installment, id: 'c5', receipt_number: '1005', paid_amount: '100.00' };
    server.on('POST /adult-course/', () => {
      server.list('/adult-course/', [
        paid,
        installment,
        { ...enrolment, remaining_amount: '1900.00' },
        settled,
      ]);
      return { status: 201, body: paid };
    });
    fireEvent.change(screen.getByLabelText('Receipt Number'), { target: { value: '1005' } });
    fireEvent.change(screen.getByLabelText('Paid Amount'), { target: { value: '100' } });
    await userEvent.click(screen.getByRole('button', { name: 'Create Installment' }));
    await heading('Mona Adel');
    await accountSays('L.E. 1,940.00');
    // Its place is taken over when the host's record arrives for the one that waited.
    await waitFor(() => expect(screen.getByRole('link', { name: /receipt 1005/ })).toBeInTheDocument());
  });

  it('asks for which, where several owe', async () => {
    const server = deskOfMona();
    server.list('/bus/', [bus]);
    const router = openStudent('s1');
    await card('Bus');
    await userEvent.click(screen.getByRole('button', { name: 'Take installment' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Take an installment for' }));
    expect(dialog.getAllByRole('link').map(({ textContent }) => textContent)).toEqual([
      expect.stringMatching(/^(Bus|Adult Courses)Receipt/),
      expect.stringMatching(/^(Bus|Adult Courses)Receipt/),
    ]);
    await userEvent.click(dialog.getByRole('link', { name: /Bus.*2001.*L\.E\. 700\.00/ }));
    await heading('Create Installment');
    expect(router.state.location.state).toEqual({
      resource: 'bus',
      fallback: '/students/s1',
      related: 'bus1',
    });
  });

  it.each([
    ['Kids Courses', '/courses/kids/add-course'],
    ['Nursery', '/courses/nursery/add-nursery'],
    ['Bus', '/busses/add-bus'],
  ])('an enrolment in %s begins with the student', async (kind, path) => {
    deskOfMona();
    const router = openStudent('s1');
    await userEvent.click(await screen.findByRole('button', { name: 'Enrol' }));
    const dialog = within(await screen.findByRole('dialog', { name: 'Enrol in' }));
    expect(dialog.getAllByRole('link')).toHaveLength(6);
    await userEvent.click(dialog.getByRole('link', { name: kind }));
    await heading('Elsewhere');
    expect(router.state.location.pathname).toBe(path);
    expect(router.state.location.state).toEqual({ student: 's1', fallback: '/students/s1' });
  });

  it('a payout begins with the student, and an edit leads back here', async () => {
    deskOfMona();
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

describe('what waits on this device', () => {
  const pay = (amount: string) =>
    save({
      id: newMutationId(),
      resource: 'adult-course',
      kind: 'create',
      body: { is_installment: true, related_record: 'c1', receipt_number: '1007', paid_amount: amount },
      referenced: { related_record: enrolment },
    });

  it('counts at once, says so, and stands under its enrolment with its mark', async () => {
    const server = deskOfMona();
    openStudent('s1');
    await card('Starter 1');
    server.offline = true;
    await pay('300.00');
    expect(
      await screen.findByText(/You are offline\. This is what this device has, as of today at/),
    ).toBeVisible();
    const line = (await screen.findByRole('link', { name: /receipt 1007/ })).closest('li');
    if (!line) throw new Error('The payment stands in no line');
    expect(within(line).getByText('Waiting to be sent')).toBeInTheDocument();
    await accountSays('Remains in allL.E. 1,740.00');
    await accountSays('Paid in allL.E. 4,500.00');
    await accountSays('Counts changes that are not sent yet');
  });

  it('does not count once it is refused, and needs a person', async () => {
    const server = deskOfMona();
    openStudent('s1');
    await card('Starter 1');
    server.offline = true;
    await pay('300.00');
    await screen.findByRole('link', { name: /receipt 1007/ });
    server.on('POST /adult-course/', { status: 400, body: { paid_amount: ['Only L.E. 100.00 remains.'] } });
    server.offline = false;
    expect(await screen.findByRole('link', { name: 'Needs you' })).toHaveAttribute('href', '/sync');
    await accountSays('Remains in allL.E. 2,040.00');
  });

  it('is all there is of a student that was made offline', async () => {
    const server = new FakeServer();
    openStudent('s404');
    await screen.findByRole('heading', { name: 'This student is not here' });
    server.offline = true;
    const id = newMutationId();
    await save({ id, resource: 'student', kind: 'create', body: { name: 'سارة نبيل' } });
    const student = temporaryId(id);
    await save({
      id: newMutationId(),
      resource: 'bus',
      kind: 'create',
      body: { student, receipt_number: '3001', price: '500.00', paid_amount: '100.00' },
    });
    openStudent(student);
    await heading('سارة نبيل');
    expect(screen.getByText('The server will give the code')).toBeInTheDocument();
    expect(await card('Bus')).toBeDefined();
    await accountSays('Remains in allL.E. 400.00');
    expect(await account()).not.toHaveTextContent('May be more');
  });
});

describe('a page that was never opened', () => {
  it('shows offline what other screens have kept, and says what may be missing', async () => {
    const server = deskOfMona();
    server.on('GET /adult-course/', { body: pageOf([enrolment, settled, ofAhmad], 3) });
    server.on('GET /book-payout/', { body: pageOf([payout], 25) });
    const router = openStudent('s2');
    await heading('أحمد سمير');
    await router.navigate('/students');
    await screen.findByText('Mona Adel');
    await router.navigate('/books/payout');
    await screen.findByText('Starter 1');
    await router.navigate('/create-installment', { state: { resource: 'adult-course' } });
    await heading('Create Installment');
    await userEvent.click(screen.getByRole('combobox', { name: /^Related Record/ }));
    await screen.findByRole('option', { name: /1001/ });
    server.offline = true;
    await router.navigate('/students/s1');
    await heading('Mona Adel');
    await accountSays('Remains in allL.E. 2,040.00');
    await accountSays('May be more: not all Book Payouts are on this device');
    expect(screen.getByText(/never opened here, so installments may be missing/)).toBeInTheDocument();
    expect(screen.queryByText('9009')).toBeNull();
  });

  it('does not say that nothing is owed where nothing was kept', async () => {
    const server = deskOfMona();
    const router = openStudent('s2');
    await heading('أحمد سمير');
    await router.navigate('/students');
    await screen.findByText('Mona Adel');
    server.offline = true;
    await router.navigate('/students/s1');
    await heading('Mona Adel');
    await accountSays('As far as is known');
    expect(screen.queryByText('Nothing owed')).toBeNull();
    expect(screen.queryByRole('heading', { name: 'Nothing yet' })).toBeNull();
  });
});
