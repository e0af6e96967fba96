import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { joinParts } from '#contract/messages.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

/** Returns whom a line is for and what: "Mona Adel, Bus", of a book its name. */
function labelOf({ operation: { resource }, referenced }: OutboxEntry): string {
  if (!isResourceName(resource)) return '';
  const { related_record: debt, student, book } = referenced;
  const { singular, plural, commonName } = resourceOf(resource);
  const who = typeof student?.name === 'string' ? student.name : debt && nameIn(debt, 'student');
  const what = typeof book?.name === 'string' ? book.name : commonName ? plural : singular;
  return joinParts([who, what]);
}

export const lineLabels = (entry: OutboxEntry): readonly string[] => withLines([entry]).map(labelOf);

/** Counts the new records of a write with lines; its payments come after them. */
export const countNewRecords = ({ body }: Pick<OutboxEntry, 'body'>): number =>
  Array.isArray(body.records) ? body.records.length : 0;

/** Returns the label of the line that a refusal names, such as `records.0.quantity`; undefined for a field of the whole. */
export function labelOfProblem(entry: OutboxEntry, field: string): string | undefined {
  const [, list, place] = /^(records|payments)\.(\d+)\./.exec(field) ?? [];
  if (list === undefined) return undefined;
  return lineLabels(entry)[Number(place) + (list === 'payments' ? countNewRecords(entry) : 0)];
}
