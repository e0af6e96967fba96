import { useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { beforeEach, describe, expect, it } from 'vitest';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { save } from '#app/outbox/sender/save.ts';
import { branchQuery, dashboardQuery } from '#app/reads/branch-queries.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { useAllRecords, useRecord, useRecords } from '#app/reads/use-records.ts';
import { clearLeftData } from '#app/shell/clear-left-data.ts';
import { prepareSession, SessionProvider } from '#app/shell/session-provider.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { FakeServer } from '../outbox/fake-server.ts';
import { newInstallment, newStudent } from '../outbox/mutations.ts';
import { signInMona } from '../outbox/sign-in-mona.ts';

const students = resourceOf('student');
const courses = resourceOf('adult-course');
let server: FakeServer;

beforeEach(async () => {
  server = new FakeServer();
  await signInMona(server);
});

function Students() {
  const { rows, status, error, count, paused } = useRecords(students, { page: 1 });
  const shown = rows.map(({ record, pending }) => `${record.name}${pending ? ` (${pending.state})` : ''}`);
  return (
    <output>{`${status} ${count}${paused ? ' paused' : ''}: ${error?.message ?? ''}${shown.join(', ')}`}</output>
  );
}

function Money() {
  const { rows, refetch } = useAllRecords(courses, { is_installment: false });
  const { data, refetch: refetchSums } = useQuery(dashboardQuery());
  const { pending } = useOutbox();
  const income = data?.total_income;
  const remaining = rows.map(({ record }) => record.remaining_amount).join();
  const refetchAll = () => {
    refetch();
    void refetchSums();
  };
  return (
    <>
      <output>{`income ${income} owed ${remaining} waiting ${pending}`}</output>
      <button type="button" onClick={refetchAll}>
        read again
      </button>
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;
const expectShown = (text: string) => waitFor(() => expect(shown()).toBe(text));
const open = (children: React.ReactNode) => render(<SessionProvider>{children}</SessionProvider>);

/** Closes the app once its data is on the device. */
async function close(queries: number) {
  await waitFor(async () => expect(await cacheDb().queries.count()).toBeGreaterThanOrEqual(queries));
  cleanup();
}

describe('lists in SessionProvider', () => {
  it('16 cold start offline: shows the cached records and the entries saved since', async () => {
    open(<Students />);
    await expectShown('ready 1: Mona');
    await close(1);
    server.offline = true;
    await save(newStudent('Ali'));
    open(<Students />);
    await expectShown('ready 2 paused: Ali (queued), Mona');
    server.offline = false;
    await act(async () => void window.dispatchEvent(new Event('online')));
    await expectShown('ready 2: Ali, Mona');
  });

  it('32 another user sees neither cached records nor pending entries of the first', async () => {
    open(<Students />);
    await expectShown('ready 1: Mona');
    server.offline = true;
    await act(async () => void (await save(newStudent('Ali'))));
    await waitFor(() => expect(shown()).toContain('Ali'));
    await act(async () => storeTokens(server.signIn('basma')));
    await waitFor(() => expect(shown()).toMatch(/^error 0 paused/));
    expect(shown()).not.toContain('Ali');
    await act(async () => clearTokens());
    expect(screen.queryByRole('status')).toBeNull();
  });
});

describe('a prepared session', () => {
  beforeEach(async () => {
    open(<Students />);
    await expectShown('ready 1: Mona');
    await close(1);
    server.offline = true;
    await save(newStudent('Ali'));
    await prepareSession();
  });

  it('16 has the cached records and the pending entries at the first render', () => {
    open(<Students />);
    expect(shown()).toMatch(/^ready 2.*: Ali \(queued\), Mona$/);
  });

  it('32 shows nothing of it to another user who signed in meanwhile', async () => {
    storeTokens(server.signIn('basma'));
    open(<Students />);
    expect(shown()).not.toContain('Ali');
    await waitFor(() => expect(shown()).toMatch(/^error 0 paused/));
  });
});

describe('pending money', () => {
  it('49 refetch before ack: an installment counts exactly once at every moment after saving', async () => {
    const texts = new Set<string | null>();
    open(<Money />);
    await expectShown('income 1000.00 owed 2000.00 waiting 0');
    const watching = new MutationObserver(() => texts.add(shown()));
    watching.observe(screen.getByRole('status'), { characterData: true, childList: true, subtree: true });
    await act(async () => void (await save(newInstallment('c1', '500.00'))));
    await waitFor(() =>
      expect(server.seen.filter(({ path }) => path === '/dashboard/branch/').length).toBeGreaterThan(1),
    );
    await expectShown('income 1500.00 owed 1500.00 waiting 0');
    watching.disconnect();
    for (const text of texts) expect(text).toMatch(/^income (1000|1500).00 owed (2000|1500).00/);
  });
});

describe('useRecord', () => {
  function Student({ id }: { id: string }) {
    const { record, pending, status, error } = useRecord(students, id);
    return <output>{`${status} ${record?.id}/${record?.name} ${pending?.state ?? ''}${error ?? ''}`}</output>;
  }

  it('shows a pending record from the outbox, then the answer of the server, under one id', async () => {
    server.offline = true;
    const outcome = await save(newStudent('Ali'));
    const id = outcome.outcome === 'queued' ? outcome.recordId : '';
    open(<Student id={id} />);
    await expectShown(`ready ${id}/Ali queued`);
    server.offline = false;
    await act(async () => void window.dispatchEvent(new Event('online')));
    await expectShown(`ready ${id}/Ali `);
  });

  it('reads a record that was never opened from a cached list, offline', async () => {
    open(<Students />);
    await expectShown('ready 1: Mona');
    await close(1);
    server.offline = true;
    open(<Student id="s1" />);
    await expectShown('ready s1/Mona ');
  });
});

describe('boot cache', () => {
  function Branch() {
    const { data } = useQuery(branchQuery());
    return <output>{data?.name ?? 'nothing'}</output>;
  }

  it('is read synchronously on an offline start, also without IndexedDB, until sign-out', async () => {
    open(<Branch />);
    await expectShown('Main');
    await waitFor(() => expect(bootCache().branch?.name).toBe('Main'));
    cleanup();
    server.offline = true;
    await cacheDb().queries.clear();
    open(<Branch />);
    expect(shown()).toBe('Main');
    clearTokens();
    void clearLeftData();
    expect(bootCache()).toEqual({});
    expect(localStorage.getItem('branch-desk.first-frame')).toBeNull();
  });

  it('is empty for another user', async () => {
    open(<Branch />);
    await waitFor(() => expect(bootCache().branch?.name).toBe('Main'));
    cleanup();
    storeTokens(server.signIn('basma'));
    expect(bootCache()).toEqual({});
  });

  it('is parsed again only after it has changed, also by another tab', async () => {
    open(<Branch />);
    await waitFor(() => expect(bootCache().branch?.name).toBe('Main'));
    cleanup();
    const before = bootCache();
    expect(bootCache()).toBe(before);
    const key = 'branch-desk.first-frame';
    localStorage.setItem(key, (localStorage.getItem(key) ?? '').replace('"Main"', '"Second"'));
    expect(bootCache().branch?.name).toBe('Second');
  });
});
