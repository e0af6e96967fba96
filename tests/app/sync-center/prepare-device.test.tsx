import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { ScriptedServer } from '../resources/render-screen.tsx';
import { renderSync } from './render-sync.tsx';

let server: ScriptedServer;
const button = () => screen.findByRole('button', { name: 'Prepare this device for offline work' });

beforeEach(async () => {
  await outboxDb().outbox.clear();
  server = new ScriptedServer();
  server.on('GET /auth/user/', {
    body: { email: 'mona@example.com', first_name: 'Mona', last_name: 'Adel' },
  });
});

afterEach(() => void Reflect.deleteProperty(navigator, 'connection'));

it('63 a device in data-saving mode is prepared when its user asks for it', async () => {
  Object.defineProperty(navigator, 'connection', { value: { saveData: true }, configurable: true });
  renderSync();
  await userEvent.click(await button());
  expect(await screen.findByText('This device is ready for offline work.')).toBeInTheDocument();
  expect(server.seen.map(({ path }) => path)).toEqual(expect.arrayContaining(['/students/', '/month/']));
});

it('says that not everything could be read', async () => {
  server.on('GET /books/', { status: 503, body: { detail: 'Later.' } });
  renderSync();
  await userEvent.click(await button());
  expect(await screen.findByText('Not everything could be read. Try again.')).toBeInTheDocument();
  expect(await button()).toBeEnabled();
});
