import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isTransient } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { defineCall, useCall } from '#app/calls/online-call.ts';
import { asOf } from '#app/lib/branch-day.ts';
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
  kind: () => messages.backUpNow,
  done: () => messages.started,
});

/** Its answer only says that the work has begun. */
export const restoreCall = defineCall({
  name: 'backup.restore',
  answer: backupStarted,
  done: () => messages.restoring,
});

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
 * Its idempotency key goes with the replaced database, whose generation tells the outcome.
 * @throws {Error} with a sentence if nothing was restored
 */
export function useRestore() {
  const client = useQueryClient();
  const send = useCall(restoreCall);
  return useMutation({
    mutationFn: async ({ name, madeAt, list: { confirmation, generation, last_restore } }: Confirmed) => {
      const made = asOf(madeAt);
      const path = `${onePath(name)}restore/`;
      const press = { subject: name, method: 'POST', path, body: { confirmation, generation } } as const;
      // It may have arrived; the next reads tell.
      await send(press).catch(ignoreTransient);
      for (;;) {
        await pause();
        const list = await client.fetchQuery({ ...backupsQuery(), staleTime: 0 }).catch(ignoreTransient);
        if (!list || list.running === 'restore') continue;
        if (list.generation !== generation) return messages.restored({ made });
        const last = list.last_restore;
        const problem = last?.name === name && last.at !== last_restore?.at ? last.problem : undefined;
        throw new Error(messages.notRestored({ reason: problem ?? messages.reasonUnknown }));
      }
    },
    onSuccess: (text) => {
      notify(text);
      void client.invalidateQueries();
    },
    onError: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

function ignoreTransient(error: unknown): undefined {
  if (!isTransient(error)) throw error;
}
