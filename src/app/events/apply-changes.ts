import { hashKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import { STALE_TIME } from '#app/cache/query-client.ts';
import { keys as queryKeys } from '#app/cache/query-keys.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import { affectedBy } from '#app/reads/refetch-affected.ts';
import { type BranchEvent, KEY_PREFIX } from '#contract/events.ts';
import { DRAWER_CLOSE } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';

/** Milliseconds between two rounds of reads: a busy branch writes many times a second. */
const ROUND_INTERVAL = 1_000;
const MAX_WAIT = 2_000;

type Changed = Extract<BranchEvent, { name: 'changed' }>;

const isSending = () => outboxView().rows.some(({ state }) => state === 'sending');

/**
 * True if this device made all writes of an event. Their queries are refetched when the entries are settled, in every
 * tab.
 */
function isOwn({ keys }: Changed): boolean {
  if (!keys || keys.length === 0) return false;
  const sentEntries = outboxView().rows.filter(({ state }) => state === 'done' || state === 'sending');
  const prefixes = new Set(sentEntries.map(({ id }) => id.slice(0, KEY_PREFIX)));
  return keys.every((key) => prefixes.has(key));
}

/**
 * Reads changes of others: visible queries at once, the rest when they are shown. Never writes into the
 * cache, so no typing is disturbed.
 */
export class ChangeApplier {
  readonly #client: QueryClient;
  readonly #changed = new Map<string, QueryKey>();
  /** Reads that were under way when the event came: their answers may be older than the event. */
  readonly #overtaken = new Set<string>();
  #lastRound = Number.NEGATIVE_INFINITY;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #unsubscribe: (() => void) | undefined;

  constructor(client: QueryClient) {
    this.#client = client;
  }

  changed(event: Changed): void {
    if (isOwn(event)) return;
    // What this build does not know, such as a month, may be part of anything.
    const { resources } = event;
    const isKnown = (name: string) =>
      isResourceName(name) || name === DRAWER_CLOSE || writeOf(name) !== undefined;
    const keysOf = (name: string) => (name === DRAWER_CLOSE ? [queryKeys.drawers] : affectedBy(name));
    const keys: readonly QueryKey[] = resources.every(isKnown) ? resources.flatMap(keysOf) : [[]];
    this.#add(keys, event.spread);
  }

  /**
   * Anything may have changed.
   * @param spread time over which devices spread their reads, in milliseconds
   */
  everything(spread: number): void {
    this.#add([[]], spread);
  }

  /**
   * Data that this tab has not read itself since a moment may be older. Visible or running queries are read again; the
   * rest are marked stale, and are not prefetched again.
   * @param began in milliseconds
   */
  notReadSince(began: number): void {
    const queries = this.#client.getQueryCache().getAll();
    // The device's cache counts no updates.
    const isOlder = ({ state }: Query) => state.dataUpdateCount === 0 || state.dataUpdatedAt < began;
    const keys: QueryKey[] = [];
    for (const query of queries.filter(isOlder)) {
      const { dataUpdatedAt, fetchStatus } = query.state;
      if (query.isActive() || fetchStatus === 'fetching') keys.push(query.queryKey);
      else query.setState({ dataUpdatedAt: dataUpdatedAt - STALE_TIME });
    }
    if (keys.length > 0) this.#add(keys, 0);
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#unsubscribe?.();
  }

  #add(keys: readonly QueryKey[], spread: number): void {
    for (const queryKey of keys) {
      this.#changed.set(hashKey(queryKey), queryKey);
      const fetching = this.#client.getQueryCache().findAll({ queryKey, fetchStatus: 'fetching' });
      for (const { queryHash } of fetching) this.#overtaken.add(queryHash);
      void this.#client.invalidateQueries({ queryKey, refetchType: 'none' });
    }
    const pause = Math.max(0, this.#lastRound + ROUND_INTERVAL - performance.now());
    this.#timer ??= setTimeout(() => this.#whenSent(), Math.max(pause, spread * Math.random()));
  }

  /** Waits until this device has sent its entries, because settling them reads the same queries. */
  #whenSent(): void {
    if (!isSending()) {
      this.#run();
      return;
    }
    this.#timer = setTimeout(() => this.#run(), MAX_WAIT);
    this.#unsubscribe = onOutboxChange(() => {
      // A turn later the settled entries have begun their own reads.
      if (!isSending()) setTimeout(() => this.#run());
    });
  }

  #run(): void {
    this.#unsubscribe?.();
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#changed.size === 0) return;
    this.#lastRound = performance.now();
    const keys = [...this.#changed.values()];
    const overtaken = new Set(this.#overtaken);
    this.#changed.clear();
    this.#overtaken.clear();
    for (const query of this.#client.getQueryCache().findAll({ fetchStatus: 'fetching' })) {
      if (query.state.data !== undefined || !overtaken.has(query.queryHash)) continue;
      // `refetchQueries` leaves a first read alone. It is repeated once it is answered: the screen shows nothing yet.
      const again = () => query.fetch();
      query
        .fetch()
        .then(again)
        .catch(() => undefined);
    }
    for (const queryKey of keys) {
      // What was read since the event is not stale any more.
      const predicate = (query: Query) =>
        overtaken.has(query.queryHash) || (query.isActive() && query.isStale());
      void this.#client.refetchQueries({ queryKey, predicate });
    }
  }
}
