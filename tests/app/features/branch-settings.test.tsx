import { screen, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { SettingsPage } from '#app/features/branch-settings/settings-page.tsx';
import { gate } from '../../support/gate.ts';
import { renderPage } from '../render.tsx';
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
