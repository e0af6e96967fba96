import { Badge, Box, Button, chakra, Flex, Grid, NativeSelect, Skeleton } from '@chakra-ui/react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import Banknote from 'lucide-react/icons/banknote';
import { Link, useSearchParams } from 'react-router-dom';
import { asOf } from '#app/lib/as-of.ts';
import { CLOSES_PAGE_PATH, closeForPath } from '#app/lib/paths.ts';
import { closesQuery, openDrawersQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { CloseRow, OpenDrawer } from '#contract/closes.ts';
import { formatMoney, parsePiastres, sum } from '#contract/money.ts';
import { pageCount } from '#contract/paging.ts';
import { messages } from './messages.ts';

const timeOf = (instant: string) => asOf(Date.parse(instant), Date.now());
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

/** Renders who has not closed, since when and with how much. */
function OpenDrawers() {
  const mayClose = usePermissions()('drawer.close-disabled');
  const { data, error, refetch } = useQuery(openDrawersQuery());
  if (!data)
    return error ? (
      <PageError error={error} onRetry={() => void refetch()} />
    ) : (
      <Skeleton height="3.5rem" borderRadius="md" />
    );
  if (data.drawers.length === 0) return <p>{messages.noOpen}</p>;
  return (
    <Rows>
      {data.drawers.map((drawer) => (
        <li key={drawer.user}>
          <div>
            <span>
              <strong>
                <bdi>{drawer.user_name}</bdi>
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

function DifferenceBadge({ close: { difference, changed, finished_at } }: { readonly close: CloseRow }) {
  const amount = parsePiastres(difference);
  return (
    <Flex gap="2" wrap="wrap" marginBlockStart="1">
      {changed > 0 && <Badge colorPalette="waiting">{messages.changedBadge({ count: changed })}</Badge>}
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
                <bdi>{close.user_name}</bdi>
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

/** Renders all drawer closes with what differed; for managers also who has not closed (decision 54). */
export function ClosesPage() {
  const seesAll = usePermissions()('drawer.see-all');
  const [params, setParams] = useSearchParams();
  const page = Math.max(1, Number(params.get('page')) || 1);
  const user = params.get('user') ?? '';
  const { data, error, refetch } = useQuery({
    ...closesQuery(page, user),
    placeholderData: keepPreviousData,
  });
  const people = useQuery({ ...openDrawersQuery(), enabled: seesAll });
  const go = (next: Record<string, string>) => setParams({ ...(user !== '' && { user }), ...next });
  const names = new Map([
    ...(people.data?.drawers ?? []).map((one) => [String(one.user), one.user_name] as const),
    ...(data?.results ?? []).map((one) => [String(one.user), one.user_name] as const),
  ]);
  const list = () => {
    if (!data) return error ? <PageError error={error} onRetry={() => void refetch()} /> : <Loading />;
    if (data.results.length === 0)
      return <EmptyState icon={Banknote} title={messages.noCloses} about={messages.noClosesAbout} />;
    const differences = data.results
      .map(({ difference }) => parsePiastres(difference))
      .filter((one) => one !== 0n);
    return (
      <>
        <CloseRows closes={data.results} />
        <Flex align="center" justify="space-between" gap="3" wrap="wrap" marginBlockStart="3">
          <chakra.p color="fg.muted" fontSize="sm">
            {messages.differencesOf({ count: differences.length, amount: formatMoney(sum(differences)) })}
          </chakra.p>
          <Flex gap="2">
            <Button variant="outline" disabled={page === 1} onClick={() => go({ page: String(page - 1) })}>
              {messages.newer}
            </Button>
            <Button
              variant="outline"
              disabled={page >= pageCount(data.count)}
              onClick={() => go({ page: String(page + 1) })}
            >
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
          <Grid templateColumns="1fr auto" alignItems="end" gap="3">
            <Heading>{messages.closesTitle}</Heading>
            <Box paddingBlockStart={{ base: '2', md: '4' }} paddingBlockEnd="2">
              <NativeSelect.Root>
                <NativeSelect.Field
                  aria-label={messages.person}
                  value={user}
                  onChange={({ target }) => setParams(target.value === '' ? {} : { user: target.value })}
                >
                  <option value="">{messages.all}</option>
                  {[...names].map(([id, name]) => (
                    <option key={id} value={id}>
                      {name}
                    </option>
                  ))}
                </NativeSelect.Field>
                <NativeSelect.Indicator />
              </NativeSelect.Root>
            </Box>
          </Grid>
        </>
      )}
      {list()}
    </Box>
  );
}

function Loading() {
  return (
    <Box role="status" aria-label={messages.loadingCloses} aria-busy>
      <Skeleton height="14rem" borderRadius="md" />
    </Box>
  );
}
