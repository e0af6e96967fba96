import { messages } from '#app/lib/texts.en.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { save } from '#app/outbox/sender/save.ts';
import { notify } from '#app/ui/toast/notify.ts';

/**
 * True if it is stored on the server or on this device.
 * @param done the toast once the server has it
 */
export async function saveAndTell(mutation: Mutation, done: string): Promise<boolean> {
  const outcome = await save(mutation);
  if (outcome.outcome === 'saved') notify(done);
  else if (outcome.outcome === 'queued') notify(messages.savedOffline, { kind: 'info' });
  else if (outcome.outcome === 'not-stored') notify(outcome.message, { kind: 'error' });
  else notify(outcome.detail ?? messages.somethingWentWrong, { kind: 'error' });
  return outcome.outcome === 'saved' || outcome.outcome === 'queued';
}
