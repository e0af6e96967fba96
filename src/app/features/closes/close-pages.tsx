import { Box, Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import type { ReactNode } from 'react';
import { Link, useNavigate, useParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { CLOSE_DAY_PATH, CLOSES_PAGE_PATH, SYNC_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { closeQuery, openDrawersQuery, ownDrawerQuery } from '#app/reads/drawer-queries.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { Callout } from '#app/ui/callout.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { CashMoves } from './cash-moves.tsx';
import { useShownClose } from './close-calls.ts';
import { CloseOutcome } from './close-outcome.tsx';
import { UnreadClose } from './close-sheet.tsx';
import { readCount, sumUp } from './count-draft.ts';
import { CountForm } from './count-form.tsx';
import { messages } from './texts.en.ts';

interface ClosingPageProps {
  readonly title: string;
  readonly about?: string | undefined;
  readonly back: string;
  readonly offlineText?: string;
  readonly children: ReactNode;
}

function ClosingPage({ title, about, back, offlineText, children }: ClosingPageProps) {
  const offline = useConnection() === 'offline';
  return (
    <Box width="full">
      <Box _print={{ display: 'none' }}>
        <PageHeading title={title} about={about} back={back} />
        {offlineText !== undefined && <OfflineNote shown={offline} updatedAt={0} text={offlineText} />}
      </Box>
      {children}
    </Box>
  );
}

/** The next close counts these entries if they are not sent first. */
function PendingNote() {
  const waiting = useOutboxSelector(({ pending, needsYou }) => pending + needsYou);
  if (waiting === 0) return null;
  return (
    <Box marginBlockEnd="4">
      <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
        <p>{messages.pending({ count: waiting })}</p>
        <Button asChild size="sm" minHeight="target" variant="outline" marginBlockStart="2">
          <Link to={SYNC_PATH}>{messages.openSync}</Link>
        </Button>
      </Callout>
    </Box>
  );
}

export function CloseDayPage() {
  const { data: branch } = useQuery(branchQuery());
  const read = useQuery({ ...ownDrawerQuery(), enabled: branch?.closes === true, staleTime: 0 });
  const drawer = read.data;
  const offline = useConnection() === 'offline';
  const navigate = useNavigate();
  const { close, show } = useShownClose(drawer?.unfinished ?? undefined);
  const showsForm = drawer !== undefined && close === undefined;
  const offlineText = showsForm
    ? messages.countStays
    : close === undefined && !sumUp(readCount()).isEmpty
      ? messages.countKept
      : messages.needsConnection;
  const body = () => {
    if (branch && !branch.closes) return <p>{messages.notKnown}</p>;
    if (close) return <CloseOutcome close={close} onFinished={show} onDone={() => void navigate('/')} />;
    if (drawer)
      return (
        <>
          <PendingNote />
          <CashMoves fallback={CLOSE_DAY_PATH} />
          <CountForm drawer={drawer} onCounted={show} />
        </>
      );
    return <UnreadClose reads={[read]} offline={offline} />;
  };
  return (
    <ClosingPage
      title={appMessages.closeDrawer}
      about={close ? undefined : messages.countAbout}
      back="/"
      offlineText={offlineText}
    >
      {body()}
    </ClosingPage>
  );
}

/** A manager closes the drawer of a disabled user (decision 120). An unfinished close is finished instead. */
export function CloseForPage() {
  return (
    <Permitted needs="drawer.close-disabled">
      <CloseFor />
    </Permitted>
  );
}

function CloseFor() {
  const { user = '' } = useParams();
  const navigate = useNavigate();
  const offline = useConnection() === 'offline';
  const open = useQuery({ ...openDrawersQuery(), staleTime: 0 });
  const drawer = open.data?.drawers.find((one) => one.user === user && one.disabled);
  const waiting = drawer?.unfinished ?? undefined;
  const unfinished = useQuery({ ...closeQuery(waiting ?? ''), enabled: waiting !== undefined });
  const { close, show } = useShownClose(unfinished.data);
  const showsForm = drawer !== undefined && close === undefined && waiting === undefined;
  const name = drawer?.user_name ?? close?.user_name;
  const body = () => {
    if (close)
      return <CloseOutcome close={close} onFinished={show} onDone={() => void navigate(CLOSES_PAGE_PATH)} />;
    if (drawer && waiting === undefined)
      return (
        <CountForm
          drawer={{ last: drawer.last ?? null, kept: drawer.kept ?? null }}
          user={user}
          onCounted={show}
        />
      );
    const hasFailed = !offline && (open.error ?? unfinished.error) !== null;
    if (open.data && !drawer && !hasFailed) return <p>{messages.notForOther}</p>;
    return <UnreadClose reads={[open, unfinished]} offline={offline} />;
  };
  return (
    <ClosingPage
      title={name === undefined ? messages.closeForOther : messages.closeForOtherOf({ name })}
      about={close || name === undefined ? undefined : messages.closeForOtherAbout({ name })}
      back={CLOSES_PAGE_PATH}
      offlineText={showsForm ? messages.countStays : messages.needsConnection}
    >
      {body()}
    </ClosingPage>
  );
}

export function ClosePage() {
  const { id = '' } = useParams();
  const read = useQuery(closeQuery(id));
  const close = read.data;
  return (
    <ClosingPage
      title={close ? messages.closeOf({ name: close.user_name }) : messages.listTitle}
      back={CLOSES_PAGE_PATH}
    >
      {close ? <CloseOutcome close={close} /> : <UnreadClose reads={[read]} />}
    </ClosingPage>
  );
}
