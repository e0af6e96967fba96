import { messages as appMessages } from '#app/lib/messages.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import type { ShownDebt } from '#app/reads/on-demand/pending-debts.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { localDay } from '#contract/days.ts';
import { messages } from './messages.ts';

/** Saves and says what became of it. A refusal stays in the Sync panel. */
async function saveAndTell(mutation: Mutation, done: string): Promise<void> {
  const outcome = await save(mutation);
  if (outcome.outcome === 'saved') notify(done);
  else if (outcome.outcome === 'queued') notify(appMessages.savedOffline, { kind: 'info' });
  else if (outcome.outcome === 'not-stored') notify(outcome.message, { kind: 'error' });
  else notify(outcome.detail ?? appMessages.somethingWentWrong, { kind: 'error' });
}

/** Remembers that somebody was reminded of a debt just now (decision 108). */
export function rememberReminder({ id, name }: ShownDebt, channel: string): Promise<void> {
  const mutation = {
    id: newMutationId(),
    resource: 'reminder',
    kind: 'create',
    body: { student: id, channel },
    referenced: { student: { id, name } },
  } as const;
  return saveAndTell(mutation, messages.remembered);
}

/** Withdraws the promise that stands at a student (decision 108). */
export async function withdrawPromise({ id, name, promise }: ShownDebt): Promise<void> {
  if (!promise) return;
  const { id: recordId, due_day, amount, notes } = promise;
  const mutation = {
    id: newMutationId(),
    resource: 'promise',
    kind: 'update',
    recordId,
    body: { withdrawn_on: localDay(new Date()) },
    before: { id: recordId, student: id, student_data: { name }, due_day, amount, notes, withdrawn_on: null },
  } as const;
  await saveAndTell(mutation, messages.withdrawn);
}
