import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { keys } from '#app/cache/query-keys.ts';
import { dayAt } from '#app/lib/branch-day.ts';
import { type CloseFilters, closesQuery } from '#app/reads/drawer-queries.ts';
import type { CloseRow, ClosesPage } from '#contract/closes.ts';
import { type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { pageCount } from '#contract/paging.ts';

interface Differences {
  readonly count: number;
  readonly amount: Piastres;
  /** True if the sum covers only the rows on the screen, because the server does not add up or cannot be reached. */
  readonly isOfPage: boolean;
}

interface Closes {
  readonly rows: readonly CloseRow[] | undefined;
  readonly differences: Differences;
  readonly pages: number;
  readonly error: Error | null;
  /** Milliseconds since 1970; 0 when the parts were read at different times. */
  readonly updatedAt: number;
  readonly isOffline: boolean;
  readonly refetch: () => void;
}

const differenceOf = ({ difference }: CloseRow) => parsePiastres(difference);

function differencesOf(rows: readonly CloseRow[], page: ClosesPage | undefined): Differences {
  const { totals, counts } = page ?? {};
  if (totals?.difference !== undefined && counts?.differing !== undefined)
    return { count: counts.differing, amount: parsePiastres(totals.difference), isOfPage: false };
  const differing = rows.map(differenceOf).filter((one) => one !== 0n);
  return { count: differing.length, amount: sum(differing), isOfPage: true };
}

const matches =
  ({ user, after }: CloseFilters) =>
  (close: CloseRow) =>
    (user === '' || close.user === user) && (after === '' || dayAt(close.created_at) >= after);

export function useCloses(filters: CloseFilters): Closes {
  const client = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const read = useQuery({ ...closesQuery(filters), placeholderData: keepPreviousData });
  const isRead = read.data !== undefined && !(isOffline && read.isPlaceholderData);
  const kept = () => {
    const pages = client.getQueriesData<ClosesPage>({ queryKey: [...keys.drawers, 'closes'] });
    const byId = new Map(pages.flatMap(([, page]) => page?.results ?? []).map((one) => [one.id, one]));
    const rows = [...byId.values()].filter(matches(filters));
    return byId.size === 0
      ? undefined
      : rows.sort((one, other) => (one.created_at < other.created_at ? 1 : -1));
  };
  const rows = isRead ? read.data?.results : isOffline ? kept() : undefined;
  const page = isRead ? read.data : undefined;
  return {
    rows,
    differences: differencesOf(rows ?? [], page),
    pages: page ? pageCount(page.count) : 1,
    error: read.error,
    updatedAt: isRead ? read.dataUpdatedAt : 0,
    isOffline,
    refetch: () => void read.refetch(),
  };
}
