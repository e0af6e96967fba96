import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { CashListPage } from '#app/features/closes/cash-list-page.tsx';
import { CASH_BALANCE_PATH } from '#contract/closes.ts';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { heading, renderRoutes, renderScreen, ScriptedServer } from '../resources/render-screen.tsx';
import { storedRecord } from '../resources/samples.ts';

const cashMove = resourceOf('cash-move');
const moved = (id: string, way: string, more: object = {}) => ({
  ...storedRecord(cashMove, { way, amount: '500.00', person_name: 'Samir', slip: '' }),
  received: '500.00',
  ...more,
  id,
});

function serve({ cash_moves = true } = {}) {
  const server = new ScriptedServer();
  server.declares({ idempotency: true, filters: true, closes: true, people: true, cash_moves });
  server.on('GET /people/', {
    body: {
      results: [
        { id: '7', name: 'Salma Hany' },
        { id: '8', name: 'Karim Adel' },
      ],
    },
  });
  server.on('GET /closes/own/', {
    body: {
      since: null,
      last: null,
      kept: null,
      taken: { since: '2026-11-24T08:00:00Z', count: 0, total: '0.00' },
      methods: [],
      unfinished: null,
    },
  });
  server.list(cashMove.path, []);
  server.on(`POST ${cashMove.path}`, ({ body }) => ({ status: 201, body: storedRecord(cashMove, body) }));
  return server;
}

const link = (name: string) => screen.findByRole('link', { name });
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));

const person = (id: string) =>
  waitFor(() => {
    const found = document.querySelector(`[name=person][value="${id}"]`);
    if (!found) throw new Error(`${id} cannot be chosen`);
    return found;
  });

afterEach(reportReachable);

describe('cash between drawer, office and bank', () => {
  it('is handed over with an amount and a tap on who received it', async () => {
    const server = serve();
    renderScreen('/close-day');
    fireEvent.click(await link('Hand over to the office'));
    await heading('Hand over to the office');
    press('Hand over to the office');
    expect(await screen.findAllByText('This cannot be empty')).toHaveLength(2);
    expect(server.sent('POST', cashMove.path)).toEqual([]);
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '500' } });
    fireEvent.click(await person('8'));
    press('Hand over to the office');
    await waitFor(() =>
      expect(server.sent('POST', cashMove.path)[0]?.body).toMatchObject({
        way: 'handed_over',
        amount: '500.00',
        person: '8',
        person_name: 'Karim Adel',
      }),
    );
    await heading('Close my drawer');
  });

  it('is taken to the bank by somebody whose name is typed', async () => {
    const server = serve();
    renderScreen('/closes/cash/add-cash?way=banked');
    await heading('Take to the bank');
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '900' } });
    fireEvent.change(screen.getByLabelText(/^Number of the slip/), { target: { value: '77' } });
    fireEvent.click(await person('other'));
    fireEvent.change(await screen.findByLabelText('Received or brought by'), { target: { value: 'Samir' } });
    press('Take to the bank');
    await waitFor(() =>
      expect(server.sent('POST', cashMove.path)[0]?.body).toMatchObject({
        way: 'banked',
        amount: '900.00',
        person: null,
        person_name: 'Samir',
        slip: '77',
      }),
    );
  });

  it('stands on the page of the drawer, also what waits to be sent, and can be changed and deleted', async () => {
    const server = serve();
    server.list(cashMove.path, [moved('1', 'brought')]);
    renderScreen('/close-day');
    const section = await screen.findByRole('region', { name: 'Cash in and out of the drawer' });
    expect(await within(section).findByText('Brought')).toBeVisible();
    expect(within(section).getByRole('link', { name: 'Edit Samir' })).toHaveAttribute(
      'href',
      '/closes/cash/edit-cash/1',
    );
    expect(within(section).getByRole('button', { name: 'Delete Samir' })).toBeVisible();
    fireEvent.click(await link('Bring cash'));
    await heading('Bring cash');
    server.goOffline();
    fireEvent.change(screen.getByLabelText('Amount'), { target: { value: '50' } });
    press('Bring cash');
    await heading('Close my drawer');
    expect(await screen.findByText('Waiting to be sent')).toBeVisible();
  });

  it('is confirmed by its receiver, wholly or in part, also offline', async () => {
    const server = serve();
    server.on('GET /auth/user/', {
      body: {
        id: '8',
        email: 'karim@example.com',
        first_name: 'Karim',
        last_name: 'Adel',
        account_type: 'staff',
        permissions: permissionsOf('staff'),
      },
    });
    const toConfirm = {
      drawer: '7',
      drawer_name: 'Salma Hany',
      person: '8',
      recorded_by: '7',
      received: null,
      received_by: null,
    };
    const rows = [
      moved('1', 'handed_over', toConfirm),
      moved('2', 'handed_over', { ...toConfirm, person: '9' }),
      moved('3', 'handed_over', { ...toConfirm, drawer: '8', person: '7', recorded_by: '8' }),
    ];
    server.list(cashMove.path, rows);
    server.on(`PATCH ${cashMove.path}1/`, ({ body }) => ({ body: { ...rows[0], ...Object(body) } }));
    renderScreen('/close-day');
    const section = await screen.findByRole('region', { name: 'Cash in and out of the drawer' });
    expect(await within(section).findAllByText('Not confirmed yet')).toHaveLength(2);
    expect(within(section).getAllByRole('button', { name: 'I received it' })).toHaveLength(1);
    press('Not all of it');
    const part = await screen.findByLabelText(/^How much did you receive/);
    fireEvent.change(part, { target: { value: '900' } });
    press('Save');
    expect(await screen.findByText('Enter an amount from 0 to L.E. 500.00')).toBeVisible();
    fireEvent.change(part, { target: { value: '300' } });
    server.goOffline();
    press('Save');
    expect(await screen.findByText('Waiting to be sent')).toBeVisible();
    expect(await within(section).findByText('Received only L.E. 300.00')).toBeVisible();
  });

  it('of earlier days is folded, with its number and sum, so that the count stays in sight', async () => {
    const server = serve();
    const early = (id: string, more: object) => ({
      ...moved(id, 'handed_over', { drawer: '7', person: '8', recorded_by: '7', received_by: null }),
      created_at: '2026-11-01T08:00:00Z',
      ...more,
    });
    const open = [early('1', { received: null }), early('2', { received: '300.00' })];
    server.on(`GET ${cashMove.path}`, ({ query }) => {
      const results = query.get('confirmed') === 'false' ? open : [];
      return { body: { count: results.length, next: null, previous: null, results } };
    });
    renderScreen('/close-day');
    const section = await screen.findByRole('region', { name: 'Cash in and out of the drawer' });
    const line = await within(section).findByText('2 earlier ones are not confirmed: L.E. 700.00');
    expect(within(section).getByText('Not confirmed yet')).not.toBeVisible();
    fireEvent.click(line);
    expect(within(section).getByText('Not confirmed yet')).toBeVisible();
  });

  it('that a close handed over is changed by nobody on the page of the drawer', async () => {
    const server = serve();
    server.list(cashMove.path, [moved('1', 'handed_over', { drawer: '7', close: '1' })]);
    renderScreen('/close-day');
    const section = await screen.findByRole('region', { name: 'Cash in and out of the drawer' });
    expect(await within(section).findByText(/at the close/)).toBeVisible();
    expect(within(section).queryByRole('link', { name: /^Edit/ })).toBeNull();
  });

  it('is not offered by a server that does not know it', async () => {
    serve({ cash_moves: false });
    renderScreen('/close-day');
    await screen.findByText('Notes and coins');
    expect(screen.queryByRole('link', { name: 'Bring cash' })).toBeNull();
  });
});

describe('the cash outside of the drawers', () => {
  const cashMove = resourceOf('cash-move');

  function serve(account_type: Role) {
    const server = new ScriptedServer();
    server.declares({ idempotency: true, filters: true, closes: true, cash_moves: true });
    server.signedInAs(account_type);
    server.list(cashMove.path, []);
    return server;
  }

  function open() {
    const path = cashMove.screens.list;
    renderRoutes([{ path, element: <CashListPage resource={cashMove} /> }], path);
  }

  const section = () => screen.findByRole('region', { name: 'Cash outside of the drawers' });
  const figures = async () =>
    [...(await section()).querySelectorAll('dl > div')].map(({ textContent }) => textContent);

  it('the list of cash movements says what lies in the office and at the bank, and what closes missed', async () => {
    const server = serve('manager');
    server.on(`GET ${CASH_BALANCE_PATH}`, {
      body: { office: '1250.00', bank: '300.50', differences: '-5.00' },
    });
    open();
    await waitFor(async () =>
      expect(await figures()).toEqual([
        'In the officeL.E. 1,250.00',
        'At the bankL.E. 300.50',
        'Differences of closesL.E. -5.00',
      ]),
    );
    server.goOffline();
    expect(await within(await section()).findByText(/^By everything that was recorded until /)).toBeVisible();
  });

  it('without any cash outside of the drawers it says so, and an error can be tried again', async () => {
    const server = serve('manager');
    server.on(`GET ${CASH_BALANCE_PATH}`, { status: 400, body: { detail: 'Not now.' } });
    open();
    expect(await within(await section()).findByText(/Not now/)).toBeVisible();
    server.on(`GET ${CASH_BALANCE_PATH}`, { body: { office: '0.00', bank: '0.00', differences: '0.00' } });
    fireEvent.click(within(await section()).getByRole('button', { name: 'Try again' }));
    expect(await screen.findByText('Nothing came into the office or to the bank yet.')).toBeVisible();
  });

  it('the handover of a close is changed with its close, not from the list', async () => {
    const server = serve('manager');
    server.list(cashMove.path, [
      moved('1', 'handed-over'),
      moved('2', 'handed-over', { person_name: 'Laila', close: 'd1' }),
    ]);
    open();
    expect(await screen.findByRole('link', { name: 'Edit Samir' })).toBeVisible();
    expect(screen.getByText('Laila')).toBeVisible();
    expect(screen.queryByRole('link', { name: 'Edit Laila' })).toBeNull();
    expect(screen.queryByRole('button', { name: 'Delete Laila' })).toBeNull();
  });

  it('staff see the list without it', async () => {
    serve('staff');
    open();
    await heading('Cash Movements');
    await waitFor(() =>
      expect(screen.queryByRole('region', { name: 'Cash outside of the drawers' })).toBeNull(),
    );
  });
});
