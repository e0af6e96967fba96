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

/** What is younger is not read again, also after a reload: in milliseconds. */
const RECENT = 10 * 60_000;
/** One warm-up asks for no more than this, whatever a branch has: in requests, and in characters of answers. */
const MOST_REQUESTS = 60;
const MOST_CHARACTERS = 4_000_000;

/** What the pickers of a resource's forms offer; an installment's offers enrolments of its own kind. */
function pickersOf(resource: Resource): { readonly kind: Resource; readonly own: boolean }[] {
  const fields = Object.values({ ...resource.fields, ...resource.installment?.fields });
  return fields
    .flatMap(({ refersTo }) => refersTo ?? [])
    .map((name) => ({ kind: resourceOf(name), own: name === resource.name }));
}

/** Everything beside their first page that the screens of a resource need offline: its pickers, and what it settles. */
function neededBy(resource: Resource): ReturnType<typeof pickersOf> {
  const { settles } = resource;
  return [...pickersOf(resource), ...(settles ? [{ kind: resourceOf(settles.kind), own: false }] : [])];
}

/** One warm-up: what it may still ask for, and how. */
class WarmUp {
  readonly #client: QueryClient;
  readonly #signal: AbortSignal;
  #requests = 0;
  readonly #began = charactersRead();

  constructor(client: QueryClient, signal: AbortSignal) {
    this.#client = client;
    this.#signal = signal;
  }

  /** Reads one query, if it is not here already, behind everything else. */
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

  /** All records for a picker, where they are few enough to be carried around. */
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
 * Quietly reads what every screen needs first, one after the other and behind everything else, so that a later offline start is useful
 * on screens that were never opened. Stops as soon as the host does not answer. A picker of more than `PICKER_CAP` records is left to
 * the search of the host; what this device keeps of them is offered offline.
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

/** Warms up now and whenever the connection has come back, until stopped. */
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
