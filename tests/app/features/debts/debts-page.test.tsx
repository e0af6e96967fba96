import { screen, waitFor, within } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { createQueryClient } from '#app/cache/query-client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { DebtsPage } from '#app/features/debts/debts-page.tsx';
import { DEBTS_PATH } from '#contract/debts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { renderPage } from '../../render.tsx';
import { ScriptedServer } from '../../resources/render-screen.tsx';
import { enrolment, installment, settled } from '../../resources/samples.ts';

const bus = resourceOf('bus').path;
const adult = resourceOf('adult-course').path;

const omar = {
  ...enrolment,
  id: 'c9',
  student: 's2',
  student_data: { id: 's2', name: 'Omar Said' },
  remaining_amount: '300.00',
};

let server: ScriptedServer;
beforeEach(() => {
  server = new ScriptedServer();
  server.list('/students/', [
    {
      id: 's1',
      name: 'Mona Adel',
      code: '1',
      created_at: '2026-11-01T08:00:00Z',
      father_phone: '01099887766',
    },
    { id: 's2', name: 'Omar Said', code: '2', created_at: '2026-11-01T08:00:00Z' },
  ]);
  server.list(adult, [enrolment, installment, settled]);
  server.list(bus, [omar, { ...enrolment, id: 'c8', remaining_amount: '0.50' }]);
});

const branch = (debts: boolean) => server.declares({ idempotency: true, filters: true, debts });

function open(client = createQueryClient()) {
  const { unmount } = renderPage(<DebtsPage />, { path: '/debts', client });
  return { client, close: unmount };
}

const rows = async () =>
  within(await screen.findByRole('list', { name: 'Students who owe something' }))
    .getAllByRole('listitem')
    .map((row) => row.textContent);

describe('the page of debts', () => {
  /** Answers as a server that keeps debts: Omar owes 300. */
  const keepDebts = (more: object = {}) => {
    branch(true);
    const row = { id: 's2', name: 'Omar Said', total: '300.00', remaining: '300.00', debts: 1 };
    server.on(`GET ${DEBTS_PATH}`, {
      body: {
        count: 1,
        next: null,
        previous: null,
        results: [{ ...row, oldest: '2026-11-03', age_days: 20, ...more }],
        totals: { remaining: '300.00', '0-30': '300.00' },
        counts: { '0-30': 1 },
      },
    });
  };

  it('shows the page of a server that keeps debts, and asks no list', async () => {
    keepDebts();
    open();
    expect(await rows()).toEqual([expect.stringContaining('Omar Said')]);
    expect(server.sent('GET', adult)).toEqual([]);
  });

  it.each([
    [true, 'Nothing paid since the import'],
    [false, 'Nothing paid yet'],
  ])('says what is known of earlier payments where a record was imported: %j', async (imported, note) => {
    keepDebts({ last_payment: null, imported });
    open();
    expect(await rows()).toEqual([expect.stringContaining(note)]);
  });

  it('adds up all records of a server that keeps none, with the students of all of them', async () => {
    branch(false);
    open();
    await waitFor(async () => expect(await rows()).toHaveLength(2));
    expect(await rows()).toEqual([
      expect.stringMatching(/Mona Adel.*2,000\.50/),
      expect.stringMatching(/Omar Said.*300\.00/),
    ]);
    expect(server.sent('GET', adult)[0]?.query.get('is_installment')).toBe('false');
  });

  it('adds up what this device keeps where it never read the page and has no connection', async () => {
    keepDebts();
    const { client, close } = open();
    await rows();
    close();
    client.removeQueries({ queryKey: [...keys.resource('student'), 'debts'] });
    const list = { count: 1, next: null, previous: null, results: [enrolment] };
    const read = { data: list, began: 1, ended: 2, readAt: 3 };
    client.setQueryData(keys.list(resourceOf('adult-course'), { page: 1 }), read);
    server.goOffline();
    open(client);
    expect(await rows()).toEqual([expect.stringMatching(/Mona Adel.*2,000\.00/)]);
    expect(screen.getByText(/Added up from what this device keeps.*Not on this device: .*Bus/)).toBeVisible();
  });
});
