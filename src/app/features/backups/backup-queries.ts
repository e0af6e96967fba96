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

/** Time between two looks at a backup or restore that is under way, in milliseconds. */
const POLL_MS = 1_500;

const SCREEN = '/backups';
const LIST_KEY = ['backups', 'list'];

const onePath = (name: string) => `${BACKUPS_PATH}${encodeURIComponent(name)}/`;

/** Returns the query of the list of backups; it is read again and again while something is under way. */
export function backupsQuery() {
  return queryOptions({
    queryKey: LIST_KEY,
    queryFn: ({ signal }) => request({ method: 'GET', path: BACKUPS_PATH, answer: backupList, signal }),
    retry: false,
    refetchInterval: ({ state }) => (state.data?.running ? POLL_MS : false),
  });
}

/** Returns the query of what a backup holds. */
export function previewQuery(name: string) {
  return queryOptions({
    queryKey: ['backups', 'preview', name],
    queryFn: ({ signal }) => request({ method: 'GET', path: onePath(name), answer: backupPreview, signal }),
    staleTime: 0,
    retry: false,
  });
}

/** Begins a backup. */
export const backUpCall = defineCall({
  name: 'backup.make',
  answer: backupStarted,
  screen: SCREEN,
  keeps: 'request',
  answersAnyPress: true,
  title: () => messages.backUpNow,
  done: () => messages.started,
});

const madeText = ({ madeAt }: About) => (madeAt === undefined ? '' : asOf(Date.parse(madeAt), Date.now()));

/**
 * Restores a backup. Its key goes with the database that it replaces, so the outcome is read from the generation, which another server
 * process than the one that restores answers too, and from the last restore.
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

/** Begins a backup. It is never queued (decision 23). */
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

/** Describes a restore as a manager confirmed it, upon the list that they saw. */
interface Confirmed {
  readonly name: string;
  readonly madeAt: string;
  readonly list: BackupList;
}

/** Restores a backup and waits for the outcome. It is never queued (decision 23). @throws {Error} with a sentence if nothing was restored */
export function useRestore() {
  const client = useQueryClient();
  const send = useCall(restoreCall);
  return useMutation({
    mutationFn: async ({ name, madeAt, list: { confirmation, generation, last_restore } }: Confirmed) => {
      const about = { name, madeAt, generation, lastRestore: last_restore?.at };
      const path = `${onePath(name)}restore/`;
      await send({ method: 'POST', path, body: { confirmation, generation }, about }).catch(
        (error: unknown) => {
          // Whether it arrived is not known: what follows tells.
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

/** Waits on while the server cannot be asked: it answers nobody during a restore. */
function whileAway(error: unknown): CallOutcome {
  if (!isTransient(error)) throw error;
  return { state: 'running' };
}
