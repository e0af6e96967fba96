import { fireEvent, screen, waitFor } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { recurringIn } from '#app/features/forms/expense-form.tsx';
import { currentDay } from '#app/lib/branch-day.ts';
import { monthLater } from '#contract/days.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { heading, renderScreen, ScriptedServer } from '../resources/render-screen.tsx';
import { storedRecord } from '../resources/samples.ts';

const expense = resourceOf('expense');
const spent = (id: string, title: string, amount: string, day: string, more: object = {}) => ({
  ...storedRecord(expense, { title, amount, custom_date: day, created_at: `${day}T09:00:00Z`, ...more }),
  id,
});

describe('what recurs among expenses', () => {
  const today = '2026-11-26';

  it('is what the month before had and this one has not, the dearest first, each title once', () => {
    const records = [
      spent('1', 'Rent', '9000.00', '2026-10-02'),
      spent('2', 'Water', '120.00', '2026-10-12'),
      spent('3', 'water', '110.00', '2026-10-11'),
      spent('4', 'Electricity', '400.00', '2026-10-31'),
      spent('5', 'electricity', '420.00', '2026-11-01'),
      spent('6', 'Chairs', '800.00', '2026-09-30'),
    ];
    expect(recurringIn(records, today).map(({ title, record }) => [title, record.id])).toEqual([
      ['Rent', '1'],
      ['Water', '2'],
    ]);
    expect(recurringIn([spent('1', 'Rent', '9000.00', '2025-12-31')], '2026-01-03')).toHaveLength(1);
    expect(recurringIn([], today)).toEqual([]);
  });
});

describe('the form of an expense', () => {
  const lastMonth = monthLater(`${currentDay().slice(0, 7)}-05`, -1);
  const open = async () => {
    const server = new ScriptedServer();
    server.declares({ idempotency: true, filters: true, expense_categories: true, expense_photos: true });
    server.on('GET /branch/settings/', {
      body: { id: '1', version: 1, expense_categories: [{ id: 'rent', name: 'Rent', name_ar: '' }] },
    });
    server.list('/expenses/', [spent('1', 'Rent of the hall', '9000.00', lastMonth, { category: 'rent' })]);
    server.on('POST /expenses/', ({ body }) => ({
      status: 201,
      body: storedRecord(expense, { ...body, id: '9', created_by: 'Mona' }),
    }));
    renderScreen('/expenses/add-expenses');
    await heading('Add Expenses');
    return server;
  };

  it('offers what last month had: one tap fills it in, and nothing was filled in before', async () => {
    const server = await open();
    const offer = await screen.findByRole('button', { name: /^Rent of the hall/ });
    expect(screen.getByLabelText('Title')).toHaveValue('');
    fireEvent.click(offer);
    await waitFor(() => expect(screen.getByLabelText('Amount')).toHaveValue('9,000.00'));
    fireEvent.click(screen.getByText('Add Expenses', { selector: 'button[type=submit]' }));
    await waitFor(() => expect(server.sent('POST', '/expenses/')).toHaveLength(1));
    expect(server.sent('POST', '/expenses/')[0]?.body).toMatchObject({
      title: 'Rent of the hall',
      amount: '9000.00',
      category: 'rent',
    });
    expect(server.seen.find(({ path }) => path === '/expenses/')?.query.get('created_after')).toMatch(/-01$/);
  });

  it('overwrites nothing that was typed', async () => {
    await open();
    await screen.findByRole('button', { name: /^Rent of the hall/ });
    fireEvent.change(screen.getByLabelText('Title'), { target: { value: 'Paper' } });
    await waitFor(() => expect(screen.queryByRole('button', { name: /^Rent of the hall/ })).toBeNull());
  });
});
