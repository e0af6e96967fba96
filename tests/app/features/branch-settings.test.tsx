import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { expect, it } from 'vitest';
import { createQueryClient } from '#app/cache/query-client.ts';
import { SettingsPage } from '#app/features/branch-settings/settings-page.tsx';
import { gate } from '../../support/gate.ts';
import { renderPage, renderStyled } from '../render.tsx';
import { ScriptedServer } from '../resources/render-screen.tsx';

it('shows the spreadsheets once the settings above them are read, or cannot be', async () => {
  const server = new ScriptedServer();
  server.declares({ settings: true, spreadsheet_tokens: true });
  server.on('GET /spreadsheet-tokens/', { body: { count: 0, next: null, previous: null, results: [] } });
  const { letGo: refuse, until: asked } = gate();
  server.on('GET /branch/settings/', () =>
    asked.then(() => ({ status: 403, body: { detail: 'Not for you.' } })),
  );
  renderPage(<SettingsPage />);
  await waitFor(() => expect(server.sent('GET', '/branch/settings/')).toHaveLength(1));
  expect(screen.getByRole('status', { name: 'Loading the settings' })).toBeVisible();
  expect(screen.queryByRole('heading', { name: 'Spreadsheets' })).toBeNull();
  refuse();
  expect(await screen.findByText(/Not for you/)).toBeVisible();
  expect(await screen.findByRole('heading', { name: 'Spreadsheets' })).toBeVisible();
});

/** The form asks before it is left, which needs a router of data. */
function renderForm() {
  const routes = [{ path: '/', element: <SettingsPage /> }];
  renderStyled(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  );
}

it('adds a method, a reason and a price by one tap each, and saves none without its name or price', async () => {
  const server = new ScriptedServer();
  server.declares({ settings: true });
  const lists = { payment_methods: [], discount_reasons: [], price_list: [] };
  const stored = { id: '1', version: 3, name: 'Nile Branch', ...lists };
  server.on('GET /branch/settings/', { body: stored });
  server.on('PATCH /branch/settings/', ({ body }) => ({ body: { ...stored, ...body, version: 4 } }));
  renderForm();
  const press = async (name: string) => fireEvent.click(await screen.findByRole('button', { name }));
  for (const name of ['InstaPay', 'Another method', 'Siblings', 'Add a price of Bus']) await press(name);
  await press('Save settings');
  expect(await screen.findByText('Write what it is called')).toBeVisible();
  expect(server.sent('PATCH', '/branch/settings/')).toEqual([]);
  await press('Remove Method 2');
  const typeInto = (group: string, label: RegExp, value: string) => {
    const field = within(screen.getByRole('group', { name: group })).getByLabelText(label);
    fireEvent.change(field, { target: { value } });
  };
  typeInto('Siblings', /^Usual percent/, '10');
  await press('Save settings');
  const price = within(screen.getByRole('group', { name: 'Bus, price 1' })).getByLabelText(/^Price/);
  await waitFor(() => expect(price).toBeInvalid());
  expect(server.sent('PATCH', '/branch/settings/')).toEqual([]);
  typeInto('Bus, price 1', /^Price/, '1,000');
  await press('Save settings');
  await waitFor(() => expect(server.sent('PATCH', '/branch/settings/')).toHaveLength(1));
  const body = server.sent('PATCH', '/branch/settings/')[0]?.body ?? {};
  expect(Object.keys(lists).map((name) => JSON.parse(String(body[name])))).toMatchObject([
    [{ id: 'instapay', asks_reference: true }],
    [{ id: 'siblings', percent: '10' }],
    [{ resource: 'bus', price: '1,000' }],
  ]);
});

it('renames the branch upon the name that was shown, and a name that another one has is told at the field', async () => {
  const server = new ScriptedServer();
  server.declares({ settings: true });
  const stored = { id: '1', version: 3, name: 'Nile Branch' };
  server.on('GET /branch/settings/', { body: stored });
  server.on('PATCH /branch/settings/', { status: 400, body: { name: ['Another branch has this name.'] } });
  renderForm();
  const name = await screen.findByLabelText('Branch name');
  expect(name).toHaveValue('Nile Branch');
  fireEvent.change(name, { target: { value: 'Maadi' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(name).toHaveAccessibleDescription(/Another branch has this name/));
  expect(server.sent('PATCH', '/branch/settings/')[0]?.body).toEqual({
    name: 'Maadi',
    base: { name: 'Nile Branch' },
  });
  const reads = () => server.sent('GET', '/branch/details/').length;
  const before = reads();
  server.on('PATCH /branch/settings/', { body: { ...stored, version: 4, name: 'Maadi' } });
  fireEvent.click(screen.getByRole('button', { name: 'Save settings' }));
  await waitFor(() => expect(reads()).toBeGreaterThan(before));
});
