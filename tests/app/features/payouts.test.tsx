import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { save } from '#app/outbox/sender/save.ts';
import { resources } from '#contract/resources/registry.ts';
import { create as created } from '../outbox/mutations.ts';
import { heading, renderScreen, ScriptedServer } from '../resources/render-screen.tsx';
import { mona, payoutInstallment, servePickerRecords, starter, storedRecord } from '../resources/samples.ts';

const payouts = resources['book-payout'];

/** A payout of two copies at the earlier unit price of 100. */
const storedPayout = storedRecord(payouts, {
  quantity: '2',
  price: '200.00',
  paid_amount: '150.00',
  remaining_amount: '50.00',
});

const openNew = async () => {
  const server = new ScriptedServer();
  servePickerRecords(server);
  const view = renderScreen('/books/payout/add-payout');
  await heading('Create Book Payout');
  return { server, ...view };
};
const pick = async (label: string, option: RegExp) => {
  fireEvent.click(screen.getByLabelText(label));
  fireEvent.click(await screen.findByText(option, { selector: '[role=option] span' }));
};
const type = (label: string, value: string) =>
  fireEvent.change(screen.getByLabelText(label), { target: { value } });
const amountAt = (label: string) => screen.getByText(label).nextElementSibling?.textContent;
const expectStock = (text: string) =>
  waitFor(() => expect(screen.getByLabelText('Quantity')).toHaveAccessibleDescription(text));
const press = (label: string) => fireEvent.click(screen.getByText(label, { selector: 'button' }));
const create = () => press('Create Book Payout');

describe('Create Book Payout', () => {
  it('shows the stock, the price and the remaining amount', async () => {
    await openNew();
    await pick('Book', /Starter One/);
    await expectStock('10 copies in stock');
    // Once is enough.
    expect(screen.getByLabelText('Book')).toHaveAccessibleDescription('');
    type('Quantity', '11');
    await expectStock('Only 10 copies in stock.');
    type('Quantity', '٢');
    await expectStock('10 copies in stock');
    type('Paid Amount', '1,000');
    expect(amountAt('Price')).toBe('L.E. 1,200.00');
    expect(await screen.findByText('L.E. 200.00')).toBeInTheDocument();
  });

  it('begins with one copy once a book is chosen, and is paid in full by one tap', async () => {
    const { server } = await openNew();
    create();
    await waitFor(() => expect(screen.getByLabelText('Quantity')).toBeInvalid());
    await pick('Book', /Starter One/);
    await waitFor(() => expect(screen.getByLabelText('Quantity')).toHaveValue('1'));
    await pick('Student', /Mona Adel/);
    press('Paid in full');
    expect(screen.getByLabelText('Paid Amount')).toHaveValue('600.00');
    expect(screen.queryByText('Paid in full')).toBeNull();
    create();
    await waitFor(() =>
      expect(server.sent('POST', payouts.path)).toMatchObject([
        { body: { quantity: '1', paid_amount: '600.00' } },
      ]),
    );
  });

  it('includes pending payouts and orders in the stock', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    const { router } = renderScreen('/books');
    await screen.findByText('Starter One');
    await router.navigate('/books/payout/add-payout');
    await screen.findByLabelText('Book');
    await pick('Book', /Starter One/);
    server.offline = true;
    const saveCopies = (resource: 'book-order' | 'book-payout', quantity: string) => {
      const body = { book: 'b1', student: 's1', quantity, price: '10.00', paid_amount: '0.00' };
      return save(created(resource, body, { referenced: { book: starter, student: mona } }));
    };
    await saveCopies('book-payout', '7');
    await expectStock('3 copies in stock');
    expect(screen.getByText(/^You are offline, so this is worked out/)).toBeInTheDocument();
    await saveCopies('book-order', '20');
    await expectStock('23 copies in stock');
    await router.navigate('/books');
    fireEvent.click(await screen.findByText('Leave', { selector: 'button' }));
    expect(await screen.findByText('Includes copies not sent yet')).toBeInTheDocument();
    expect(screen.getByText('23')).toBeInTheDocument();
  });
});

describe('Edit Book Payout', () => {
  const openEdit = async (...stored: Record<string, unknown>[]) => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    server.list('/book-payout/', stored);
    const view = renderScreen('/books/payout/edit-payout/r1');
    await heading('Edit Book Payout');
    return { server, ...view };
  };

  it('keeps its unit price and its book, and adds its own copies to the stock', async () => {
    await openEdit(storedPayout);
    await waitFor(() => expect(screen.getByLabelText('Book')).toBeDisabled());
    await expectStock('12 copies in stock');
    expect(amountAt('Price')).toBe('L.E. 200.00');
    type('Quantity', '3');
    expect(amountAt('Price')).toBe('L.E. 300.00');
    expect(await screen.findByText('L.E. 150.00')).toBeInTheDocument();
  });

  it('subtracts what installments paid from what remains and may be paid', async () => {
    const { server } = await openEdit({ ...storedPayout, paid_amount: '50.00', remaining_amount: '30.00' });
    await expectStock('12 copies in stock');
    expect(amountAt('Remaining Amount')).toBe('L.E. 30.00');
    type('Paid Amount', '80.01');
    press('Save changes');
    expect(await screen.findByText('Only L.E. 80.00 remains to be paid.')).toBeInTheDocument();
    type('Quantity', '1');
    type('Paid Amount', '0');
    press('Save changes');
    expect(await screen.findByText(/More copies were paid for already/)).toBeInTheDocument();
    expect(server.sent('PATCH', '/book-payout/r1/')).toEqual([]);
  });

  it('offers to take a payment for a debt of an ended month', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    const months = [
      { id: 'm2', name: 'December 2026', status: 'running' },
      { id: 'm1', name: 'November 2026', status: 'ended' },
    ];
    server.list('/month/', months);
    server.list('/book-payout/', [
      { ...storedPayout, month: 'm1' },
      { ...storedPayout, id: 'r2', month: 'm2' },
      { ...storedPayout, id: 'r3', month: 'm1', remaining_amount: '0.00' },
    ]);
    const { router } = renderScreen('/books/payout/edit-payout/r1');
    await heading('Edit Book Payout');
    expect(await screen.findByText(/November 2026 has ended, so what was paid then is final/)).toBeVisible();
    fireEvent.click(screen.getByText('Create Installment', { selector: 'a' }));
    await heading('Create Installment');
    expect(await screen.findByDisplayValue('Mona Adel')).toBeInTheDocument();
    expect(router.state.location.state).toEqual({
      resource: 'book-payout',
      related: 'r1',
      fallback: '/books/payout',
    });
    for (const id of ['r2', 'r3']) {
      await router.navigate(`/books/payout/edit-payout/${id}`);
      await heading('Edit Book Payout');
      await expectStock('12 copies in stock');
      expect(screen.queryByText('Create Installment'), id).toBeNull();
    }
  });

  it('opens an installment in its own form with its payout fixed', async () => {
    const server = new ScriptedServer();
    servePickerRecords(server);
    const paid = { related_record: 'r1', paid_amount: '20.00', receipt_number: '1040' };
    const installment = storedRecord(payouts, { ...payoutInstallment, ...paid });
    server.list('/book-payout/', [installment, { ...storedPayout, receipt_number: null }]);
    const { router } = renderScreen('/books/payout');
    const mark = await screen.findByText('Installment, receipt 1040');
    expect(mark).toHaveAttribute('href', '/books/payout/edit-payout/r1');
    expect(mark.closest('tr')).not.toHaveTextContent('0Waiting');
    await router.navigate('/books/payout/edit-payout/i1');
    await heading('Edit Installment');
    expect(await screen.findByLabelText('Related Record')).toBeDisabled();
    expect(screen.queryByLabelText('Quantity')).toBeNull();
    type('Paid Amount', '25');
    server.on('PATCH /book-payout/i1/', { body: { ...installment, paid_amount: '25.00' } });
    press('Save changes');
    await heading('Book Payout');
    expect(server.sent('PATCH', '/book-payout/i1/').map(({ body }) => body)).toMatchObject([
      { paid_amount: '25.00' },
    ]);
  });
});
