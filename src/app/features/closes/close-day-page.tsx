import { Box, Button } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import { useState } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { useOutcome } from '#app/calls/use-call.ts';
import { SYNC_PATH } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { ownDrawerQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';
import { Callout } from '#app/ui/callout.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { CloseAnswer } from '#contract/closes.ts';
import { countCall, countSubject } from './close-calls.ts';
import { CloseOutcome } from './close-outcome.tsx';
import { readCount, removeCount, sumUp } from './count-draft.ts';
import { CountForm } from './count-form.tsx';
import { messages } from './texts.en.ts';
import { UnreadClose } from './unread-close.tsx';
import { useNewestClose } from './use-newest-close.ts';

/** Names the entries that the next close would count if they are not sent first. */
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

/** Closes the signed-in user's drawer: count, compare, say why it differs, print (decision 54). */
export function CloseDayPage() {
  const { data: branch } = useQuery(branchQuery());
  const read = useQuery({ ...ownDrawerQuery(), enabled: branch?.closes === true, staleTime: 0 });
  const drawer = read.data;
  const offline = useConnection() === 'offline';
  const navigate = useNavigate();
  // What this page has counted stays on it, also once the server has nothing unfinished any more.
  const [counted, setCounted] = useState<CloseAnswer>();
  useOutcome(countCall, countSubject(undefined), ({ answer }) => {
    removeCount();
    setCounted(answer);
  });
  const close = useNewestClose(counted ?? drawer?.unfinished ?? undefined, setCounted);
  const showsForm = drawer !== undefined && close === undefined;
  const offlineText = showsForm
    ? messages.countStays
    : close === undefined && !sumUp(readCount()).isEmpty
      ? messages.countKept
      : messages.needsConnection;
  const body = () => {
    if (branch && !branch.closes) return <p>{messages.notKnown}</p>;
    if (close)
      return (
        <CloseOutcome close={close} asksReason onFinished={setCounted} onDone={() => void navigate('/')} />
      );
    if (drawer)
      return (
        <>
          <PendingNote />
          <CountForm drawer={drawer} onCounted={setCounted} />
        </>
      );
    return <UnreadClose reads={[read]} offline={offline} />;
  };
  return (
    <Box width="full">
      <Box _print={{ display: 'none' }}>
        <PageHeading
          title={appMessages.closeDrawer}
          about={close ? undefined : messages.countAbout}
          back="/"
        />
        <OfflineNote shown={offline} updatedAt={0} text={offlineText} />
      </Box>
      {body()}
    </Box>
  );
}
