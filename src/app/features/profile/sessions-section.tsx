import { Badge, Box, Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { useConnection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { sessionsQuery } from '#app/reads/people.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import type { SessionRow } from '#contract/sessions.ts';
import { failureMessage } from './failure.ts';
import { useEndSession } from './profile-calls.ts';
import { Section } from './section.tsx';
import { messages } from './texts.en.ts';

export function SessionsSection() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(sessionsQuery());
  const isOffline = useConnection() === 'offline';
  const end = useEndSession();
  const others = data?.results.filter(({ current }) => !current) ?? [];

  const signOut = (session: { readonly id?: string; readonly device?: string }) =>
    end.mutate(session, {
      onSuccess: ({ text }) => notify(text),
      onError: (failure) => notify(failureMessage(failure), { kind: 'error' }),
    });
  const pending = end.isPending ? (end.variables.id ?? 'others') : undefined;
  return (
    <Section title={messages.sessions} about={messages.sessionsAbout}>
      <OfflineNote shown={isOffline} updatedAt={dataUpdatedAt} also={messages.sessionsOffline} />
      {data && (
        <chakra.ul display="grid" listStyleType="none">
          {data.results.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              disabled={isOffline || pending !== undefined}
              ending={pending === session.id}
              onEnd={() => signOut({ id: session.id, device: nameOf(session) })}
            />
          ))}
        </chakra.ul>
      )}
      {others.length > 0 && (
        <Button
          mt="4"
          variant="outline"
          colorPalette="refused"
          disabled={isOffline}
          loading={pending === 'others'}
          loadingText={messages.signingOut}
          onClick={() => signOut({})}
        >
          {messages.signOutElsewhere}
        </Button>
      )}
      {!data && !error && !isOffline && <Skeleton height="5rem" />}
      {!data && error && !isOffline && (
        <Box role="alert">
          <p>{errorMessage(error.message)}</p>
          <Button mt="4" variant="outline" colorPalette="neutral" onClick={() => void refetch()}>
            {appMessages.tryAgain}
          </Button>
        </Box>
      )}
    </Section>
  );
}

const nameOf = ({ device, device_name }: SessionRow) =>
  device_name ? messages.deviceWithName({ device, name: device_name }) : device;

interface SessionItemProps {
  readonly session: SessionRow;
  readonly disabled: boolean;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionItem({ session, disabled, ending, onEnd }: SessionItemProps) {
  const { started_at, last_used_at, current } = session;
  const time = (iso: string) => asOf(Date.parse(iso), Date.now());
  const name = nameOf(session);
  return (
    <Flex
      as="li"
      gap="3"
      align="center"
      justify="space-between"
      wrap="wrap"
      py="3"
      borderTopWidth="1px"
      _first={{ borderTopWidth: '0' }}
    >
      <Box minW="0" flex="1 1 14rem">
        <chakra.p fontWeight="medium" overflowWrap="anywhere">
          {name}
        </chakra.p>
        <chakra.p fontSize="sm" color="fg.muted">
          {messages.sessionTimes({ since: time(started_at), lastUsed: time(last_used_at) })}
        </chakra.p>
      </Box>
      {current ? (
        <Badge>{messages.thisDevice}</Badge>
      ) : (
        <Button
          variant="outline"
          colorPalette="neutral"
          aria-label={messages.signOutOf({ device: name })}
          disabled={disabled && !ending}
          loading={ending}
          loadingText={messages.signingOut}
          onClick={onEnd}
        >
          {messages.signOutThere}
        </Button>
      )}
    </Flex>
  );
}
