import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { resources } from '#contract/resources/registry.ts';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { enrolment, mona, servePickerRecords, storedRecord } from '../resources/samples.ts';

const course = { ...enrolment, refunded: '200.00', forgiven: '0.00', remaining_amount: '2200.00' };

function serverWith(...courses: Record<string, unknown>[]): ScriptedServer {
  const server = new ScriptedServer();
  servePickerRecords(server);
  server.list('/adult-course/', courses);
  server.on('POST /refunds/', ({ body }) => ({
    status: 201,
    body: storedRecord(resources.refund, { ...body, id: 'r9', receipt_number: 'R-1' }),
  }));
  return server;
}

const type = (label: string | RegExp, value: string) =>
  fireEvent.change(screen.getByLabelText(label, { selector: 'input, textarea' }), { target: { value } });
const press = (text: string | RegExp) => fireEvent.click(screen.getByText(text, { selector: 'button' }));
const submit = (text: string) => fireEvent.click(screen.getByText(text, { selector: 'button[type=submit]' }));

describe('the form of a refund', () => {
  it('keeps the reason that was typed for the next time, not that of the answer', async () => {
    const server = serverWith(course);
    server.on('POST /refunds/', ({ body }) => ({
      status: 201,
      body: storedRecord(resources.refund, { ...body, id: 'r9', receipt_number: 'R-1', reason: 'Cut' }),
    }));
    renderScreen('/refunds/add-refund', { resource: 'adult-course', related: 'c1', fallback: '/refunds' });
    await heading('Add Refund');
    await screen.findByText('Mona Adel');
    press(/^All of it/);
    type('Reason', 'The bus does not come');
    fireEvent.click(screen.getByLabelText('Still owed'));
    submit('Add Refund');
    await heading('Refunds');
    expect(JSON.stringify({ ...localStorage })).toContain('The bus does not come');
  });

  it('opened from a record shows what can be paid back, takes all of it with one tap, and asks for a reason and what becomes of the debt', async () => {
    const server = serverWith(course);
    renderScreen('/refunds/add-refund', { resource: 'adult-course', related: 'c1', fallback: '/refunds' });
    await heading('Add Refund');
    await screen.findByText('Mona Adel');
    expect(screen.getByText('Can be paid back').parentElement).toHaveTextContent('L.E. 800.00');
    press(/^All of it/);
    expect(screen.getByLabelText('Amount')).toHaveValue('800.00');
    submit('Add Refund');
    expect(await screen.findAllByText('This cannot be empty')).toHaveLength(2);
    press('Paid twice');
    fireEvent.click(screen.getByLabelText('Still owed'));
    submit('Add Refund');
    await heading('Refunds');
    expect(server.sent('POST', '/refunds/').map(({ body }) => body)).toEqual([
      expect.objectContaining({
        student: 's1',
        resource: 'adult-course',
        related_record: 'c1',
        amount: '800.00',
        reason: 'Paid twice',
        forgive: false,
      }),
    ]);
    expect(toasts().join()).toMatch(/^Refund saved: .+\.$/);
  });

  it('takes the only record that a student has paid for, and refuses more than was paid', async () => {
    const server = serverWith(course, {
      ...course,
      id: 'c2',
      paid_amount: '0.00',
      refunded: '0.00',
      remaining_amount: '3000.00',
    });
    renderScreen('/refunds/add-refund', { student: mona.id });
    await waitFor(() => expect(screen.getByRole('radio', { name: /Adult Courses/ })).toBeChecked());
    type('Amount', '800.01');
    type('Reason', 'Wrong amount');
    fireEvent.click(screen.getByLabelText('Still owed'));
    submit('Add Refund');
    await screen.findByText('At most L.E. 800.00 can be paid back.');
    expect(server.sent('POST', '/refunds/')).toEqual([]);
    type('Amount', '300');
    expect(await screen.findByText('Still owed afterwards')).toBeVisible();
    submit('Add Refund');
    await heading('Refunds');
    expect(server.sent('POST', '/refunds/')[0]?.body).toMatchObject({ amount: '300.00', forgive: false });
  });
});

describe('leaving a course', () => {
  const open = (...courses: Record<string, unknown>[]) => {
    const server = serverWith(...courses);
    server.on('GET /adult-course/c1/', { body: courses[0] ?? {} });
    return { server, ...renderScreen('/leave-course/adult-course/c1', { fallback: '/courses/adult' }) };
  };

  it('shows the sums that follow, and sends exactly what goes back', async () => {
    const { server } = open(course);
    server.on('POST /adult-course/c1/withdraw/', {
      body: {
        records: [
          {
            resource: 'adult-course',
            record: { ...course, left_on: '2026-11-05', kept: '500.00', remaining_amount: '0.00' },
          },
        ],
      },
    });
    await heading('Leaves the course');
    type('Kept of the price', '500');
    await waitFor(() =>
      expect(screen.getByText('Paid out now', { selector: 'dt' }).parentElement).toHaveTextContent('300.00'),
    );
    expect(screen.getByText('No longer owed', { selector: 'dt' }).parentElement).toHaveTextContent(
      '2,500.00',
    );
    type(/^Paid out now/, '100');
    press('Moves away');
    submit('Leaves the course');
    await heading('Adult Courses');
    expect(server.sent('POST', '/adult-course/c1/withdraw/').map(({ body }) => body)).toEqual([
      {
        id: expect.any(String),
        left_on: expect.any(String),
        keep: '500.00',
        refund: { amount: '100.00', payment_method: 'cash' },
        credit: '200.00',
        reason: 'Moves away',
      },
    ]);
  });

  it('keeps the reason that was typed for the next time', async () => {
    const { server } = open(course);
    const record = { ...course, left_on: '2026-11-05', kept: '2500.00', remaining_amount: '0.00' };
    server.on('POST /adult-course/c1/withdraw/', {
      body: { records: [{ resource: 'adult-course', record }] },
    });
    await heading('Leaves the course');
    press('Nothing');
    type('Reason', 'The bus does not come');
    submit('Leaves the course');
    await heading('Adult Courses');
    expect(JSON.stringify({ ...localStorage })).toContain('The bus does not come');
  });

  it('shows the refusal of the server at its field, as when another desk took money meanwhile', async () => {
    const { server } = open(course);
    const message = 'Exactly L.E. 900.00 goes back: paid out, kept as credit, or both.';
    server.on('POST /adult-course/c1/withdraw/', { status: 400, body: { refund: [message] } });
    await heading('Leaves the course');
    press('Nothing');
    press('Moves away');
    submit('Leaves the course');
    await waitFor(() => expect(screen.getByLabelText(/^Paid out now/)).toHaveAccessibleDescription(message));
  });

  it('is taken back on the page of the enrolment, after a question with what must come back in', async () => {
    const left = { ...course, left_on: '2026-11-05', kept: '0.00', refunded: '1000.00', forgiven: '3000.00' };
    const server = serverWith({ ...left, remaining_amount: '0.00' });
    server.declares({ idempotency: true, merges: true, refunds: true });
    const by = { reason: 'Moves away', recorded_by: '7', created_at: '2026-11-05T08:00:00Z' };
    server.on('GET /adult-course/c1/withdrawal/', {
      body: {
        ...by,
        id: 'w1',
        left_on: left.left_on,
        kept: '0.00',
        refund: null,
        credit: '800.00',
        undoable: true,
      },
    });
    server.on('POST /adult-course/c1/withdraw/undo/', { body: course });
    renderScreen('/courses/adult/edit-course/c1');
    fireEvent.click(await screen.findByText('Did not leave after all', { selector: 'button' }));
    expect(await screen.findByText(/L\.E\. 800\.00 that went back must come back in\./)).toBeVisible();
    press('Yes, take it back');
    await waitFor(() => expect(server.sent('POST', '/adult-course/c1/withdraw/undo/')).toHaveLength(1));
  });

  it('says when the student has left already', async () => {
    open({ ...course, left_on: '2026-11-05', kept: '0.00' });
    expect(await screen.findByText(/has left this course already, on 5\/11\/2026/)).toBeVisible();
  });

  it('moves the money to another course in one write, with its list price and what is owed of it', async () => {
    const { server } = open(course);
    server.declares({
      idempotency: true,
      merges: true,
      filters: true,
      settings: true,
      refunds: true,
      discounts: true,
    });
    server.on('GET /branch/settings/', {
      body: { id: '1', version: 1, price_list: [{ resource: 'bus', price: '900.00' }] },
    });
    server.on('POST /adult-course/c1/transfer/', ({ body }) => ({
      body: {
        withdrawn: { ...course, left_on: '2026-11-05' },
        enrolment: storedRecord(resources.bus, { ...Object(Object(Object(body).to).body), id: 'b7' }),
      },
    }));
    await heading('Leaves the course');
    fireEvent.click(screen.getByLabelText('Moves to another course'));
    fireEvent.click(await screen.findByLabelText('Bus'));
    await screen.findByText('The new enrolment: Bus');
    press('Nothing');
    type('Receipt Number', '77');
    fireEvent.click(await screen.findByText('List price L.E. 900.00', { selector: 'button' }));
    expect(screen.getByLabelText('Price')).toHaveValue('900.00');
    expect(screen.getByText('Still owed for the new course').parentElement).toHaveTextContent('100.00');
    type('Price', '600');
    press('Moves away');
    submit('Moves to another course');
    await heading('Adult Courses');
    expect(server.sent('POST', '/adult-course/c1/transfer/')[0]?.body).toMatchObject({
      withdraw: { keep: '0.00', credit: '800.00', reason: 'Moves away' },
      to: {
        resource: 'bus',
        body: { student: 's1', price: '600.00', paid_amount: '600.00', payment_method: 'credit' },
      },
    });
  });
});

describe('books that come back', () => {
  const payout = (changes: Record<string, unknown> = {}) =>
    storedRecord(resources['book-payout'], {
      ...{ id: 'p1', student: 's1', student_data: { id: 's1', name: 'Mona Adel' } },
      ...{ book: 'b1', book_data: { id: 'b1', name: 'Grammar 1' }, quantity: '3', receipt_number: '7' },
      ...{ price: '300.00', paid_amount: '250.00', remaining_amount: '50.00', is_installment: false },
      ...{ refunded: '0.00', forgiven: '0.00', returned: '0', ...changes },
    });
  const open = (changes: Record<string, unknown> = {}) => {
    const server = serverWith();
    server.on('GET /book-payout/p1/', { body: payout(changes) });
    return { server, ...renderScreen('/leave-course/book-payout/p1', { fallback: '/books/payout' }) };
  };
  const fact = (label: string) => screen.getByText(label, { selector: 'dt' }).parentElement;

  it('shows what is no longer owed, and pays back what was paid for them', async () => {
    const { server } = open();
    server.on('POST /book-payout/p1/return/', {
      body: {
        ...payout({ returned: '2', forgiven: '200.00' }),
        return: { id: '1', refund: null, credit: null },
      },
    });
    await heading('Return books');
    type('Copies that come back', '2');
    await waitFor(() => expect(fact('Paid out now')).toHaveTextContent('150.00'));
    expect(fact('No longer owed')).toHaveTextContent('200.00');
    press('Wrong book');
    submit('Return books');
    await heading('Book Payout');
    expect(server.sent('POST', '/book-payout/p1/return/').map(({ body }) => body)).toEqual([
      {
        id: expect.any(String),
        quantity: '2',
        refund: { amount: '150.00', payment_method: 'cash' },
        reason: 'Wrong book',
      },
    ]);
  });

  it('takes no more copies than are out, also after an earlier return', async () => {
    const { server } = open({
      returned: '1',
      forgiven: '100.00',
      remaining_amount: '0.00',
      refunded: '50.00',
    });
    await heading('Return books');
    type('Copies that come back', '3');
    press('Faulty copy');
    submit('Return books');
    await waitFor(() =>
      expect(screen.getByLabelText('Copies that come back')).toHaveAccessibleDescription(/2/),
    );
    await waitFor(() => expect(screen.getByLabelText('Copies that come back')).toBeInvalid());
    press('All 2 copies');
    await waitFor(() => expect(fact('Paid out now')).toHaveTextContent('200.00'));
    expect(fact('No longer owed')).toHaveTextContent('200.00');
    expect(server.sent('POST', '/book-payout/p1/return/')).toEqual([]);
  });

  it('says when all copies have come back already', async () => {
    open({ returned: '3' });
    expect(await screen.findByText(/All copies have come back already/)).toBeVisible();
  });
});
