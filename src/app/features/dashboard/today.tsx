import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { bootCache } from '#app/cache/boot-cache.ts';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import { CLOSE_DAY_PATH, CLOSES_PAGE_PATH, SYNC_PATH } from '#app/lib/paths.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { openDrawersQuery, ownDrawerQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { usePendingCash } from '#app/reads/on-demand/pending-cash.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import type { OwnDrawer } from '#contract/closes.ts';
import { formatKnownMoney, formatMoney, parsePiastres } from '#contract/money.ts';
import { messages } from './messages.ts';

interface FactProps {
  readonly label: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly to?: string | undefined;
  readonly tone?: 'waiting' | undefined;
}

/** Renders one fact of today; a link where there is more to see. */
function Fact({ label, value, note, to, tone }: FactProps) {
  const text = (
    <>
      <chakra.span display="block" fontSize="sm" fontWeight="medium">
        {label}
      </chakra.span>
      <chakra.strong display="block" fontSize="lg" fontWeight="bold" color={tone && `${tone}.fg`}>
        <bdi>{value}</bdi>
      </chakra.strong>
      {note && (
        <chakra.span display="block" fontSize="sm" color="fg.muted">
          {note}
        </chakra.span>
      )}
    </>
  );
  return (
    <chakra.li minHeight="target">
      {to === undefined ? (
        text
      ) : (
        <chakra.div
          css={{
            '& a': { display: 'block', minHeight: 'target' },
            '& a:hover strong': { textDecoration: 'underline' },
          }}
        >
          <Link to={to}>{text}</Link>
        </chakra.div>
      )}
    </chakra.li>
  );
}

/** Tells what the user took since their last close, and what of it this device still sends. */
function Taken({ drawer }: { readonly drawer: OwnDrawer | undefined }) {
  const waiting = usePendingCash().unsent.income;
  const taken = drawer?.taken;
  const since = drawer?.since;
  return (
    <Fact
      label={since ? messages.taken({ time: asOf(Date.parse(since), Date.now()) }) : messages.takenToday}
      value={formatKnownMoney(taken && parsePiastres(taken.total))}
      note={[
        ...(taken ? [messages.takenCount({ count: taken.count })] : []),
        ...(waiting > 0n ? [messages.takenWaiting({ amount: formatMoney(waiting) })] : []),
      ].join(' · ')}
    />
  );
}

/** Tells how many drawers are open; a dash until the server has said so. */
function OpenDrawers() {
  const { data } = useQuery(openDrawersQuery());
  const count = data?.drawers.length;
  return (
    <Fact
      label={messages.openDrawersTitle}
      value={count === undefined ? '–' : count === 0 ? messages.allClosed : messages.drawers({ count })}
      to={CLOSES_PAGE_PATH}
    />
  );
}

/** Renders today's work: what the user took, what waits to be sent, what needs them, and closing the drawer (decision 54). */
export function Today() {
  const { data: branch = bootCache().branch } = useQuery(branchQuery());
  const closes = branch?.closes === true;
  const { data: drawer } = useQuery({ ...ownDrawerQuery(), enabled: closes });
  const { pending, needsYou } = useOutbox();
  const seesAll = usePermissions()('drawer.see-all');
  if (!closes && pending + needsYou === 0) return null;
  const entries = (count: number) => (count === 0 ? messages.nothingWaits : messages.entries({ count }));
  return (
    <chakra.section
      aria-label={messages.todayTitle}
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      paddingInline="5"
      paddingBlock="4"
      marginBlockEnd="4"
    >
      <Flex gap="4" align="center" justify="space-between" wrap="wrap">
        <Grid
          as="ul"
          listStyleType="none"
          flex={{ base: '1 1 100%', md: '1' }}
          gap="4"
          templateColumns={{ base: 'repeat(2, minmax(0, 1fr))', md: 'repeat(auto-fit, minmax(9rem, 1fr))' }}
        >
          {closes && <Taken drawer={drawer} />}
          <Fact
            label={messages.waitingTitle}
            value={entries(pending)}
            to={SYNC_PATH}
            tone={pending > 0 ? 'waiting' : undefined}
          />
          <Fact
            label={messages.needsYouTitle}
            value={entries(needsYou)}
            to={SYNC_PATH}
            tone={needsYou > 0 ? 'waiting' : undefined}
          />
          {closes && seesAll && <OpenDrawers />}
        </Grid>
        {closes && (
          <Button asChild variant="outline" width={{ base: 'full', md: 'auto' }}>
            <Link to={CLOSE_DAY_PATH}>
              {drawer?.unfinished ? messages.finishClose : appMessages.closeDrawer}
            </Link>
          </Button>
        )}
      </Flex>
    </chakra.section>
  );
}
