import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isTransient } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { type About, type CallOutcome, defineCall } from '#app/calls/online-call.ts';
import { endCall, outcomeOf, unansweredCall } from '#app/calls/send-call.ts';
import { useCall } from '#app/calls/use-call.ts';
import { asOf } from '#app/lib/as-of.ts';
import { notify } from '#app/ui/toast/notify.ts';
import {
  BACKUPS_PATH,
  type BackupList,
  backupList,
  backupPreview,
  backupStarted,
} from '#contract/backups.ts';
import { messages } from './texts.en.ts';

const POLL_MS = 1_500;

const SCREEN = '/backups';
const LIST_KEY = ['backups', 'list'];

const onePath = (name: string) => `${BACKUPS_PATH}${encodeURIComponent(name)}/`;

export function backupsQuery() {
  return queryOptions({
    queryKey: LIST_KEY,
    queryFn: ({ signal }) => request({ method: 'GET', path: BACKUPS_PATH, answer: backupList, signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  });
}

export function previewQuery(name: string) {
  return queryOptions({
    queryKey: ['backups', 'preview', name],
    queryFn: ({ signal }) => request({ method: 'GET', path: onePath(name), answer: backupPreview, signal }),
    staleTime: 0,
    retry: false,
  });
}

export const backUpCall = defineCall({
  name: 'backup.make',
  answer: backupStarted,
  screen: SCREEN,
  keeps: 'request',
  answersAnyPress: true,
  title: () => messages.backUpNow,
  done: () => messages.started,
});

const madeText = ({ madeAt }: About) => (madeAt === undefined ? '' : asOf(madeAt));

/**
 * The idempotency key goes with the database that a restore replaces. So the outcome is read from the database
 * generation, which any server process knows, and from the last restore.
 */
export const restoreCall = defineCall({
  name: 'backup.restore',
  answer: backupStarted,
  screen: SCREEN,
  keeps: 'key',
  goesOn: true,
  title: (about) => messages.restoreOf({ made: madeText(about) }),
  done: (about) => messages.restored({ made: madeText(about) }),
  read: async (client, { about: { name, generation, lastRestore } }) => {
    const list = await client.fetchQuery({ ...backupsQuery(), staleTime: 0 });
    if (list.running === 'restore') return { state: 'running' };
    if (list.generation !== generation) return { state: 'done' };
    const last = list.last_restore;
    if (last?.name !== name || last?.at === lastRestore) return { state: 'unknown' };
    return { state: 'refused', reason: last?.problem ?? messages.reasonUnknown };
  },
});

/** Never queued (decision 23). */
export function useBackUpNow() {
  const client = useQueryClient();
  const send = useCall(backUpCall);
  return useMutation({
    mutationFn: () => send({ method: 'POST', path: BACKUPS_PATH }),
    onSuccess: ({ text }) => notify(text, { kind: 'info' }),
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

interface Confirmed {
  readonly name: string;
  readonly madeAt: string;
  readonly list: BackupList;
}

/**
 * Waits for the outcome. Never queued (decision 23).
 * @throws {Error} with a sentence if nothing was restored
 */
export function useRestore() {
  const client = useQueryClient();
  const send = useCall(restoreCall);
  return useMutation({
    mutationFn: async ({ name, madeAt, list: { confirmation, generation, last_restore } }: Confirmed) => {
      const about = { name, madeAt, generation, lastRestore: last_restore?.at };
      const path = `${onePath(name)}restore/`;
      await send({ method: 'POST', path, body: { confirmation, generation }, about }).catch(
        (error: unknown) => {
          // It may have arrived; the next reads tell.
          if (!isTransient(error)) throw error;
        },
      );
      const stored = unansweredCall(restoreCall);
      for (;;) {
        await pause();
        const told = stored && (await outcomeOf(client, restoreCall, stored).catch(whileAway));
        if (told?.state === 'running') continue;
        endCall(restoreCall);
        if (told?.state === 'done') return restoreCall.done(about, undefined);
        const reason = told?.state === 'refused' ? told.reason : messages.reasonUnknown;
        throw new Error(messages.notRestored({ reason }));
      }
    },
    onSuccess: (text) => {
      notify(text);
      void client.invalidateQueries();
    },
    onError: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** Keeps waiting while the server cannot be reached: it answers no request during a restore. */
function whileAway(error: unknown): CallOutcome {
  if (!isTransient(error)) throw error;
  return { state: 'running' };
}
