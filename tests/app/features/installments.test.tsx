import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { save } from '#app/outbox/sender/save.ts';
import { resources } from '#contract/resources/registry.ts';
import { newInstallment } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { enrolment, installment, settled, storedRecord } from '../resources/samples.ts';

const state = { resource: 'adult-course', fallback: '/' };

const openInstallment = (more: Record<string, unknown> = {}, server = new ScriptedServer()) => {
  server.on('GET /adult-course/', ({ query }) => {
    const rows =
      query.get('is_installment') === 'false' ? [settled, enrolment] : [installment, settled, enrolment];
    return { body: { count: rows.length, next: null, previous: null, results: rows } };
  });
  return { server, ...renderScreen('/create-installment', { ...state, ...more }) };
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const create = () =>
  fireEvent.click(screen.getByText('Create Installment', { selector: 'button[type=submit]' }));

describe('Create Installment', () => {
  it('lists every resource with installments if it was opened without one', async () => {
    new ScriptedServer();
    renderScreen('/create-installment');
    await heading('Create Installment');
    await screen.findByText('Book Payouts');
    const main = screen.getAllByRole('link').map(({ textContent }) => textContent?.trim());
    expect(main).toEqual([
      'Back',
      'Book Payouts',
      'Adult Courses',
      'Kids Courses',
      'Home Schooling',
      'Summer Courses',
      'Nursery',
      'Bus',
    ]);
  });

  it('offers none of book payouts where the server does not declare them', async () => {
    const server = new ScriptedServer();
    server.on('GET /branch/details/', { body: { name: 'Al Nour', filters: true } });
    server.list('/book-payout/', [
      storedRecord(resources['book-payout'], { remaining_amount: '2000.00', receipt_number: null }),
    ]);
    const { router } = renderScreen('/books/payout');
    await screen.findByText('L.E. 2,000.00');
    expect(screen.queryByText('Create Installment')).toBeNull();
    expect(screen.queryByTitle('Create Installment')).toBeNull();
    await router.navigate('/create-installment');
    await screen.findByText('Bus');
    expect(screen.queryByText('Book Payouts')).toBeNull();
  });

  it('excludes the pending installment from the remaining amount while it is edited', async () => {
    const server = new ScriptedServer();
    // Nothing is sent before the server declared its capabilities: the entry certainly stays pending.
    server.on('GET /branch/details/', { status: 503, body: { detail: 'Later.' } });
    const { router } = openInstallment({ related: 'c1' }, server);
    await screen.findByDisplayValue('Mona Adel');
    server.offline = true;
    const payment = newInstallment('c1', '2000.00', enrolment);
    await save(payment);
    await router.navigate('/create-installment', {
      state: { ...state, takeBack: payment.id },
      replace: true,
    });
    await waitFor(() => expect(screen.getByLabelText('Paid Amount')).toHaveValue('2,000.00'));
    expect(screen.getByText('Remaining now').nextElementSibling).toHaveTextContent('L.E. 2,000.00');
  });

  it('opens the form of the chosen resource with a link back to its list', async () => {
    new ScriptedServer();
    renderScreen('/create-installment');
    await heading('Create Installment');
    fireEvent.click(screen.getByText('Adult Courses', { selector: 'a' }));
    expect(await screen.findByLabelText('Related Record')).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Back' })).toHaveAttribute('href', '/courses/adult');
  });

  it('offers only enrolments, those with a debt first', async () => {
    const { server } = openInstallment();
    fireEvent.click(await screen.findByLabelText('Related Record'));
    await screen.findByRole('option', { name: /1001/ });
    const options = screen.getAllByRole('option').map(({ textContent }) => textContent);
    expect(options).toEqual([
      'Mona AdelReceipt 1001L.E. 2,000.00 remaining',
      'Mona AdelReceipt 1003Fully paid',
    ]);
    // The first page tells the count, which decides whether all are offered.
    const requests = server.sent('GET', '/adult-course/').map(({ query }) => query.toString());
    expect(requests).toEqual(['page=1', 'no_pagination=true&is_installment=false']);
  });

  it('rejects more than the remaining amount before anything is sent', async () => {
    const { server } = openInstallment({ related: 'c1' });
    await screen.findByDisplayValue('Mona Adel');
    type('Receipt Number', '1042');
    type('Paid Amount', '2000.01');
    expect(screen.getByText('L.E. 0.01 too much')).toBeInTheDocument();
    create();
    await waitFor(() =>
      expect(screen.getByLabelText('Paid Amount')).toHaveAccessibleDescription(
        'Only L.E. 2,000.00 remains to be paid.',
      ),
    );
    expect(server.sent('POST', '/adult-course/')).toEqual([]);
  });

  it('asks for the reference of a method that has one, and sends both', async () => {
    const server = new ScriptedServer();
    server.declares({
      idempotency: true,
      merges: true,
      filters: true,
      settings: true,
      payment_methods: true,
    });
    const instapay = { id: 'instapay', name: 'InstaPay', name_ar: '', kind: 'wallet', asks_reference: true };
    server.on('GET /branch/settings/', { body: { id: '1', version: 1, payment_methods: [instapay] } });
    openInstallment({ related: 'c1' }, server);
    server.on('POST /adult-course/', ({ body }) => ({
      status: 201,
      body: { ...installment, ...body, id: 'c9' },
    }));
    await screen.findByDisplayValue('Mona Adel');
    type('Receipt Number', '501');
    type('Paid Amount', '100');
    fireEvent.click(await screen.findByRole('radio', { name: 'InstaPay' }));
    create();
    expect(await screen.findByText('Write the reference of InstaPay')).toBeVisible();
    expect(server.sent('POST', '/adult-course/')).toEqual([]);
    fireEvent.change(screen.getByLabelText(/^Payment Reference/), { target: { value: 'TX-1' } });
    create();
    await waitFor(() => expect(server.sent('POST', '/adult-course/')).toHaveLength(1));
    expect(server.sent('POST', '/adult-course/')[0]?.body).toMatchObject({
      paid_amount: '100.00',
      payment_method: 'instapay',
      payment_reference: 'TX-1',
    });
    await waitFor(() => expect(toasts()).toHaveLength(1));
  });

  it('shows the remaining amount before and after, sends the installment and returns', async () => {
    const { server, router } = openInstallment({ related: 'c1' });
    server.on('POST /adult-course/', ({ body }) => ({
      status: 201,
      body: { ...installment, ...body, id: 'c9' },
    }));
    await screen.findByDisplayValue('Mona Adel');
    type('Receipt Number', '1042');
    type('Paid Amount', '500');
    expect(screen.getByText('L.E. 2,000.00')).toBeInTheDocument();
    expect(screen.getByText('L.E. 1,500.00')).toBeInTheDocument();
    create();
    await waitFor(() => expect(router.state.location.pathname).toBe('/'));
    expect(server.sent('POST', '/adult-course/').map(({ body }) => body)).toEqual([
      {
        id: expect.any(String),
        related_record: 'c1',
        receipt_number: '1042',
        paid_amount: '500.00',
        custom_date: null,
        notes: null,
        is_installment: true,
      },
    ]);
    expect(toasts()).toEqual(['Installment saved: L.E. 500.00.']);
  });
});
