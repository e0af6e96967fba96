import { Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { cashBalanceQuery } from '#app/reads/drawer-queries.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { messages } from './texts.en.ts';

const Figures = chakra('dl', {
  base: {
    display: 'flex',
    flexWrap: 'wrap',
    columnGap: { base: '4', md: '8' },
    rowGap: { base: '1', md: '3' },
    '& dt': { color: 'fg.muted', fontSize: { base: 'xs', md: 'sm' } },
    '& dd': {
      fontSize: { base: 'sm', md: 'md' },
      fontWeight: 'semibold',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});

const About = chakra('p', {
  base: { color: 'fg.muted', fontSize: 'sm', marginBlockEnd: { base: '1', md: '3' } },
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
  return (
    <Surface
      as="section"
      paddingInline="4"
      paddingBlock={{ base: '1.5', md: '4' }}
      marginBlockEnd={{ base: '3', md: '4' }}
      aria-label={messages.balanceTitle}
    >
      <chakra.h2 fontWeight="semibold" hideBelow="md">
        {messages.balanceTitle}
      </chakra.h2>
      {isOffline && data ? (
        <About>{messages.balanceAsOf({ time: asOf(dataUpdatedAt) })}</About>
      ) : (
        <About hideBelow="md">{messages.balanceAbout}</About>
      )}
      {content()}
    </Surface>
  );
}

/** Cash that should lie in the office and at the bank, for users who see all drawers. */
export const CashBalance = () => (usePermissions()('drawer.see-all') ? <Balance /> : null);
