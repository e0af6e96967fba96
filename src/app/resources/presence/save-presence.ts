import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { type Day, displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './texts.en.ts';

/** Through the outbox, so it works offline too. A refusal stays in the Sync panel (decision 133). */
export async function savePresence(
  resource: Resource,
  record: RecordRow,
  left_on: Day | null,
): Promise<void> {
  const outcome = await save({
    id: newMutationId(),
    resource: resource.name,
    kind: 'update',
    recordId: record.id,
    body: { left_on },
    before: record,
  });
  const name = resource.titleOf(record);
  const done =
    left_on === null ? messages.cameBack({ name }) : messages.hasLeft({ name, day: displayDay(left_on) });
  if (outcome.outcome === 'saved') notify(done);
  else if (outcome.outcome === 'queued') notify(appMessages.savedOffline, { kind: 'info' });
  else if (outcome.outcome === 'not-stored') notify(outcome.message, { kind: 'error' });
  else notify(messages.refused, { kind: 'error' });
}
