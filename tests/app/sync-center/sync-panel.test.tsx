import { fireEvent, screen, within } from '@testing-library/react';
import { beforeEach, expect, it } from 'vitest';
import { currentOwner } from '#app/api/session.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { newStudent } from '../outbox/mutations.ts';
import { ScriptedServer } from '../resources/render-screen.tsx';
import { renderSync } from './render-sync.tsx';

const ENTRIES = 45;

beforeEach(async () => {
  const server = new ScriptedServer();
  server.offline = true;
  const db = outboxDb();
  await Promise.all([db.outbox.clear(), db.discarded.clear()]);
  const owner = currentOwner();
  if (!owner) throw new Error('Nobody is signed in');
  for (let at = 1; at <= ENTRIES; at++) await enqueue(db, owner, newStudent(`Student ${at}.`), Date.now());
});

it('counts all pending entries, shows the first 20, and more on demand', async () => {
  renderSync();
  const list = await screen.findByRole('region', { name: 'Waiting to be sent' });
  const names = () => within(list).getAllByText(/Student \d+\./);
  const more = () => fireEvent.click(within(list).getByRole('button', { name: /^Show/ }));
  expect(within(list).getByRole('heading')).toHaveTextContent(`Waiting to be sent (${ENTRIES})`);
  expect(names()).toHaveLength(20);
  expect(names()[0]).toHaveTextContent('Student 1.');
  more();
  expect(names()).toHaveLength(40);
  expect(within(list).getByRole('button', { name: 'Show 5 more' })).toBeInTheDocument();
  more();
  expect(names()).toHaveLength(ENTRIES);
  expect(within(list).queryByRole('button', { name: /^Show/ })).toBeNull();
});
