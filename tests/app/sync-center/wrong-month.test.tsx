import { act, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { BOOT_CACHE_KEY } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import { save } from '#app/outbox/sender/save.ts';
import { triggerSend } from '#app/outbox/sender/sender.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { wrongMonthMessage } from '#app/sync-center/month-notices.ts';
import { resources } from '#contract/resources/registry.ts';
import { flush } from '../outbox/device.ts';
import { create } from '../outbox/mutations.ts';
import { ScriptedServer, toasts } from '../resources/render-screen.tsx';
import { storedRecord } from '../resources/samples.ts';
import { rejectedEntry } from './rejected-entries.ts';
import { renderSync } from './render-sync.tsx';

const november = { id: 'm1', name: 'November', status: 'ended' } as const;
const december = { id: 'm2', name: 'December', status: 'running' } as const;

describe('wrongMonthMessage', () => {
  const ended = [december, november];
  const running = { ...november, status: 'running' } as const;
  const recordedEntry = (month: unknown, madeIn: string | undefined = 'November') =>
    rejectedEntry({
      resource: 'expense',
      more: { state: 'done', madeIn, result: { id: '1', ...(month !== undefined && { month }) } },
    });

  it.each([
    ['recorded in the following month', 'm2', ended, 'Recorded in December: November had ended.'],
    ['recorded for the next month', null, [november], 'Recorded for the next month: November had ended.'],
    ['recorded in the expected month', 'm1', [running], undefined],
    ['recorded in the expected month, which has ended since', 'm1', ended, undefined],
    [
      'recorded in the expected month, which was renamed',
      'm1',
      [{ ...running, name: 'Nov. 2026' }],
      undefined,
    ],
    ['recorded on a server that names no month', undefined, ended, undefined],
  ])('%s', (_, month, months, words) => expect(wrongMonthMessage(recordedEntry(month), months)).toBe(words));

  it('returns nothing for an entry that was created while no month ran', () => {
    const row = { ...recordedEntry('m2'), madeIn: undefined };
    expect(wrongMonthMessage(row, ended)).toBeUndefined();
  });
});

describe('an entry that was recorded in another month', () => {
  let server: ScriptedServer;
  const expense = { title: 'Paper', amount: '10.00' };

  const setKnownMonth = (current_month_name: string) => {
    const owner = currentOwner();
    const data = { name: 'Al Nour', current_month_name, current_month: 'running' };
    const queries = [{ queryKey: keys.branch, state: { data } }];
    const buster = owner ? ownerKey(owner) : '';
    localStorage.setItem(BOOT_CACHE_KEY, JSON.stringify({ buster, clientState: { queries } }));
  };

  beforeEach(async () => {
    const db = outboxDb();
    await Promise.all([db.outbox.clear(), db.discarded.clear(), db.facts.clear()]);
    server = new ScriptedServer();
    server.list('/month/', [december, november]);
    setKnownMonth('November');
  });

  const createOffline = async (month: string | null) => {
    server.on('POST /expenses/', {
      status: 201,
      body: storedRecord(resources.expense, { ...expense, id: '9', month }),
    });
    server.offline = true;
    const view = renderSync();
    await save(create('expense', expense));
    await screen.findByText('Waiting to be sent (1)');
    server.offline = false;
    await triggerSend(true);
    return view;
  };

  it('is notified once and stays listed in the Sync panel', async () => {
    const { unmount } = await createOffline('m2');
    const message = 'Recorded in December: November had ended.';
    await waitFor(() => expect(toasts()).toEqual([`Expense · Paper · L.E. 10.00. ${message}`]));
    expect(await screen.findByText(message)).toBeInTheDocument();
    unmount();
    renderSync();
    expect(await screen.findByText(message)).toBeInTheDocument();
    expect(toasts()).toHaveLength(1);
  });

  it('is not claimed to wait for the next month once the server has it in the ended one', async () => {
    server.list('/month/', [november]);
    server.list('/expenses/', [storedRecord(resources.expense, { ...expense, id: '9', month: null })]);
    const { unmount } = await createOffline(null);
    const waits = 'Recorded for the next month: November had ended.';
    expect(await screen.findByText(waits)).toBeInTheDocument();
    unmount();
    server.list('/expenses/', [storedRecord(resources.expense, { ...expense, id: '9', month: 'm1' })]);
    server.seen.length = 0;
    renderSync();
    await screen.findByText('Everything is sent');
    await waitFor(() => expect(server.sent('GET', '/expenses/9/')).toHaveLength(1));
    await act(() => flush());
    expect(screen.queryByText(waits)).toBeNull();
  });
});
