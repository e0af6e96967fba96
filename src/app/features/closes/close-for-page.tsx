import { Box } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate, useParams } from 'react-router-dom';
import { useConnection } from '#app/api/connection.ts';
import { useOutcome } from '#app/calls/use-call.ts';
import { CLOSES_PAGE_PATH } from '#app/lib/paths.ts';
import { closeQuery, openDrawersQuery } from '#app/reads/on-demand/drawer-queries.ts';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import type { CloseAnswer } from '#contract/closes.ts';
import { countCall, countSubject } from './close-calls.ts';
import { CloseOutcome } from './close-outcome.tsx';
import { removeCount } from './count-draft.ts';
import { CountForm } from './count-form.tsx';
import { messages } from './texts.en.ts';
import { UnreadClose } from './unread-close.tsx';
import { useNewestClose } from './use-newest-close.ts';

/** Closes the drawer of a disabled user: count it, say why, print (decision 120). A count that waits for its reason is finished instead. */
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
  const [counted, setCounted] = useState<CloseAnswer>();
  const open = useQuery({ ...openDrawersQuery(), staleTime: 0 });
  const drawer = open.data?.drawers.find((one) => one.user === user && one.disabled);
  const waiting = drawer?.unfinished ?? undefined;
  const unfinished = useQuery({ ...closeQuery(waiting ?? ''), enabled: waiting !== undefined });
  useOutcome(countCall, countSubject(user), ({ answer }) => {
    removeCount(user);
    setCounted(answer);
  });
  const close = useNewestClose(counted ?? unfinished.data, setCounted);
  const showsForm = drawer !== undefined && close === undefined && waiting === undefined;
  const name = drawer?.user_name ?? close?.user_name;
  const body = () => {
    if (close)
      return (
        <CloseOutcome
          close={close}
          asksReason
          onFinished={setCounted}
          onDone={() => void navigate(CLOSES_PAGE_PATH)}
        />
      );
    if (drawer && waiting === undefined)
      return (
        <CountForm
          drawer={{ last: drawer.last ?? null, kept: drawer.kept ?? null }}
          user={user}
          onCounted={setCounted}
        />
      );
    const hasFailed = !offline && (open.error ?? unfinished.error) !== null;
    if (open.data && !drawer && !hasFailed) return <p>{messages.notForOther}</p>;
    return <UnreadClose reads={[open, unfinished]} offline={offline} />;
  };
  return (
    <Box width="full">
      <Box _print={{ display: 'none' }}>
        <PageHeading
          title={name === undefined ? messages.closeForOther : messages.closeForOtherOf({ name })}
          about={close || name === undefined ? undefined : messages.closeForOtherAbout({ name })}
          back={CLOSES_PAGE_PATH}
        />
        <OfflineNote
          shown={offline}
          updatedAt={0}
          text={showsForm ? messages.countStays : messages.needsConnection}
        />
      </Box>
      {body()}
    </Box>
  );
}
