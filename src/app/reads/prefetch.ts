import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { z } from 'zod';
import { connection, onConnectionChange } from '#app/api/connection.ts';
import { charactersRead } from '#app/api/send-request.ts';
import { bootCache, declaredNow, mayNow } from '#app/cache/boot-cache.ts';
import { untilHydrated } from '#app/cache/query-client.ts';
import { whenIdle } from '#app/lib/idle-work.ts';
import { onOutboxChange, outboxView } from '#app/outbox/store/outbox-view.ts';
import type { Resource } from '#contract/define-resource.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery, monthsQuery, userQuery } from './branch-queries.ts';
import { debtsQuery } from './debts.ts';
import { allQuery, listQuery } from './resource-queries.ts';
import { settingsQuery } from './settings-query.ts';
import { MAX_PICKER_RECORDS } from './use-records.ts';

const networkInformation = z.object({ saveData: z.boolean().optional() });

/**
 * True only for the browser's data saving. A slow connection alone is no reason to stay unprepared: it is the one that
 * is lost next (fault 63).
 */
function savesData(): boolean {
  if (!('connection' in navigator)) return false;
  return networkInformation.safeParse(navigator.connection).data?.saveData === true;
}

function isBusy(client: QueryClient): boolean {
  const { rows: entries } = outboxView();
  const hasPending = entries.some(({ state }) => state === 'sending' || state === 'queued');
  return document.visibilityState === 'hidden' || client.isFetching() > 0 || hasPending;
}

function nextChange(client: QueryClient, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      for (const stop of stops) stop();
      document.removeEventListener('visibilitychange', finish);
      signal.removeEventListener('abort', finish);
      resolve();
    };
    const stops = [
      client.getQueryCache().subscribe(finish),
      onOutboxChange(finish),
      onConnectionChange(finish),
    ];
    document.addEventListener('visibilitychange', finish);
    signal.addEventListener('abort', finish);
  });
}

/** Milliseconds. Chromium sometimes tells no page that is idle for minutes, and thirty reads wait for it one after another. */
const IDLE_TIMEOUT = 1_000;

/**
 * Waits until no screen reads and no entry of this user is to be sent.
 * @param requested the user asked for it, also in data-saving mode
 * @returns false where prefetching is off: aborted, server unreachable, data saving
 */
async function untilNetworkIdle(
  client: QueryClient,
  signal: AbortSignal,
  requested = false,
): Promise<boolean> {
  const isAllowed = () => !signal.aborted && connection() === 'online' && (requested || !savesData());
  while (isAllowed()) {
    if (isBusy(client)) await nextChange(client, signal);
    else {
      await whenIdle(IDLE_TIMEOUT);
      if (!isBusy(client)) break;
    }
  }
  return isAllowed();
}

/** Milliseconds. A younger query is not prefetched again, after a reload either. */
const RECENT = 10 * 60_000;
/** Limits of one run for branches of any size: requests, and characters of answers. */
const MAX_REQUESTS = 60;
const MAX_CHARACTERS = 4_000_000;

function pickersOf(resource: Resource): { readonly kind: Resource; readonly isSelf: boolean }[] {
  const fields = Object.values({ ...resource.fields, ...resource.installment?.fields });
  return fields
    .flatMap(({ refersTo }) => refersTo ?? [])
    .map((name) => ({ kind: resourceOf(name), isSelf: name === resource.name }));
}

function neededOfflineBy(resource: Resource): ReturnType<typeof pickersOf> {
  const { settles } = resource;
  const settled = (settles ?? []).map(({ kind }) => resourceOf(kind)).filter(declaredNow);
  // A later part of a salary needs the earlier ones.
  const parts = settled.length > 1 ? [resource] : [];
  return [...pickersOf(resource), ...[...settled, ...parts].map((kind) => ({ kind, isSelf: false }))];
}

interface PrefetchOptions {
  readonly requested?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
}

class PrefetchRun {
  readonly #client: QueryClient;
  readonly #signal: AbortSignal;
  readonly #requested: boolean;
  #requests = 0;
  readonly #began = charactersRead();
  complete = true;

  constructor(client: QueryClient, signal: AbortSignal, requested: boolean) {
    this.#client = client;
    this.#signal = signal;
    this.#requested = requested;
  }

  async read<T, E extends Error, D, K extends QueryKey>(
    query: FetchQueryOptions<T, E, D, K>,
  ): Promise<D | undefined> {
    const cache = this.#client.getQueryCache();
    const cached = cache.build(this.#client, this.#client.defaultQueryOptions(query));
    await untilHydrated(this.#client, query.queryKey);
    // Once more, if a screen cancelled the read or the server failed: pickers are read only after their first page.
    for (let tries = 0; tries < 2 && cached.isStaleByTime(RECENT) && (await this.#mayFetch()); tries++) {
      this.#requests += 1;
      await this.#client.prefetchQuery({ ...query, meta: { ...query.meta, unhurried: true }, retry: false });
    }
    const data = this.#client.getQueryData<D>(query.queryKey);
    if (data === undefined || cached.isStaleByTime(RECENT)) this.complete = false;
    return data;
  }

  async picker({ kind, isSelf }: ReturnType<typeof pickersOf>[number]): Promise<void> {
    const first = await this.read(listQuery(kind, { page: 1 }));
    if (first && first.data.count <= MAX_PICKER_RECORDS)
      await this.read(allQuery(kind, isSelf ? { is_installment: false } : {}));
  }

  async #mayFetch(): Promise<boolean> {
    const within = this.#requests < MAX_REQUESTS && charactersRead() - this.#began < MAX_CHARACTERS;
    return within && untilNetworkIdle(this.#client, this.#signal, this.#requested);
  }
}

/**
 * Prefetches the data of every screen, one query after another, when the network is idle; also on a slow connection
 * (fault 63). A later offline start then works on screens that were never opened. Stops as soon as the server is
 * unreachable. A picker of more than `MAX_PICKER_RECORDS` relies on the server's search; offline it offers cached
 * records.
 * @returns whether everything is on the device now
 */
export async function prefetchForOffline(
  client: QueryClient,
  signal: AbortSignal,
  { requested = false, onProgress }: PrefetchOptions = {},
): Promise<boolean> {
  const run = new PrefetchRun(client, signal, requested);
  const steps = [
    () => run.read(userQuery()),
    () => run.read(branchQuery()),
    async () => (bootCache().branch?.settings ? run.read(settingsQuery()) : undefined),
    async () => (mayNow('months.figures') ? run.read(dashboardSnapshotQuery()) : undefined),
    ...resourceNames
      .map(resourceOf)
      .filter((resource) => declaredNow(resource) && mayNow(permissionFor(resource, 'read')))
      .flatMap((resource) => [
        () => run.read(listQuery(resource, { page: 1 })),
        ...(resource.fields.left_on && bootCache().branch?.departures
          ? [() => run.read(listQuery(resource, { page: 1, present: true }))]
          : []),
        ...neededOfflineBy(resource).map((picker) => () => run.picker(picker)),
      ]),
    async () => (bootCache().branch?.debts ? run.read(debtsQuery({ page: '1' })) : undefined),
    () => run.read(monthsQuery(1)),
  ];
  for (const [done, step] of steps.entries()) {
    onProgress?.(done, steps.length);
    await step();
  }
  return run.complete;
}

/** Runs now, whenever the connection changes, and once more after a run in which it has changed; until stopped. */
export function keepPrefetched(client: QueryClient): () => void {
  const stopped = new AbortController();
  let running = false;
  let changed = false;
  const prefetch = async () => {
    if (running) {
      changed = true;
      return;
    }
    running = true;
    do {
      changed = false;
      await prefetchForOffline(client, stopped.signal).catch(() => undefined);
    } while (changed && !stopped.signal.aborted);
    running = false;
  };
  void prefetch();
  const stop = onConnectionChange(() => void prefetch());
  return () => {
    stop();
    stopped.abort();
  };
}
