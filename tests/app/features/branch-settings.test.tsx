import { QueryClientProvider } from '@tanstack/react-query';
import { fireEvent, screen, waitFor } from '@testing-library/react';
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

it('renames the branch upon the name that was shown, and a name that another one has is told at the field', async () => {
  const server = new ScriptedServer();
  server.declares({ settings: true });
  const stored = { id: '1', version: 3, name: 'Nile Branch' };
  server.on('GET /branch/settings/', { body: stored });
  server.on('PATCH /branch/settings/', { status: 400, body: { name: ['Another branch has this name.'] } });
  const routes = [{ path: '/', element: <SettingsPage /> }];
  renderStyled(
    <QueryClientProvider client={createQueryClient()}>
      <RouterProvider router={createMemoryRouter(routes)} />
    </QueryClientProvider>,
  );
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
