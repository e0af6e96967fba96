import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { save } from '#app/outbox/sender/save.ts';
import { isUnread } from '#app/resources/list/list-body.tsx';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import { newInstallment, newStudent } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer, toasts } from './render-screen.tsx';
import { ahmad, enrolment, installment, mona, settled } from './samples.ts';

const rowOf = async (text: string) => {
  const row = (await screen.findByText(text)).closest('tr');
  if (!row) throw new Error(`No row contains ${text}`);
  return within(row);
};

describe('a list', () => {
  it('shows placeholder rows in the shape of the table while it loads', () => {
    new ScriptedServer();
    renderScreen('/students');
    const table = screen.getByRole('table', { name: 'Students' });
    expect(table).toHaveAttribute('aria-busy', 'true');
    expect(within(table).getByRole('columnheader', { name: 'Father Phone' })).toBeInTheDocument();
    expect(table.querySelectorAll('tbody tr')).toHaveLength(10);
  });

  it.each([
    [
      'an enrolment',
      '/adult-course/',
      '/courses/adult',
      enrolment,
      `/courses/adult/edit-course/${enrolment.id}`,
    ],
    ['a student', '/students/', '/students', mona, `/students/${mona.id}`],
  ])('opens %s whose row is tapped beside its links', async (_what, path, screenPath, record, opened) => {
    const server = new ScriptedServer();
    server.on(`GET ${path}`, { body: { count: 1, next: null, previous: null, results: [record] } });
    server.on(`GET ${path}${record.id}/`, { body: record });
    const { router } = renderScreen(screenPath);
    const row = (await screen.findByRole('link', { name: /^Edit / })).closest('tr');
    const cells = row ? within(row).getAllByRole('cell') : [];
    const [beside] = cells.filter((cell) => cell.querySelector('a, button') === null);
    if (!beside) throw new Error('Every cell has a link.');
    await userEvent.click(beside);
    await waitFor(() => expect(router.state.location.pathname).toBe(opened));
  });

  it.each([
    ['list', 'GET /students/', '/students'],
    ['record', 'GET /students/7/', '/students/edit-student/7'],
  ])('offers no further try where the role is refused a %s', async (_what, call, path) => {
    const server = new ScriptedServer();
    server.on(call, { status: 403, body: { detail: 'Only managers see this.' } });
    renderScreen(path);
    expect(await screen.findByText('Error: Only managers see this.')).toBeInTheDocument();
    expect(screen.getByText(/^A manager can open it/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull();
  });

  it('offers the first page in place of one that does not exist, whatever the language of the refusal', async () => {
    const server = new ScriptedServer();
    server.on('GET /students/', { status: 404, body: { detail: 'لا توجد صفحة بهذا الرقم.' } });
    renderScreen('/students?page=9');
    expect(await screen.findByRole('button', { name: 'Go to the first page' })).toBeInTheDocument();
  });

  it('shows a failure in place of the table and reloads on request', async () => {
    const server = new ScriptedServer();
    server.on('GET /students/', { status: 400, body: { detail: 'The books are being counted.' } });
    renderScreen('/students');
    expect(await screen.findByText('Error: The books are being counted.')).toBeInTheDocument();
    expect(screen.queryByText('0 students')).toBeNull();
    server.list('/students/', [mona]);
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Mona Adel')).toBeInTheDocument();
    expect(screen.getByText('1 student')).toBeInTheDocument();
  });

  it('requests the page and the search of the address', async () => {
    const server = new ScriptedServer();
    server.list(
      '/students/',
      Array.from({ length: 31 }, (_, index) => ({ ...mona, id: `s${index}` })),
    );
    const { router } = renderScreen('/students?page=2');
    await userEvent.click(await screen.findByRole('button', { name: 'Page 3' }));
    expect(router.state.location.search).toBe('?page=3');
    fireEvent.change(screen.getByRole('searchbox', { name: 'Search students' }), {
      target: { value: 'mona' },
    });
    await waitFor(() => expect(router.state.location.search).toBe('?search=mona'));
    const searches = () => server.sent('GET', '/students/').map(({ query }) => query.get('search'));
    await waitFor(() => expect(searches()).toContain('mona'));
  });

  it('shows its records and their age while the server is unreachable', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    renderScreen('/students');
    await screen.findByText('Mona Adel');
    server.offline = true;
    await save(newStudent('Sara Nabil'));
    expect(await screen.findByText(/Offline\. Showing what was saved on this device today at/)).toBeVisible();
    expect(screen.getByText('Mona Adel')).toBeInTheDocument();
    expect((await rowOf('Sara Nabil')).getByText('Waiting to be sent')).toBeInTheDocument();
  });

  it('that was never read says offline that it is not here, and nothing of an age or a count', async () => {
    const server = new ScriptedServer();
    server.goOffline();
    renderScreen('/students');
    expect(await screen.findByRole('alert')).toHaveTextContent(/^Error: /);
    const note = screen.getByText(/saved on this device/).closest('[role=status]');
    expect(note).toHaveAttribute('aria-hidden', 'true');
    expect(document.body).not.toHaveTextContent(/records|0 students/);
  });

  it.each([
    ['was read as empty, and the line is cut', { paused: true, updatedAt: 1 }, false],
    ['was never read', { paused: true, updatedAt: 0 }, true],
    ['stands for another one that was read', { paused: true, updatedAt: 1, earlier: true }, true],
    ['is refused now', { updatedAt: 1 }, true],
    ['was never read, but has a new row of this device', { rows: [{ record: mona }], updatedAt: 0 }, false],
  ])('that %s shows an error alone: %o %s', (_, facts, unread) => {
    const failed = {
      rows: [],
      count: 0,
      pages: 0,
      status: 'ready',
      error: new Error('No'),
      earlier: false,
    } as const;
    const rest = { paused: false, fetching: false, updatedAt: 0, refetch: () => undefined };
    expect(isUnread({ ...failed, ...rest, ...facts })).toBe(unread);
  });

  it('links a rejected entry to the Sync panel', async () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    renderScreen('/students');
    await screen.findByText('Mona Adel');
    server.offline = true;
    await save(newStudent('Sara Nabil'));
    server.on('POST /students/', { status: 400, body: { name: ['No such name.'] } });
    server.offline = false;
    const row = await rowOf('Sara Nabil');
    expect(await row.findByRole('link', { name: 'Needs you' })).toHaveAttribute('href', '/sync');
  });
});

describe('the list of students', () => {
  const open = () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona]);
    server.list('/adult-course/', [enrolment]);
    server.on('GET /branch/details/', { body: { name: 'Al Nour', balances: true } });
    server.on('GET /debts/balances/', ({ query }) => ({
      body: {
        results:
          query.get('students') === 's1'
            ? [{ id: 's1', remaining: '2000.00', kinds: ['adult-course', 'bus'] }]
            : [],
      },
    }));
    renderScreen('/students');
    return server;
  };
  const row = () => screen.findByRole('row', { name: /Mona Adel/ });

  it('tells below the name what is owed and where the student is enrolled', async () => {
    open();
    await screen.findByText('Owes L.E. 2,000.00');
    expect(await row()).toHaveTextContent('Owes L.E. 2,000.00 Adult Courses, Bus');
  });

  it('names a payment that waits on this device beside what the server says is owed', async () => {
    const server = open();
    await screen.findByText('Owes L.E. 2,000.00');
    server.offline = true;
    await save(newInstallment('c1', '300.00', enrolment));
    expect(await screen.findByText(/^Not sent yet: 1 entry.*L\.E\. 300\.00 received/)).toBeVisible();
    expect(screen.getByText('Owes L.E. 2,000.00')).toBeVisible();
  });

  it('is as before on a server that tells no balances', async () => {
    const server = open();
    server.on('GET /branch/details/', { body: { name: 'Al Nour' } });
    await row();
    expect(screen.queryByText(/^Owes/)).toBeNull();
  });
});

describe('a list of enrolments', () => {
  const openCourses = () => {
    const server = new ScriptedServer();
    server.list('/students/', [mona, ahmad]);
    server.list('/adult-course/', [installment, enrolment, settled]);
    return { server, ...renderScreen('/courses/adult') };
  };

  it('shows amounts, choices in words, and the custom date if present', async () => {
    openCourses();
    expect((await rowOf('1001')).getByText('3/11/2026')).toBeInTheDocument();
    expect((await rowOf('1002')).getByText('9/11/2026')).toBeInTheDocument();
    expect((await rowOf('1001')).getByText('2 Months')).toBeInTheDocument();
    expect((await rowOf('1001')).getByText('L.E. 3,000.00')).toBeInTheDocument();
  });

  it('links a debt, and only a debt, to its installment form', async () => {
    const { router } = openCourses();
    const paid = await rowOf('1003');
    expect(paid.queryByRole('link', { name: /still owed/ })).toBeNull();
    const owing = await rowOf('1001');
    await userEvent.click(
      owing.getByRole('link', {
        name: 'L.E. 2,000.00 still owed. Create Installment for Mona Adel, receipt 1001',
      }),
    );
    await heading('Create Installment');
    expect(router.state.location.state).toEqual({
      resource: 'adult-course',
      fallback: '/courses/adult',
      related: 'c1',
    });
  });

  it('opens the receipt of a payment by a tap on what was paid', async () => {
    openCourses();
    const row = await rowOf('1002');
    const receipt = row.getByTitle(/^Receipt of /);
    expect(receipt).toHaveTextContent(formatMoney(parsePiastres(installment.paid_amount)));
    expect(receipt.closest('td')).toHaveAttribute('data-kind', 'money');
    await userEvent.click(receipt);
    const dialog = await screen.findByRole('dialog', { name: 'Receipt' });
    expect(await within(dialog).findByText(/1002/)).toBeVisible();
  });

  it('marks an installment and links it to its enrolment', async () => {
    openCourses();
    const row = await rowOf('1002');
    expect(await row.findByRole('link', { name: 'Installment of 1001' })).toHaveAttribute(
      'href',
      '/courses/adult/edit-course/c1',
    );
  });

  it('asks before deleting, names the record, and shows a rejection in the dialog', async () => {
    const { server } = openCourses();
    server.on('DELETE /adult-course/c2/', { status: 409, body: { detail: 'October has ended.' } });
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Mona Adel, receipt 1002' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Installment' }));
    expect(dialog.getByText('Mona Adel, receipt 1002')).toBeInTheDocument();
    const facts = Array.from(
      document.querySelectorAll('[role=alertdialog] :is(dt, dd)'),
      (one) => one.textContent,
    );
    expect(facts).toEqual([
      ...['Student', 'Mona Adel', 'Receipt Number', '1002'],
      ...['Paid Amount', 'L.E. 500.00', 'Day', '9/11/2026'],
    ]);
    expect(
      dialog.getByText('This action cannot be undone. This will permanently delete this installment.'),
    ).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    expect(await dialog.findByText('Error: October has ended.')).toBeInTheDocument();

    server.on('DELETE /adult-course/c2/', { body: { detail: 'Receipt 1002 is gone.' } });
    server.list('/adult-course/', [enrolment, settled]);
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(toasts()).toContain('Receipt 1002 is gone.');
    await waitFor(() => expect(screen.queryByText('1002')).toBeNull());
    const [first, second] = server.sent('DELETE', '/adult-course/c2/');
    expect(first?.key).not.toBe(second?.key);
  });

  it('says what was recorded meanwhile, and deletes that only at the next press', async () => {
    const { server } = openCourses();
    server.list('/adult-course/', [
      { ...enrolment, version: 1 },
      { ...installment, version: 1 },
    ]);
    const current = { ...installment, version: 2, paid_amount: '600.00' };
    server.on('DELETE /adult-course/c2/', ({ ifMatch }) =>
      ifMatch === '"2"'
        ? { body: { detail: 'Receipt 1002 is gone.' } }
        : { status: 412, body: { detail: 'It changed meanwhile.', current } },
    );
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Mona Adel, receipt 1002' }));
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Delete Installment' }));
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    const asked =
      'It was changed meanwhile: Paid Amount L.E. 600.00. Press Delete again to delete it all the same.';
    expect(await dialog.findByText(new RegExp(asked))).toBeInTheDocument();
    await userEvent.click(dialog.getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent('DELETE', '/adult-course/c2/').map(({ ifMatch }) => ifMatch)).toEqual(['"1"', '"2"']);
  });

  it('deletes nothing when cancelled', async () => {
    const { server } = openCourses();
    await userEvent.click(await screen.findByRole('button', { name: 'Delete Mona Adel, receipt 1001' }));
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.sent('DELETE', '/adult-course/c1/')).toEqual([]);
  });
});
