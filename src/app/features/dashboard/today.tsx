import { Button, chakra, Flex, Grid } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { asOf, currentDay, dayAt } from '#app/lib/branch-day.ts';
import { CLOSE_DAY_PATH, CLOSES_PAGE_PATH, SYNC_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { usePaymentMethods } from '#app/reads/branch-lists.ts';
import { useBranch } from '#app/reads/branch-queries.ts';
import { branchTakenQuery, ownTakenQuery } from '#app/reads/drawer-queries.ts';
import { usePendingTakings } from '#app/reads/figures.ts';
import { useOutbox } from '#app/reads/use-outbox.ts';
import { usePermissions } from '#app/reads/use-permissions.ts';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import type { OpenDrawers, OwnDrawer, TakenInBranch } from '#contract/closes.ts';
import { displayDay } from '#contract/days.ts';
import { formatKnownMoney, formatMoney, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { isAllCash } from '#contract/payment-methods.ts';
import { Panel } from './short-lists.tsx';
import { messages } from './texts.en.ts';

interface FactProps {
  readonly label: string;
  readonly value: string;
  readonly note?: ReactNode;
  readonly to?: string | undefined;
  readonly tone?: 'waiting' | undefined;
}

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

interface TakenSumProps {
  readonly label: string;
  readonly read: Snapshot<unknown> | undefined;
  readonly taken: { readonly count: number; readonly total: string } | undefined;
  readonly children?: ReactNode;
}

function TakenSum({ label, read, taken, children }: TakenSumProps) {
  const offline = useConnection() === 'offline';
  const pending = usePendingTakings(read);
  const total = taken && parsePiastres(taken.total);
  const notes = [
    ...(taken ? [messages.takenCount({ count: taken.count })] : []),
    ...(pending > 0n ? [messages.takenWaiting({ amount: formatMoney(pending) })] : []),
    ...(read && offline ? [messages.readAsOf({ time: asOf(read.readAt) })] : []),
  ];
  return (
    <Fact
      label={label}
      value={formatKnownMoney(total)}
      note={
        <>
          {/* The space keeps room for the number of payments. */}
          {notes.join(' · ') || '\u00a0'}
          {children}
        </>
      }
    />
  );
}

/** Compares days, because a cached sum may be of an earlier day. */
const isToday = (since: string) => dayAt(since) === currentDay();

function ownLabel({ since, taken }: OwnDrawer): string {
  if (since) return messages.taken({ time: asOf(since) });
  return isToday(taken.since)
    ? messages.takenToday
    : messages.takenOn({ day: displayDay(dayAt(taken.since)) });
}

function TakenByUser({ read }: { readonly read: Snapshot<OwnDrawer> | undefined }) {
  const drawer = read?.data;
  return (
    <TakenSum label={drawer ? ownLabel(drawer) : messages.takenToday} read={read} taken={drawer?.taken}>
      <TakenByMethod methods={drawer?.methods} />
    </TakenSum>
  );
}

const MOST_PEOPLE = 5;

function TakenByOne({ name, amount }: { readonly name: ReactNode; readonly amount: Piastres }) {
  return (
    <chakra.span display="flex" flexWrap="wrap" columnGap="2" lineHeight="tight" paddingBlock="0.5">
      <span>{name}</span>
      <chakra.span fontWeight="medium" whiteSpace="nowrap">
        <bdi>{formatMoney(amount)}</bdi>
      </chakra.span>
    </chakra.span>
  );
}

function TakenByMethod({ methods = [] }: Pick<OwnDrawer, 'methods'>) {
  const { nameOf } = usePaymentMethods();
  if (isAllCash(methods)) return null;
  return methods.map(({ payment_method, total }) => (
    <TakenByOne
      key={payment_method}
      name={<TypedText>{nameOf(payment_method)}</TypedText>}
      amount={parsePiastres(total)}
    />
  ));
}

function TakenByBranch({ read }: { readonly read: Snapshot<OpenDrawers> | undefined }) {
  const taken = read?.data.taken;
  if (!taken) return <TakenSum label={messages.branchTakenToday} read={read} taken={undefined} />;
  const named = taken.people.length > MOST_PEOPLE ? taken.people.slice(0, MOST_PEOPLE - 1) : taken.people;
  const others = taken.people.slice(named.length);
  const label = isToday(taken.since)
    ? messages.branchTakenToday
    : messages.branchTakenOn({ day: displayDay(dayAt(taken.since)) });
  return (
    <TakenSum label={label} read={read} taken={taken}>
      {named.map(({ user, user_name: name, total }) => (
        <TakenByOne key={user} name={<TypedText>{name}</TypedText>} amount={parsePiastres(total)} />
      ))}
      {others.length > 0 && (
        <TakenByOne
          name={messages.takenByOthers({ count: others.length })}
          amount={sum(others.map(({ total }) => parsePiastres(total)))}
        />
      )}
      <TakenByMethod methods={taken.methods} />
    </TakenSum>
  );
}

function Taken() {
  const seesAll = usePermissions()('drawer.see-all');
  const { data: userTaken } = useQuery(ownTakenQuery());
  const { data: branch } = useQuery({ ...branchTakenQuery(), enabled: seesAll });
  const isKnown = branch === undefined || branch.data.taken !== undefined;
  return seesAll && isKnown ? <TakenByBranch read={branch} /> : <TakenByUser read={userTaken} />;
}

function DrawersNotClosed() {
  const { data } = useQuery(branchTakenQuery());
  const count = data?.data.drawers.length;
  return (
    <Fact
      label={messages.openDrawersTitle}
      value={count === undefined ? '–' : count === 0 ? messages.allClosed : messages.drawers({ count })}
      to={CLOSES_PAGE_PATH}
    />
  );
}

export function Today() {
  const branch = useBranch();
  const closes = branch?.closes === true;
  const { data: drawer } = useQuery({ ...ownTakenQuery(), enabled: closes });
  const { pending, needsYou } = useOutbox();
  const seesAll = usePermissions()('drawer.see-all');
  if (!closes && pending + needsYou === 0) return null;
  return (
    <Surface
      as="section"
      aria-label={messages.todayTitle}
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
          {closes && <Taken />}
          <Fact
            label={messages.waitingTitle}
            value={pending === 0 ? messages.nothingWaits : messages.entries({ count: pending })}
            to={SYNC_PATH}
            tone={pending > 0 ? 'waiting' : undefined}
          />
          <Fact
            label={messages.needsYouTitle}
            value={needsYou === 0 ? messages.allClear : messages.entries({ count: needsYou })}
            to={SYNC_PATH}
            tone={needsYou > 0 ? 'waiting' : undefined}
          />
          {closes && seesAll && <DrawersNotClosed />}
        </Grid>
        {closes && (
          <Button asChild variant="outline" width={{ base: 'full', md: 'auto' }}>
            <Link to={CLOSE_DAY_PATH}>
              {drawer?.data.unfinished ? messages.finishClose : appMessages.closeDrawer}
            </Link>
          </Button>
        )}
      </Flex>
    </Surface>
  );
}

interface SumProps {
  readonly name: string;
  readonly count: number;
  readonly total: string;
}

const Sum = ({ name, count, total }: SumProps) => (
  <li>
    <div>
      <strong>
        <TypedText>{name}</TypedText>
      </strong>
      <small>{messages.takenCount({ count })}</small>
    </div>
    <span data-amount dir="ltr">
      {formatMoney(parsePiastres(total))}
    </span>
  </li>
);

function Methods({ methods }: Required<Pick<TakenInBranch, 'methods'>>) {
  const { nameOf } = usePaymentMethods();
  return (
    <li>
      <chakra.small display="flex" flexWrap="wrap" columnGap="4" rowGap="1">
        {methods?.map(({ payment_method, total }) => (
          <span key={payment_method}>
            <TypedText>{nameOf(payment_method)}</TypedText> <bdi>{formatMoney(parsePiastres(total))}</bdi>
          </span>
        ))}
      </chakra.small>
    </li>
  );
}

export function LastWeek() {
  const { data, isPending, isFetched } = useQuery(branchTakenQuery());
  if (isPending && !isFetched)
    return (
      <Panel title={undefined} empty="" loading room={2}>
        {[]}
      </Panel>
    );
  const week = data?.data.week;
  if (!week) return null;
  const { people, methods = [] } = week;
  const shown = isAllCash(methods) ? [] : methods;
  return (
    <Panel
      title={messages.weekTitle({ since: displayDay(dayAt(week.since)) })}
      empty={messages.noPayments}
      more={
        <chakra.strong whiteSpace="nowrap">
          <bdi>{formatMoney(parsePiastres(week.total))}</bdi>
        </chakra.strong>
      }
    >
      {[
        ...people.map(({ user, user_name, ...sum }) => <Sum key={user} name={user_name} {...sum} />),
        ...(shown.length > 0 ? [<Methods key="methods" methods={shown} />] : []),
      ]}
    </Panel>
  );
}
