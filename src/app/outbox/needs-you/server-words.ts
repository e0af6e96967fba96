import { formOf } from '#contract/define-resource.ts';
import type { OutboxRow } from '../outbox-row.ts';
import { askedOf } from './troubles.ts';

/** What the server found wrong, in its own words: a sentence a field, each with the name of its field, or one for the whole. */
export function serverWords(row: OutboxRow): readonly string[] {
  if (row.state !== 'rejected' || row.lastStatus === undefined) return [];
  const asked = askedOf(row);
  const fields = asked && formOf(asked.resource, asked.record).fields;
  const ofFields = row.problems.map(({ field, message }) => {
    const label = fields?.[field]?.label;
    return label ? `${label}: ${message}` : message;
  });
  if (ofFields.length > 0) return ofFields;
  return row.lastError ? [row.lastError] : [];
}
