import { Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { cashBalanceQuery } from '#app/reads/drawer-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { TABLE_QUERY } from '#app/resources/list/columns.ts';
import { ResourceListPage } from '#app/resources/resource-list-page.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { Surface } from '#app/ui/surface.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './texts.en.ts';

const Figures = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: '8',
    rowGap: '3',
    '& dt': { color: 'fg.muted', fontSize: 'sm' },
    '& dd': { fontWeight: 'semibold', fontVariantNumeric: 'tabular-nums' },
  },
});

function Figure({ label, value }: { readonly label: string; readonly value: string | null }) {
  const amount = readPiastres(value);
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        <bdi dir="ltr">{amount === undefined ? '–' : formatMoney(amount)}</bdi>
      </dd>
    </div>
  );
}

function Balance() {
  const { data, error, isError, fetchStatus, dataUpdatedAt, refetch } = useQuery(cashBalanceQuery());
  const isOffline = useConnection() === 'offline';
  const isPhone = !useMedia(TABLE_QUERY);
  const content = () => {
    if (data) {
      const { office, bank, differences, unconfirmed = null } = data;
      const isUnmoved = [office, bank, differences].every((value) => readPiastres(value) === 0n);
      if (isUnmoved) return <chakra.p color="fg.muted">{messages.noCashYet}</chakra.p>;
      return (
        <Figures>
          <Figure label={messages.inOffice} value={office} />
          <Figure label={messages.atBank} value={bank} />
          {(readPiastres(unconfirmed) ?? 0n) !== 0n && (
            <Figure label={messages.ofItUnconfirmed} value={unconfirmed} />
          )}
          {readPiastres(differences) !== 0n && (
            <Figure label={messages.differencesOfCloses} value={differences} />
          )}
        </Figures>
      );
    }
    if (fetchStatus === 'paused') return <chakra.p color="fg.muted">{messages.balanceOffline}</chakra.p>;
    if (isError)
      return (
        <Flex gap="3" align="center" wrap="wrap">
          <ErrorLine message={error.message} />
          <Button variant="outline" minHeight="target" onClick={() => void refetch()}>
            {appMessages.tryAgain}
          </Button>
        </Flex>
      );
    return <Skeleton role="status" aria-label={messages.loadingBalance} height="3rem" borderRadius="md" />;
  };
  const title = (
    <chakra.h2 fontWeight="semibold" display="inline">
      {messages.balanceTitle}
    </chakra.h2>
  );
  const body = (
    <>
      <chakra.p color="fg.muted" fontSize="sm" marginBlockEnd="3">
        {isOffline && data ? messages.balanceAsOf({ time: asOf(dataUpdatedAt) }) : messages.balanceAbout}
      </chakra.p>
      {content()}
    </>
  );
  return (
    <Surface
      as="section"
      paddingInline="4"
      paddingBlock={isPhone ? undefined : '4'}
      marginBlockEnd="4"
      aria-label={messages.balanceTitle}
    >
      {isPhone ? (
        // Folded, so that the list shows its rows.
        <chakra.details paddingBlockEnd={{ _open: '4' }}>
          <chakra.summary paddingBlock="2.5" cursor="pointer">
            {title}
          </chakra.summary>
          {body}
        </chakra.details>
      ) : (
        <>
          {title}
          {body}
        </>
      )}
    </Surface>
  );
}

const CashBalance = () => (usePermissions()('drawer.see-all') ? <Balance /> : null);

export const CashListPage = ({ resource }: { readonly resource: Resource }) => (
  <ResourceListPage resource={resource} summary={<CashBalance />} />
);
