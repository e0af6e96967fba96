import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { formOf } from '#contract/define-resource.ts';
import { labelOfProblem } from './line-labels.ts';
import { messages } from './messages.ts';
import { localMutationOf } from './problem-types.ts';

/** Returns the server's messages: one per field with the label of the field or line, or one for the whole entry. */
export function serverMessages(entry: OutboxEntry): readonly string[] {
  if (entry.state !== 'rejected' || entry.lastStatus === undefined) return [];
  const mutation = localMutationOf(entry);
  const fields = mutation && formOf(mutation.resource, mutation.record).fields;
  const fieldMessages = entry.problems.map(({ field, message }) => {
    const label = fields?.[field]?.label ?? labelOfProblem(entry, field);
    return label ? messages.fieldMessage({ label, message }) : message;
  });
  if (fieldMessages.length > 0) return fieldMessages;
  return entry.lastError ? [entry.lastError] : [];
}
