import { hydrate, type QueryClient, QueryObserver } from '@tanstack/react-query';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { createQueryClient } from '#app/cache/query-client.ts';
import type { ReadInterval } from '#app/cache/snapshot.ts';
import { tilesOf } from '#app/features/dashboard/tiles.ts';
import { isUnsettled, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { visibilityIn } from '#app/outbox/model/visibility.ts';
// Loaded before the test: a read waits for it, and the test counts turns.
import '#app/outbox/store/stored-entries.ts';
import { subscribeToOutbox } from '#app/outbox/store/outbox-subscription.ts';
import { outboxView } from '#app/outbox/store/outbox-view.ts';
import '#app/reads/cached-records.ts';
import { branchQuery, dashboardSnapshotQuery } from '#app/reads/branch-queries.ts';
import { cashBeyond } from '#app/reads/figures.ts';
import { invalidateOutdated, refetchAffected } from '#app/reads/refetch-affected.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { overlayPage } from '#app/reads/with-pending.ts';
import { serverTotals } from '#app/resources/list/totals.ts';
import { formatDecimal, type Piastres, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { checkSequences, PROPERTY_TIMEOUT } from '../../support/property.ts';
import {
  advanceBy,
  type Device,
  device,
  flush,
  newCourse,
  newInstallment,
  type Tab,
  withDevice,
} from '../outbox/device.ts';
import type { Fault } from '../outbox/fake-server.ts';
import { ServerWithMonths } from './server-with-months.ts';

const RUNS = 15;
const OPERATIONS = 24;

const courses = resourceOf('adult-course');
const PRICE = 9_999_999_900n;
const created_at = '2026-11-05T08:00:00Z';
const queries = {
  figures: dashboardSnapshotQuery(),
  branch: branchQuery(),
  list: listQuery(courses, { page: 1 }),
};

type Operation =
  | {
      readonly type:
        | 'pay'
        | 'end-or-undo'
        | 'create-month'
        | 'go'
        | 'reload'
        | 'refetch'
        | 'read-around-send';
    }
  | { readonly type: 'toggle-offline' | 'wait' }
  | { readonly type: 'send'; readonly fault: Fault | undefined };

const plain = (type: Exclude<Operation['type'], 'send'>, weight: number) => ({
  weight,
  arbitrary: fc.constant({ type } as Operation),
});
const operation: fc.Arbitrary<Operation> = fc.oneof(
  plain('pay', 8),
  {
    weight: 8,
    arbitrary: fc.record({
      type: fc.constant('send' as const),
      fault: fc.constantFrom<(Fault | undefined)[]>(undefined, undefined, 'drop-before', 'drop-after', {
        status: 503,
      }),
    }),
  },
  plain('end-or-undo', 4),
  plain('create-month', 2),
  plain('go', 4),
  plain('reload', 4),
  plain('refetch', 3),
  plain('read-around-send', 3),
  plain('toggle-offline', 2),
  plain('wait', 2),
);

/** Returns the payments in a sum: payment number n is 2^n piastres, so that each one can be told apart. */
function paymentsIn(sum: Piastres): ReadonlySet<number> {
  expect(sum).toBeGreaterThanOrEqual(0n);
  return new Set([...sum.toString(2)].reverse().flatMap((bit, number) => (bit === '1' ? [number] : [])));
}

/** Simulates a device that pays towards one enrolment, with a server whose months begin and end meanwhile. */
class Scenario {
  readonly #branch: ServerWithMonths;
  readonly #tab: Tab;
  #client: QueryClient;
  #stops: (() => void)[] = [];
  #atHome = true;
  #payments = 0;

  constructor(device: Device) {
    this.#branch = new ServerWithMonths(device.server);
    vi.stubGlobal('fetch', this.#branch.fetch);
    device.server.students.set('s1', { id: 's1', name: 'Mona', created_at });
    const course = newCourse('s1', formatDecimal(PRICE), '0.00').body;
    device.server.courses.set('c1', { ...course, id: 'c1', created_at, month: 'm1' });
    this.#branch.monthOf.set('c1', 'm1');
    this.#tab = device.tab();
    this.#client = createQueryClient();
    this.#mount();
  }

  /** Opens a page; its observers are those of the dashboard, or of the list. */
  #mount(): void {
    const shown = this.#atHome ? [queries.figures, queries.branch] : [queries.list];
    this.#stops = [
      subscribeToOutbox(this.#tab.owner, this.#tab.db),
      refetchAffected(this.#client),
      invalidateOutdated(this.#client),
      ...shown.map((query) =>
        new QueryObserver<unknown>(this.#client, query as never).subscribe(() => undefined),
      ),
    ];
  }

  unmount(): void {
    for (const stop of this.#stops) stop();
  }

  /** Loads the page anew: only what was read is left, as the device stores it. */
  #reload(): void {
    const stored = this.#client.getQueryCache().getAll();
    const kept = stored.flatMap(({ queryKey, queryHash, state }) =>
      state.data === undefined
        ? []
        : [
            {
              queryKey,
              queryHash,
              state: { ...state, isInvalidated: false, fetchStatus: 'idle' as const },
              dehydratedAt: 0,
            },
          ],
    );
    this.unmount();
    this.#client.clear();
    this.#client = createQueryClient();
    hydrate(this.#client, {
      mutations: [],
      queries: structuredClone(kept).map((query) => ({ ...query, dehydratedAt: 0 })),
    });
    this.#mount();
  }

  async run(operation: Operation): Promise<void> {
    const { server } = this.#branch;
    switch (operation.type) {
      case 'pay': {
        const amount = formatDecimal(2n ** BigInt(this.#payments));
        this.#payments += 1;
        await this.#tab.enqueue(newInstallment('c1', amount));
        break;
      }
      case 'send':
        if (operation.fault) server.next(operation.fault);
        await this.#tab.send();
        server.clearFaults();
        break;
      case 'read-around-send': {
        let release = () => {};
        this.#branch.held = new Promise((resolve) => {
          release = resolve;
        });
        void this.#client.invalidateQueries();
        await flush();
        const sending = this.#tab.send();
        await flush();
        release();
        this.#branch.held = undefined;
        await sending;
        break;
      }
      case 'end-or-undo':
        this.#branch.toggle();
        break;
      case 'create-month':
        this.#branch.create();
        break;
      case 'go':
        this.#atHome = !this.#atHome;
        this.unmount();
        this.#mount();
        break;
      case 'reload':
        this.#reload();
        break;
      case 'refetch':
        await this.#client.invalidateQueries();
        break;
      case 'toggle-offline':
        server.offline = !server.offline;
        break;
      case 'wait':
        await advanceBy(20_000);
    }
    await flush();
    this.#check();
    if (operation.type === 'reload' || operation.type === 'go') this.#checkRefetched();
  }

  /** Expects that figures older than an acknowledgement were read again, unless a read proves nothing now. */
  #checkRefetched(): void {
    const entries = outboxView().rows;
    const figures = this.#client.getQueryData(queries.figures.queryKey);
    const inFlight = entries.some(({ state }) => state === 'unknown' || state === 'sending');
    if (!figures || !this.#atHome || this.#branch.server.offline || inFlight) return;
    const [tile] = tilesOf(figures.data, cashBeyond(entries, figures, undefined));
    expect(tile?.acknowledged, 'not read again').toBe(0n);
  }

  #paymentOf(amount: unknown): number {
    const [payment] = paymentsIn(readPiastres(amount) ?? 0n);
    return payment ?? -1;
  }

  /** Compares what the screens show with what the server has and what they name. */
  #check(): void {
    const { monthOf, server } = this.#branch;
    const entries = outboxView().rows;
    const month = new Map<number, string | null>();
    for (const [id, { paid_amount }] of server.courses)
      if (id !== 'c1') month.set(this.#paymentOf(paid_amount), monthOf.get(id) ?? null);
    const waiting = new Set(entries.filter(isUnsettled).map(({ body }) => this.#paymentOf(body.paid_amount)));
    // An answer of unknown outcome shows what the server said, without anything added.
    const acknowledged = (snapshot: ReadInterval) =>
      entries.filter((entry) => entry.state === 'done' && visibilityIn(entry, snapshot) !== 'maybe');
    const numberOf = ({ body }: OutboxEntry) => this.#paymentOf(body.paid_amount);

    const figures = this.#client.getQueryData(queries.figures.queryKey);
    if (figures) {
      const pending = cashBeyond(entries, figures, this.#client.getQueryData(queries.branch.queryKey));
      const [tile] = tilesOf(figures.data, pending);
      const shown = paymentsIn(tile?.amount ?? -1n);
      const named = paymentsIn(tile?.pending ?? -1n);
      const of = figures.data.month?.id;
      const accounted = [...shown].filter((payment) =>
        named.has(payment) ? waiting.has(payment) : month.get(payment) === of,
      );
      expect(accounted, 'the tile').toEqual([...shown]);
      const counted = acknowledged(figures)
        .filter(({ result }) => result?.month === of)
        .map(numberOf);
      expect(
        counted.filter((payment) => !shown.has(payment)),
        'missing from the tile',
      ).toEqual([]);
    }

    const list = this.#client.getQueryData(queries.list.queryKey);
    if (!list) return;
    const enrolment = overlayPage(courses, list, entries, { page: 1 }).rows.find(
      ({ record }) => record.id === 'c1',
    );
    const paid = paymentsIn(PRICE - (readPiastres(enrolment?.record.remaining_amount) ?? PRICE + 1n));
    const unaccounted = [...paid].filter((payment) => !month.has(payment) && !waiting.has(payment));
    expect(unaccounted, 'the remaining amount').toEqual([]);
    if ([...paid].some((payment) => !month.has(payment))) expect(enrolment?.pendingMoney).toBe(true);
    expect(
      acknowledged(list)
        .map(numberOf)
        .filter((payment) => !paid.has(payment)),
    ).toEqual([]);

    const total = serverTotals(courses, list, entries, { page: 1 }, undefined)?.find(
      ({ name }) => name === 'paid_amount',
    );
    const [sent, unsent] = [paymentsIn(total?.amount ?? -1n), paymentsIn(total?.pending ?? -1n)];
    expect(
      [...sent].filter((payment) => !month.has(payment)),
      'the total',
    ).toEqual([]);
    expect(
      [...unsent].filter((payment) => !waiting.has(payment)),
      'waiting in the total',
    ).toEqual([]);
    expect(
      acknowledged(list)
        .map(numberOf)
        .filter((payment) => !sent.has(payment)),
      'missing from the total',
    ).toEqual([]);
  }

  /** Sends everything, goes home, and expects the server's own figures with nothing beside them. */
  async expectServersFigures(): Promise<void> {
    this.#branch.server.offline = false;
    for (let round = 0; outboxView().rows.some(isUnsettled) && round < 20; round++) {
      await this.#tab.send();
      await advanceBy(60_000);
    }
    if (!this.#atHome) await this.run({ type: 'go' });
    // What another device did is read once the figures are stale.
    await advanceBy(20_000);
    await this.run({ type: 'reload' });
    await advanceBy(2_000);
    const figures = this.#client.getQueryData(queries.figures.queryKey);
    const [tile] = figures ? tilesOf(figures.data, cashBeyond(outboxView().rows, figures, undefined)) : [];
    const amount = readPiastres(this.#branch.income());
    expect(tile).toMatchObject({ amount, pending: 0n, acknowledged: 0n });
  }
}

describe('figures, totals and remaining amounts', () => {
  withDevice();

  it(
    'show the server’s answer and the waiting entries that they name, after any sequence',
    () =>
      checkSequences(operation, { runs: RUNS, length: OPERATIONS }, async (operations) => {
        device.server.courses.clear();
        await device.tab().db.outbox.clear();
        const scenario = new Scenario(device);
        try {
          await flush();
          for (const one of operations) await scenario.run(one);
          await scenario.expectServersFigures();
        } finally {
          scenario.unmount();
        }
      }),
    PROPERTY_TIMEOUT,
  );
});
