import { QueryClientProvider } from '@tanstack/react-query';
import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentOwner, type Owner } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { save } from '#app/outbox/sender/save.ts';
import { assignDatabaseId, databaseId, outboxDb } from '#app/outbox/store/outbox-db.ts';
import { subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { keepAnnounced } from '#app/sync-center/device-entries/announce-entries.ts';
import { DeviceEntries } from '#app/sync-center/device-entries/device-entries.tsx';
import { EvictedEntries } from '#app/sync-center/device-entries/evicted-entries.tsx';
import { countOf, evictedOnDevice } from '#app/sync-center/device-entries/evicted-on-device.ts';
import { StyleProvider } from '#app/theme/style-provider.tsx';
import { branchDetails } from '#contract/branch.ts';
import { CHECKED_ENTRIES_PATH, DEVICE_ENTRIES_PATH, type StoreEntries } from '#contract/device-entries.ts';
import { flush } from '../outbox/device.ts';
import { create } from '../outbox/mutations.ts';
import { ScriptedServer } from '../resources/render-screen.tsx';

const stops: (() => void)[] = [];
let server: ScriptedServer;
let client: ReturnType<typeof createQueryClient>;

const announcements = () => server.sent('POST', DEVICE_ENTRIES_PATH);
const owner = (): Owner => {
  const signedIn = currentOwner();
  if (!signedIn) throw new Error('Nobody is signed in.');
  return signedIn;
};
const gone: StoreEntries = {
  store: '6f2c1d3e-0000-4000-8000-000000000001',
  user: '7',
  user_name: 'Mona Adel',
  device_name: 'iPad of the front desk',
  announced_at: '2026-11-21T12:10:00Z',
  lost: true,
  count: 3,
  entries: [
    {
      key: '6f2c1d3e-0000-4000-8000-000000000002',
      resource: 'adult-course',
      kind: 'create',
      amount: '500.00',
      entered_at: '2026-11-21T12:05:00Z',
    },
  ],
};

function start(details: object = { device_entries: true }): void {
  client.setQueryData(branchQuery().queryKey, branchDetails.parse({ name: 'Al Nour', ...details }));
  stops.push(subscribeToOutbox(owner()), keepAnnounced(client, owner()));
}

const show = (element: React.ReactNode) =>
  render(
    <StyleProvider>
      <QueryClientProvider client={client}>{element}</QueryClientProvider>
    </StyleProvider>,
  );

beforeEach(async () => {
  await Promise.all([outboxDb().outbox.clear(), outboxDb().facts.clear()]);
  await assignDatabaseId(outboxDb());
  server = new ScriptedServer();
  server.on(`POST ${DEVICE_ENTRIES_PATH}`, { body: { lost: [] } });
  client = createQueryClient();
});
afterEach(() => {
  for (const stop of stops.splice(0)) stop();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('what waits on a device', () => {
  it('is announced with kind, amount and time, and nothing else of it', async () => {
    server.on('POST /adult-course/', { status: 400, body: { detail: 'No.' } });
    start();
    await waitFor(() => expect(announcements()).toHaveLength(1));
    const body = { receipt_number: '12', related_record: 'c1', is_installment: true, paid_amount: '70.50' };
    await act(async () => void (await save(create('adult-course', body))));
    await waitFor(() => expect(announcements()).toHaveLength(2), { timeout: 8_000 });
    const [entry] = await outboxDb().outbox.toArray();
    expect(announcements()[1]?.body).toEqual({
      store: await databaseId(outboxDb()),
      entries: [
        {
          key: entry?.id,
          resource: 'adult-course',
          kind: 'create',
          amount: '70.50',
          entered_at: new Date(entry?.createdAt ?? 0).toISOString(),
        },
      ],
      unlisted: 0,
    });
  });

  it('is not announced to a server that does not know it', async () => {
    start({});
    await flush();
    expect(announcements()).toEqual([]);
  });
});

describe('what a device lost', () => {
  it('46 is listed until the user has checked it', async () => {
    server.on(`POST ${DEVICE_ENTRIES_PATH}`, { body: { lost: [gone] } });
    server.on(`POST ${CHECKED_ENTRIES_PATH}`, { body: { checked: true } });
    start();
    await waitFor(() => expect(countOf(evictedOnDevice.get())).toBe(3));
    const { container } = show(<EvictedEntries />);
    expect(container).toHaveTextContent(/3 entries that were not sent are gone/);
    expect(container).toHaveTextContent(/L\.E\. 500\.00 · 21\/11\/2026 at/);
    expect(container).toHaveTextContent(/2 more/);
    await userEvent.click(screen.getByRole('button', { name: 'I have checked' }));
    await waitFor(() => expect(container).toHaveTextContent(''));
    expect(server.sent('POST', CHECKED_ENTRIES_PATH)[0]?.body).toEqual({ store: gone.store, user: '7' });
    expect(countOf(evictedOnDevice.get())).toBe(0);
  });

  it('stays listed if the server did not answer', async () => {
    server.on(`POST ${DEVICE_ENTRIES_PATH}`, { body: { lost: [gone] } });
    start();
    await waitFor(() => expect(countOf(evictedOnDevice.get())).toBe(3));
    show(<EvictedEntries />);
    server.offline = true;
    await userEvent.click(screen.getByRole('button', { name: 'I have checked' }));
    await waitFor(() => expect(screen.getByRole('button', { name: 'I have checked' })).toBeDisabled());
    expect(countOf(evictedOnDevice.get())).toBe(3);
  });

  it('is shown to managers beside what still waits, with the device and who entered it', async () => {
    const silent = { ...gone, store: '6f2c1d3e-0000-4000-8000-000000000008', lost: false, count: 2 };
    const waiting = {
      ...silent,
      store: '6f2c1d3e-0000-4000-8000-000000000009',
      count: 1,
      announced_at: '2026-11-29T10:00:00Z',
    };
    vi.spyOn(Date, 'now').mockReturnValue(Date.parse(gone.announced_at) + 8 * 86_400_000);
    client.setQueryData(
      branchQuery().queryKey,
      branchDetails.parse({ name: 'Al Nour', device_entries: true }),
    );
    server.on(`GET ${DEVICE_ENTRIES_PATH}`, {
      body: { count: 3, next: null, previous: null, results: [gone, silent, waiting] },
    });
    show(<DeviceEntries />);
    const [lost, silentFor, waits] = await screen.findAllByText(/of Mona Adel$/);
    expect(lost).toHaveTextContent('3 entries of Mona Adel');
    expect(silentFor).toHaveTextContent('2 entries of Mona Adel');
    expect(waits).toHaveTextContent('1 entry of Mona Adel');
    expect(screen.getAllByText(/^iPad of the front desk, last heard of 21\/11\/2026/)).toHaveLength(2);
    const items = screen.getAllByRole('listitem').filter((one) => within(one).queryByText(/last heard/));
    expect(items.map((one) => within(one).queryAllByRole('button').length)).toEqual([1, 1, 0]);
  });
});
