import { screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { FIRST_FRAME } from '#app/data/first-frame.ts';
import { keys } from '#app/data/query-keys.ts';
import { currentOwner, ownerKey } from '#app/data/session.ts';
import { kickDrainer } from '#app/outbox/drain-triggers.ts';
import { newWriteId } from '#app/outbox/ids.ts';
import { outboxDb } from '#app/outbox/outbox-db.ts';
import { save } from '#app/outbox/save.ts';
import { landedWords } from '#app/outbox/wrong-month.ts';
import { resources } from '#contract/resources/registry.ts';
import { FakeServer, toasts } from '../screens/render-screen.tsx';
import { rowOf } from '../screens/samples.ts';
import { stuck } from './stuck-rows.ts';
import { openSync } from './sync-desk.tsx';

const november = { id: 'm1', name: 'November', status: 'ended' } as const;
const december = { id: 'm2', name: 'December', status: 'running' } as const;

describe('a write that landed in another month', () => {
  const landed = (month: unknown, madeIn: string | undefined = 'November') =>
    stuck({
      resource: 'expense',
      more: { state: 'done', madeIn, result: { id: '1', ...(month !== undefined && { month }) } },
    });

  it.each([
    ['in the month that followed', 'm2', [december, november], 'Recorded in December: November had ended.'],
    ['while none runs', null, [november], 'Recorded for the next month: November had ended.'],
    ['in its own month', 'm1', [{ ...november, status: 'running' as const }], undefined],
    ['in its own month, which has ended since', 'm1', [december, november], undefined],
    [
      'in its own month, which was only renamed',
      'm1',
      [{ ...november, name: 'Nov. 2026', status: 'running' as const }],
      undefined,
    ],
    ['at a host that names no month', undefined, [december, november], undefined],
  ])('%s', (_, month, months, words) => expect(landedWords(landed(month), months)).toBe(words));

  it('what was made while no month ran expects none', () => {
    const row = { ...landed('m2'), madeIn: undefined };
    expect(landedWords(row, [december, november])).toBeUndefined();
  });
});

describe('the app says so', () => {
  let server: FakeServer;
  const expense = { title: 'Paper', amount: '10.00' };

  /** The device last heard that this month runs. */
  const heard = (current_month_name: string) => {
    const owner = currentOwner();
    const data = { name: 'Al Nour', current_month_name, current_month: 'running' };
    const queries = [{ queryKey: keys.branch, state: { data } }];
    const buster = owner ? ownerKey(owner) : '';
    localStorage.setItem(FIRST_FRAME, JSON.stringify({ buster, clientState: { queries } }));
  };

  beforeEach(async () => {
    const db = outboxDb();
    await Promise.all([db.outbox.clear(), db.discarded.clear(), db.facts.clear()]);
    server = new FakeServer();
    server.list('/month/', [december, november]);
    heard('November');
  });

  const madeOffline = async (month: string) => {
    server.on('POST /expenses/', {
      status: 201,
      body: rowOf(resources.expense, { ...expense, id: '9', month }),
    });
    server.offline = true;
    const view = openSync();
    await save({ id: newWriteId(), resource: 'expense', kind: 'create', body: expense });
    await screen.findByText('Waiting to be sent (1)');
    server.offline = false;
    await kickDrainer(true);
    return view;
  };

  it('at the acknowledgement, and goes on saying it in the Sync panel', async () => {
    const { unmount } = await madeOffline('m2');
    const words = 'Recorded in December: November had ended.';
    await waitFor(() => expect(toasts()).toEqual([`Expense · Paper · L.E. 10.00. ${words}`]));
    expect(await screen.findByText(words)).toBeInTheDocument();
    unmount();
    openSync();
    expect(await screen.findByText(words)).toBeInTheDocument();
    expect(toasts()).toHaveLength(1);
  });

  it('and nothing where it landed in its own', async () => {
    server.list('/month/', [{ ...november, status: 'running' }]);
    await madeOffline('m1');
    await screen.findByText('Everything is sent');
    await waitFor(() => expect(server.sent('GET', '/month/').length).toBeGreaterThan(0));
    expect(toasts()).toEqual([]);
    expect(screen.queryByText(/had ended/)).not.toBeInTheDocument();
  });
});
