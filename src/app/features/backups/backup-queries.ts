import { type QueryClient, queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { isTransient } from '#app/api/api-error.ts';
import { request } from '#app/api/client.ts';
import { asOf } from '#app/lib/as-of.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { BACKUPS_PATH, backupList, backupPreview, backupStarted } from '#contract/backups.ts';
import { messages } from './messages.ts';

/** Time between two looks at a backup or restore that is under way, in milliseconds. */
const POLL_MS = 1_500;

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

/** Begins a backup. It is never queued (decision 23). */
export function useBackUpNow() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request({ method: 'POST', path: BACKUPS_PATH, answer: backupStarted }),
    onSuccess: () => notify(messages.started, { kind: 'info' }),
    onSettled: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}

/** Describes a restore as a manager confirmed it. */
interface Confirmed {
  readonly name: string;
  readonly madeAt: string;
  readonly confirmation: string;
  /** The generation that the manager saw; another one means that it is done. */
  readonly generation: string;
}

const pause = () => new Promise((resolve) => setTimeout(resolve, POLL_MS));

/**
 * Waits until the server answers again. The generation tells the outcome, since another server process than the one that restores may
 * answer.
 * @throws {Error} with a sentence if nothing was restored
 */
async function untilRestored(client: QueryClient, generation: string): Promise<void> {
  for (;;) {
    await pause();
    const list = await client.fetchQuery({ ...backupsQuery(), staleTime: 0 }).catch((error: unknown) => {
      if (!isTransient(error)) throw error;
    });
    if (!list || list.running === 'restore') continue;
    if (list.generation !== generation) return;
    const reason = list.last_restore?.problem ?? messages.reasonUnknown;
    throw new Error(messages.notRestored({ reason }));
  }
}

/** Restores a backup and waits for the outcome. It is never queued (decision 23); the call itself is sent once. */
export function useRestore() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ name, confirmation, generation }: Confirmed) => {
      const body = { confirmation, generation };
      await request({ method: 'POST', path: `${onePath(name)}restore/`, body, answer: backupStarted }).catch(
        (error: unknown) => {
          // Whether it arrived is not known: what follows tells.
          if (!isTransient(error)) throw error;
        },
      );
      await untilRestored(client, generation);
    },
    onSuccess: (_, { madeAt }) => {
      notify(messages.restored({ made: asOf(Date.parse(madeAt), Date.now()) }));
      void client.invalidateQueries();
    },
    onError: () => client.invalidateQueries({ queryKey: LIST_KEY }),
  });
}
