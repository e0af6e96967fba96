import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { type Day, displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './texts.en.ts';

function savedText(resource: Resource, saved: readonly RecordRow[], left_on: Day | null): string {
  const [first] = saved;
  const name = first ? resource.titleOf(first) : '';
  if (left_on === null) return messages.cameBack({ name });
  const day = displayDay(left_on);
  return saved.length === 1
    ? messages.hasLeft({ name, day })
    : messages.haveLeft({ count: saved.length, day });
}

/** One entry each: a refused one stops no other (decision 133). */
export async function savePresence(
  resource: Resource,
  records: readonly RecordRow[],
  left_on: Day | null,
): Promise<void> {
  const outcomes = await Promise.all(
    records.map(async (record) => ({
      record,
      result: await save({
        id: newMutationId(),
        resource: resource.name,
        kind: 'update',
        recordId: record.id,
        body: { left_on },
        before: record,
      }),
    })),
  );
  const withOutcome = (kind: string) => outcomes.filter(({ result }) => result.outcome === kind);
  const saved = withOutcome('saved').map(({ record }) => record);
  if (saved.length > 0) notify(savedText(resource, saved, left_on));
  if (withOutcome('queued').length > 0) notify(appMessages.savedOffline, { kind: 'info' });
  const notStored = outcomes.flatMap(({ result }) =>
    result.outcome === 'not-stored' ? [result.message] : [],
  );
  if (notStored[0] !== undefined) notify(notStored[0], { kind: 'error' });
  const refused = withOutcome('rejected').length;
  if (refused > 0) notify(messages.refused({ count: refused }), { kind: 'error' });
}
