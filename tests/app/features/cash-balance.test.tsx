import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, expect, it } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { CashListPage } from '#app/features/closes/cash-list-page.tsx';
import { SessionProvider } from '#app/shell/session-provider.tsx';
import { CASH_BALANCE_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { permissionsOf, type Role } from '#contract/permissions.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { renderStyled } from '../render.tsx';
import { heading, ScriptedServer } from '../resources/render-screen.tsx';

const cashMove = resourceOf('cash-move');

function serve(account_type: Role) {
  const server = new ScriptedServer();
  server.declares({ idempotency: true, filters: true, closes: true, cash_moves: true });
  const name = { first_name: 'Head', last_name: 'One' };
  server.on(`GET ${paths.user}`, {
    body: {
      id: '7',
      email: 'head@example.com',
      ...name,
      account_type,
      permissions: permissionsOf(account_type),
    },
  });
  server.list(cashMove.path, []);
  return server;
}

function open() {
  const element = (
    <SessionProvider>
      <Outlet />
    </SessionProvider>
  );
  const children = [{ path: cashMove.screens.list, element: <CashListPage resource={cashMove} /> }];
  const router = createMemoryRouter([{ element, children }], { initialEntries: [cashMove.screens.list] });
  renderStyled(<RouterProvider router={router} />);
}

const section = () => screen.findByRole('region', { name: 'Cash outside of the drawers' });
const figures = async () =>
  [...(await section()).querySelectorAll('dl > div')].map(({ textContent }) => textContent);

afterEach(reportReachable);

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
  reportUnreachable();
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

it('staff see the list without it', async () => {
  serve('staff');
  open();
  await heading('Cash Movements');
  await waitFor(() =>
    expect(screen.queryByRole('region', { name: 'Cash outside of the drawers' })).toBeNull(),
  );
});
