import { cleanup, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { currentOwner } from '#app/api/session.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { newStudent } from '../outbox/mutations.ts';
import { renderScreen, ScriptedServer } from './render-screen.tsx';

const SERVER_PAGE_SIZE = 20;
const RECORD_COUNT = 45;

let server: ScriptedServer;

beforeEach(() => {
  server = new ScriptedServer();
  const rows = Array.from({ length: RECORD_COUNT }, (_, index) => ({
    id: `s${index}`,
    code: `S-${index}`,
    name: `Student ${index}.`,
    phone: '0100',
    created_at: '2026-11-02T08:00:00Z',
  }));
  // It sends neither `next` nor `previous` (specification, section 7).
  server.on('GET /students/', ({ query }) => {
    const page = Number(query.get('page') ?? 1);
    return {
      body: {
        count: RECORD_COUNT,
        results: rows.slice((page - 1) * SERVER_PAGE_SIZE, page * SERVER_PAGE_SIZE),
      },
    };
  });
});

afterEach(async () => {
  cleanup();
  await outboxDb().outbox.clear();
});

const names = () => screen.getAllByText(/^Student \d+\.$/).map(({ textContent }) => String(textContent));
const pager = () => screen.findByRole('navigation', { name: /pages/i });

it('a server with pages of twenty: each record is shown once, pending entries on top of page 1', async () => {
  const owner = currentOwner();
  if (!owner) throw new Error('No user is signed in');
  server.on('POST /students/', { status: 503, body: {} });
  await enqueue(outboxDb(), owner, newStudent('Waits here'), Date.now());
  renderScreen('/students');
  await screen.findByText('Waits here');
  const shown = names();
  for (const page of [2, 3]) {
    const before = names()[0];
    fireEvent.click(within(await pager()).getByRole('button', { name: /next/i }));
    await vi.waitFor(() => expect(names()[0]).not.toBe(before));
    expect(within(await pager()).getByText(String(page))).toHaveAttribute('aria-current', 'page');
    expect(screen.queryByText('Waits here')).toBeNull();
    shown.push(...names());
  }
  expect(within(await pager()).getByRole('button', { name: /next/i })).toBeDisabled();
  expect(within(await pager()).queryByText('4')).toBeNull();
  expect(shown).toHaveLength(RECORD_COUNT);
  expect(new Set(shown).size).toBe(RECORD_COUNT);
});
