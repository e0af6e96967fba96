import type { FetchQueryOptions, QueryClient, QueryKey } from '@tanstack/react-query';
import { onConnectionChange } from '#app/api/connection.ts';
import { charactersRead } from '#app/api/send-request.ts';
import { untilHydrated } from '#app/cache/hydration.ts';
import type { Resource } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery, monthsQuery, userQuery } from '../branch-queries.ts';
import { MAX_PICKER_RECORDS } from '../picker-size.ts';
import { allQuery, listQuery } from '../resource-queries.ts';
import { untilNetworkIdle } from './idle-network.ts';

/** Maximum age of a query that is not prefetched again, also after a reload, in milliseconds. */
const RECENT = 10 * 60_000;
/** Limits of one prefetch run for branches of any size: requests, and characters of answers. */
const MOST_REQUESTS = 60;
const MOST_CHARACTERS = 4_000_000;

/**
 * Returns the resources that the pickers of a resource's forms offer. An installment's picker offers
 * enrolments of its own resource.
 */
function pickersOf(resource: Resource): { readonly kind: Resource; readonly own: boolean }[] {
  const fields = Object.values({ ...resource.fields, ...resource.installment?.fields });
  return fields
    .flatMap(({ refersTo }) => refersTo ?? [])
    .map((name) => ({ kind: resourceOf(name), own: name === resource.name }));
}

/**
 * Returns the resources whose records a resource's screens need offline: those of its pickers and those it
 * settles.
 */
function neededBy(resource: Resource): ReturnType<typeof pickersOf> {
  const { settles } = resource;
  return [...pickersOf(resource), ...(settles ? [{ kind: resourceOf(settles.kind), own: false }] : [])];
}

/** One prefetch run with its limits. */
class WarmUp {
  readonly #client: QueryClient;
  readonly #signal: AbortSignal;
  #requests = 0;
  readonly #began = charactersRead();

  constructor(client: QueryClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Fetches a query that is missing or not recent, when the network is idle. */
  async read<T, E extends Error, D, K extends QueryKey>(
    query: FetchQueryOptions<T, E, D, K>,
  ): Promise<D | undefined> {
    const cache = this.#client.getQueryCache();
    const known = cache.build(this.#client, this.#client.defaultQueryOptions(query));
    await untilHydrated(this.#client, query.queryKey);
    if (known.isStaleByTime(RECENT) && (await this.#may())) {
      this.#requests += 1;
      await this.#client.prefetchQuery({ ...query, meta: { ...query.meta, unhurried: true }, retry: false });
    }
    return this.#client.getQueryData<D>(query.queryKey);
  }

  /** Fetches all records for a picker if there are at most `MAX_PICKER_RECORDS`. */
  async picker({ kind, own }: ReturnType<typeof pickersOf>[number]): Promise<void> {
    const first = await this.read(listQuery(kind, { page: 1 }));
    if (first && first.data.count <= MAX_PICKER_RECORDS)
      await this.read(allQuery(kind, own ? { is_installment: false } : {}));
  }

  async #may(): Promise<boolean> {
    const within = this.#requests < MOST_REQUESTS && charactersRead() - this.#began < MOST_CHARACTERS;
    return within && untilNetworkIdle(this.#client, this.#signal);
  }
}

/**
 * Prefetches what every screen needs first, one query after another, when the network is idle. A later
 * offline start then works on screens that were never opened. Stops as soon as the server is unreachable. A
 * picker of more than `MAX_PICKER_RECORDS` relies on the server's search; offline it offers cached records.
 */
export async function prefetchForOffline(client: QueryClient, signal: AbortSignal): Promise<void> {
  const warm = new WarmUp(client, signal);
  await warm.read(userQuery());
  await warm.read(branchQuery());
  await warm.read(dashboardSnapshotQuery());
  const resources = resourceNames.map(resourceOf);
  for (const resource of resources) {
    await warm.read(listQuery(resource, { page: 1 }));
    for (const picker of neededBy(resource)) await warm.picker(picker);
  }
  await warm.read(monthsQuery(1));
}

/** Prefetches now and whenever the connection returns, until stopped. */
export function keepPrefetched(client: QueryClient): () => void {
  const leaving = new AbortController();
  let running = false;
  const warm = async () => {
    if (running) return;
    running = true;
    await prefetchForOffline(client, leaving.signal).catch(() => undefined);
    running = false;
  };
  void warm();
  const stop = onConnectionChange(() => void warm());
  return () => {
    stop();
    leaving.abort();
  };
}
