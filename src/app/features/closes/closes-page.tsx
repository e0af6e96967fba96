import { Badge, Box, Button, chakra, Flex, NativeSelect, Skeleton } from '@chakra-ui/react';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import Banknote from 'lucide-react/icons/banknote';
import type { ReactNode } from 'react';
import { Link, useSearchParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { keys } from '#app/cache/query-keys.ts';
import { asOf, currentDay, dayAt } from '#app/lib/branch-day.ts';
import { CLOSES_PAGE_PATH, closeForPath } from '#app/lib/paths.ts';
import { type CloseFilters, closesQuery, openDrawersQuery } from '#app/reads/drawer-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { CloseRow, OpenDrawer, ClosesPage as PageOfCloses } from '#contract/closes.ts';
import { dayAfter } from '#contract/days.ts';
import { formatMoney, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { pageCount } from '#contract/paging.ts';
import { CashMoves } from './cash-moves.tsx';
import { messages } from './texts.en.ts';

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

function differencesOf(rows: readonly CloseRow[], page: PageOfCloses | undefined): Differences {
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

function useCloses(filters: CloseFilters): Closes {
  const client = useQueryClient();
  const isOffline = useConnection() === 'offline';
  const read = useQuery({ ...closesQuery(filters), placeholderData: keepPreviousData });
  const isRead = read.data !== undefined && !(isOffline && read.isPlaceholderData);
  const kept = () => {
    const pages = client.getQueriesData<PageOfCloses>({ queryKey: [...keys.drawers, 'closes'] });
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

const timeOf = (instant: string) => asOf(instant);
const moneyOf = (decimal: string) => formatMoney(parsePiastres(decimal));

const Rows = chakra('ul', {
  base: {
    listStyle: 'none',
    background: 'bg.surface',
    borderWidth: '1px',
    borderRadius: 'md',
    '& > li + li': { borderTopWidth: '1px' },
    '& > li > *': {
      display: 'grid',
      gridTemplateColumns: 'minmax(0, 1fr) auto',
      alignItems: 'center',
      columnGap: '4',
      minHeight: '14',
      paddingInline: { base: '4', md: '5' },
      paddingBlock: '2',
    },
    '& strong': { fontWeight: 'semibold' },
    '& small': { display: 'block', color: 'fg.muted', fontSize: 'sm' },
    '& a:hover strong': { textDecoration: 'underline' },
    '& [data-amount]': {
      textAlign: 'end',
      fontWeight: 'semibold',
      whiteSpace: 'nowrap',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});

const Heading = chakra('h2', {
  base: { fontWeight: 'semibold', marginBlockStart: { base: '4', md: '6' }, marginBlockEnd: '2' },
});

function openText({ since, first_at, count, unfinished }: OpenDrawer): string {
  const parts = [since === null ? messages.neverClosed : messages.openSince({ time: timeOf(since) })];
  if (first_at !== null)
    parts.push(messages.openFirst({ time: timeOf(first_at) }), messages.openAmounts({ count }));
  if (unfinished !== null) parts.push(messages.waitsForReason);
  return parts.join(' · ');
}

function OpenDrawers() {
  const mayClose = usePermissions()('drawer.close-disabled');
  const { data, error, refetch } = useQuery(openDrawersQuery());
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton role="status" aria-label={messages.loadingCloses} height="3.5rem" borderRadius="md" />
    );
  if (data.drawers.length === 0) return <p>{messages.noOpen}</p>;
  return (
    <Rows>
      {data.drawers.map((drawer) => (
        <li key={drawer.user}>
          <div>
            <span>
              <strong>
                <TypedText>{drawer.user_name}</TypedText>
              </strong>
              <small>{openText(drawer)}</small>
            </span>
            <span data-amount dir="ltr">
              {moneyOf(drawer.expected)}
            </span>
            {mayClose && drawer.disabled && (
              <Flex gridColumn="1 / -1" gap="3" align="center" wrap="wrap" marginBlockStart="1">
                <Badge colorPalette="neutral">{messages.disabled}</Badge>
                <Button asChild variant="outline" minHeight="target">
                  <Link
                    to={closeForPath(drawer.user)}
                    aria-label={messages.closeForOtherOf({ name: drawer.user_name })}
                  >
                    {messages.closeForOther}
                  </Link>
                </Button>
              </Flex>
            )}
          </div>
        </li>
      ))}
    </Rows>
  );
}

function DifferenceBadge({
  close: { difference, changed, finished_at, recounts = 0, unconfirmed },
}: {
  readonly close: CloseRow;
}) {
  const amount = parsePiastres(difference);
  return (
    <Flex gap="2" wrap="wrap" marginBlockStart="1">
      {changed > 0 && <Badge colorPalette="waiting">{messages.changedBadge({ count: changed })}</Badge>}
      {recounts > 0 && <Badge colorPalette="waiting">{messages.recounted({ count: recounts })}</Badge>}
      {unconfirmed && parsePiastres(unconfirmed) !== 0n && (
        <Badge colorPalette="waiting">{messages.unconfirmedOf({ amount: moneyOf(unconfirmed) })}</Badge>
      )}
      {finished_at === null && <Badge colorPalette="waiting">{messages.waitsForReason}</Badge>}
      <Badge colorPalette={amount === 0n ? 'settled' : 'refused'}>
        {amount === 0n ? (
          messages.exact
        ) : (
          <bdi dir="ltr">{`${amount > 0n ? '+' : ''}${formatMoney(amount)}`}</bdi>
        )}
      </Badge>
    </Flex>
  );
}

function CloseRows({ closes }: { readonly closes: readonly CloseRow[] }) {
  return (
    <Rows>
      {closes.map((close) => (
        <li key={close.id}>
          <Link to={`${CLOSES_PAGE_PATH}/${encodeURIComponent(close.id)}`}>
            <span>
              <strong>
                <TypedText>{close.user_name}</TypedText>
              </strong>
              <small>
                {[
                  timeOf(close.created_at),
                  close.closed_by_name && messages.closedBy({ name: close.closed_by_name }),
                  close.reason,
                ]
                  .filter(Boolean)
                  .join(' · ')}
              </small>
            </span>
            <span data-amount dir="ltr">
              {moneyOf(close.counted)}
            </span>
            <chakra.span gridColumn="1 / -1">
              <DifferenceBadge close={close} />
            </chakra.span>
          </Link>
        </li>
      ))}
    </Rows>
  );
}

const periods = [7, 30, 90, 365] as const;

/** UTC; '' for all time. */
const firstDayOf = (days: number) => (days > 0 ? dayAfter(currentDay(), 1 - days) : '');

export function ClosesPage() {
  const seesAll = usePermissions()('drawer.see-all');
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const user = params.get('user') ?? '';
  const days = periods.find((one) => String(one) === params.get('days')) ?? 0;
  const closes = useCloses({ page, user, after: firstDayOf(days) });
  const { rows, differences, pages, error, updatedAt, isOffline, refetch } = closes;
  const people = useQuery({ ...openDrawersQuery(), enabled: seesAll });
  // The open drawers above have their height, or could not be read. Otherwise they would push the closes away.
  const hasPlace = !seesAll || people.isFetched;
  const chosen = { ...(user !== '' && { user }), ...(days > 0 && { days: String(days) }) };
  const choose = (name: 'user' | 'days', value: string) => {
    const { [name]: _before, ...others }: Record<string, string> = chosen;
    setParams(value === '' ? others : { ...others, [name]: value });
  };
  const go = (to: number) => setParams({ ...chosen, page: String(to) });
  const names = new Map([
    ...(people.data?.drawers ?? []).map((one) => [String(one.user), one.user_name] as const),
    ...(rows ?? []).map((one) => [String(one.user), one.user_name] as const),
  ]);
  const list = () => {
    if (!rows) return error ? <PageError error={error} onRetry={refetch} /> : <Loading />;
    if (rows.length === 0)
      return (
        <EmptyState
          icon={Banknote}
          title={days > 0 ? messages.noClosesThen : messages.noCloses}
          about={messages.noClosesAbout}
        />
      );
    const { count, amount, isOfPage } = differences;
    const text = isOfPage ? messages.differencesOfPage : messages.differencesOf;
    return (
      <>
        <CloseRows closes={rows} />
        <Flex align="center" justify="space-between" gap="3" wrap="wrap" marginBlockStart="3">
          <chakra.p color="fg.muted" fontSize="sm">
            {text({ count, amount: formatMoney(amount) })}
          </chakra.p>
          <Flex gap="2">
            <Button variant="outline" disabled={page === 1} onClick={() => go(page - 1)}>
              {messages.newer}
            </Button>
            <Button variant="outline" disabled={page >= pages} onClick={() => go(page + 1)}>
              {messages.older}
            </Button>
          </Flex>
        </Flex>
      </>
    );
  };
  return (
    <Box width="full" maxW="48rem">
      <PageHeading
        title={messages.listTitle}
        about={<chakra.span hideBelow="md">{seesAll ? messages.listAbout : messages.ownAbout}</chakra.span>}
        back="/"
      />
      {seesAll && (
        <>
          <Heading>{messages.openTitle}</Heading>
          <OpenDrawers />
          <chakra.div marginBlockStart="4">
            <CashMoves ofAll fallback={CLOSES_PAGE_PATH} />
          </chakra.div>
        </>
      )}
      {hasPlace && (
        <>
          <Flex align="end" justify="space-between" gap="3" wrap="wrap" paddingBlockEnd="2">
            <Heading>{messages.closesTitle}</Heading>
            <Flex gap="2" wrap="wrap" paddingBlockStart={{ base: '0', md: '4' }}>
              {seesAll && (
                <Choice label={messages.person} value={user} onChange={(value) => choose('user', value)}>
                  <option value="">{messages.all}</option>
                  {[...names].map(([id, name]) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </Choice>
              )}
              <Choice
                label={messages.timeSpan}
                value={days > 0 ? String(days) : ''}
                onChange={(value) => choose('days', value)}
              >
                <option value="">{messages.allTime}</option>
                {periods.map((count) => (
                  <option key={count} value={count}>
                    {messages.lastDays({ count })}
                  </option>
                ))}
              </Choice>
            </Flex>
          </Flex>
          <OfflineNote shown={isOffline && rows !== undefined} updatedAt={updatedAt} />
          {list()}
        </>
      )}
    </Box>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly children: ReactNode;
}

const Choice = ({ label, value, onChange, children }: ChoiceProps) => (
  <NativeSelect.Root width="auto">
    <NativeSelect.Field aria-label={label} value={value} onChange={({ target }) => onChange(target.value)}>
      {children}
    </NativeSelect.Field>
    <NativeSelect.Indicator />
  </NativeSelect.Root>
);

function Loading() {
  return (
    <Box role="status" aria-label={messages.loadingCloses} aria-busy>
      <Skeleton height="14rem" borderRadius="md" />
    </Box>
  );
}
