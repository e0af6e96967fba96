import { Badge, Box, Button, chakra, Flex, Input, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useConnection } from '#app/api/connection.ts';
import { deviceName, nameDevice } from '#app/api/send-request.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { messages as appMessages, errorMessage } from '#app/lib/texts.en.ts';
import { sessionsQuery } from '#app/reads/people.ts';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { Section } from '#app/ui/surface.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { DEVICE_NAME } from '#contract/http.ts';
import type { SessionRow } from '#contract/people.ts';
import { failureMessage } from './form-end.tsx';
import { useEndSession } from './profile-calls.ts';
import { messages } from './texts.en.ts';

export function SessionsSection() {
  const { data, error, refetch, dataUpdatedAt } = useQuery(sessionsQuery());
  const isOffline = useConnection() === 'offline';
  const end = useEndSession();
  const [ownName, setOwnName] = useState(deviceName);
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
      <DeviceName saved={ownName} onSaved={setOwnName} />
      {data && (
        <chakra.ul display="grid" listStyleType="none">
          {data.results.map((session) => (
            <SessionItem
              key={session.id}
              session={session}
              name={nameOf(session, ownName)}
              disabled={isOffline || pending !== undefined}
              ending={pending === session.id}
              onEnd={() => signOut({ id: session.id, device: nameOf(session, ownName) })}
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

function nameOf({ device, device_name, current }: SessionRow, ownName: string): string {
  const name = current && device_name ? ownName : device_name;
  return name ? messages.deviceWithName({ device, name }) : device;
}

interface DeviceNameProps {
  readonly saved: string;
  readonly onSaved: (name: string) => void;
}

function DeviceName({ saved, onSaved }: DeviceNameProps) {
  const [typed, setTyped] = useState(saved);
  const name = typed.trim();
  const id = useId();
  const isValid = DEVICE_NAME.test(name);
  const save = (event: FormEvent) => {
    event.preventDefault();
    if (!isValid) return;
    nameDevice(name);
    onSaved(name);
    setTyped(name);
    notify(messages.deviceNamed({ name }));
  };
  return (
    <chakra.form onSubmit={save} noValidate mb="4">
      <chakra.label htmlFor={id} display="block" fontWeight="medium" mb="1">
        {messages.deviceName}
      </chakra.label>
      <Flex gap="2" wrap="wrap">
        <Input
          id={id}
          flex="1 1 12rem"
          dir="auto"
          maxLength={40}
          value={typed}
          aria-invalid={!isValid}
          aria-describedby={`${id}-about`}
          onChange={(event) => setTyped(event.target.value)}
        />
        <Button type="submit" variant="outline" disabled={!isValid || name === saved}>
          {messages.deviceNameSave}
        </Button>
      </Flex>
      <chakra.p id={`${id}-about`} mt="1" fontSize="sm" color={isValid ? 'fg.muted' : 'refused.fg'}>
        {isValid ? messages.deviceNameAbout : messages.deviceNameInvalid}
      </chakra.p>
    </chakra.form>
  );
}

interface SessionItemProps {
  readonly session: SessionRow;
  readonly name: string;
  readonly disabled: boolean;
  readonly ending: boolean;
  readonly onEnd: () => void;
}

function SessionItem({ session, name, disabled, ending, onEnd }: SessionItemProps) {
  const { started_at, last_used_at, current } = session;
  const time = (iso: string) => asOf(iso);
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
