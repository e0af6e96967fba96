import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { formOf } from '#contract/define-resource.ts';
import { localMutationOf } from './problem-types.ts';

/** What the server found wrong, in its own words: a sentence a field, each with the name of its field, or one for the whole. */
export function serverMessages(row: OutboxEntry): readonly string[] {
  if (row.state !== 'rejected' || row.lastStatus === undefined) return [];
  const asked = localMutationOf(row);
  const fields = asked && formOf(asked.resource, asked.record).fields;
  const ofFields = row.problems.map(({ field, message }) => {
    const label = fields?.[field]?.label;
    return label ? `${label}: ${message}` : message;
  });
  if (ofFields.length > 0) return ofFields;
  return row.lastError ? [row.lastError] : [];
}
