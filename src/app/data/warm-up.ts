import type { FetchQueryOptions, QueryClient } from '@tanstack/react-query';
import type { Resource } from '#contract/define-resource.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchQuery, dashboardSnapshotQuery, monthsQuery, userQuery } from './branch-queries.ts';
import { connection } from './connection.ts';
import { allQuery, listQuery } from './resource-queries.ts';

const RECENT = 5 * 60_000;

/** What the pickers of a resource's forms offer; an installment's offers enrolments of its own kind. */
function pickersOf(resource: Resource): ReturnType<typeof allQuery>[] {
  const fields = Object.values({ ...resource.fields, ...resource.installment?.fields });
  return fields
    .flatMap(({ refersTo }) => refersTo ?? [])
    .map((name) => allQuery(resourceOf(name), name === resource.name ? { is_installment: false } : {}));
}

/** Everything beside their first page that the screens of a resource need offline: its pickers, and what it settles. */
function neededBy(resource: Resource): ReturnType<typeof allQuery>[] {
  const { settles } = resource;
  return [...pickersOf(resource), ...(settles ? [allQuery(resourceOf(settles.kind))] : [])];
}

/**
 * Quietly reads what every screen needs first, one after the other, so that a later offline start is useful
 * on screens that were never opened. Stops as soon as the host does not answer.
 */
export async function warmUp(client: QueryClient, signal: AbortSignal): Promise<void> {
  const read = async <T, E extends Error, D, K extends readonly unknown[]>(
    query: FetchQueryOptions<T, E, D, K>,
  ) => {
    if (!signal.aborted && connection() === 'online')
      await client.prefetchQuery({ ...query, staleTime: RECENT });
  };
  await read(userQuery());
  await read(branchQuery());
  await read(dashboardSnapshotQuery());
  for (const resource of resourceNames.map(resourceOf)) {
    await read(listQuery(resource, { page: 1 }));
    for (const query of neededBy(resource)) await read(query);
  }
  await read(monthsQuery(1));
}
