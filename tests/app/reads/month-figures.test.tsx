import { useQuery } from '@tanstack/react-query';
import { act, cleanup, render, screen, waitFor } from '@testing-library/react';
import { useState } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { tilesOf } from '#app/features/dashboard/tile-grid.tsx';
import { save } from '#app/outbox/sender/save.ts';
import { branchQuery, dashboardQuery } from '#app/reads/branch-queries.ts';
import { usePendingMoney } from '#app/reads/figures.ts';
import { useAllRecords } from '#app/reads/use-records.ts';
import { SessionProvider } from '#app/shell/session-provider.tsx';
import { formatMoney } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { flush } from '../outbox/device.ts';
import { newInstallment } from '../outbox/mutations.ts';
import { signInMona } from '../outbox/sign-in-mona.ts';
import { ServerWithMonths } from './server-with-months.ts';

let branch: ServerWithMonths;

beforeEach(async () => {
  branch = new ServerWithMonths();
  await signInMona(branch.server, branch.fetch);
  branch.monthOf.set('c1', 'm1');
});

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

function Income() {
  const { data: details } = useQuery(branchQuery());
  const { data } = useQuery(dashboardQuery());
  const { received } = usePendingMoney();
  const [tile] = data ? tilesOf(data) : [];
  return (
    <output>
      {tile?.amount === undefined
        ? 'nothing yet'
        : `${details?.current_month}: ${formatMoney(tile.amount)} ${received > 0n ? formatMoney(received) : ''}`}
    </output>
  );
}

function Courses() {
  const { rows } = useAllRecords(resourceOf('adult-course'), { is_installment: false });
  return <output>{rows.map(({ record }) => record.remaining_amount).join()}</output>;
}

function OtherPage() {
  const [atHome, setAtHome] = useState(false);
  return (
    <>
      {atHome ? <Income /> : <Courses />}
      <button type="button" onClick={() => setAtHome(true)}>
        Home
      </button>
    </>
  );
}

const shown = () => screen.getByRole('status').textContent;
const expectShown = (text: string) => waitFor(() => expect(shown()).toBe(text));
const open = (children: React.ReactNode) => render(<SessionProvider>{children}</SessionProvider>);

/** Leaves the page once what it read is on the device, as before a page is loaded anew. */
async function leave(queries: number) {
  await waitFor(async () => expect(await cacheDb().queries.count()).toBeGreaterThanOrEqual(queries));
  cleanup();
}

describe('figures of the dashboard after a payment and a page that is loaded anew', () => {
  it('a payment of an ended month is in no figure of it', async () => {
    branch.toggle();
    open(<Income />);
    await expectShown('ended: L.E. 1,000.00 ');
    await leave(2);
    open(<Courses />);
    await expectShown('2000.00');
    await act(async () =>
      expect(await save(newInstallment('c1', '137.00'))).toMatchObject({ outcome: 'saved' }),
    );
    await expectShown('1863.00');
    await leave(3);
    open(<OtherPage />);
    await expectShown('1863.00');
    const texts = new Set<string>();
    const watching = new MutationObserver(() => texts.add(screen.queryByRole('status')?.textContent ?? ''));
    watching.observe(document.body, { characterData: true, childList: true, subtree: true });
    await act(async () => screen.getByRole('button', { name: 'Home' }).click());
    await expectShown('ended: L.E. 1,000.00 ');
    await act(() => flush());
    watching.disconnect();
    texts.delete('nothing yet');
    expect([...texts]).toEqual(['ended: L.E. 1,000.00 ']);
  });

  it('figures that were read before the payment are read again, although the page was loaded anew', async () => {
    open(<Income />);
    await expectShown('running: L.E. 1,000.00 ');
    await leave(2);
    open(<Courses />);
    await expectShown('2000.00');
    await act(async () => void (await save(newInstallment('c1', '137.00'))));
    await expectShown('1863.00');
    await leave(3);
    open(<OtherPage />);
    await expectShown('1863.00');
    await act(async () => screen.getByRole('button', { name: 'Home' }).click());
    await expectShown('running: L.E. 1,137.00 ');
  });
});
