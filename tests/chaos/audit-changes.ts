import type { z } from 'zod';
import { canonicalValue, changeOf } from '#contract/change.ts';
import { type Draft, formOf } from '#contract/define-resource.ts';
import type { historyEntry } from '#contract/history.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { SavedMutation } from './operation-log.ts';

type HistoryEntry = z.output<typeof historyEntry>;

type WrittenMutation = SavedMutation['mutations'][number];

function entriesByRecord(saved: readonly SavedMutation[]) {
  const byRecord = new Map<string, SavedMutation[]>();
  for (const entry of saved) {
    const [{ recordId, resource } = { recordId: undefined, resource: '' }] = entry.mutations;
    if (recordId === undefined) continue;
    const key = `${resource} ${recordId}`;
    byRecord.set(key, [...(byRecord.get(key) ?? []), entry]);
  }
  return byRecord;
}

function fieldsOf(resource: string, record: Draft) {
  return isResourceName(resource) ? formOf(resourceOf(resource), record).fields : {};
}

/** Tells whether an entry sets a field to `value`, and its user had seen `seen` in it. */
function setsKnowing(entry: SavedMutation, name: string, seen: unknown, value: unknown): boolean {
  const touching = entry.mutations.flatMap((mutation: WrittenMutation) => {
    if (mutation.kind !== 'update') return [];
    const fields = fieldsOf(mutation.resource, mutation.before ?? {});
    const field = fields[name];
    const { base, yours } = changeOf(fields, mutation.before ?? {}, mutation.body);
    if (!field || !(name in yours)) return [];
    return [
      {
        sets: canonicalValue(field, yours[name]) === canonicalValue(field, value),
        knew: canonicalValue(field, base[name]) === canonicalValue(field, seen),
      },
    ];
  });
  return touching.some(({ sets }) => sets) && touching.some(({ knew }) => knew);
}

/** Tells whether a mutation deletes a record whose form its user had seen as it was. */
function deletesKnowing({ kind, before }: WrittenMutation, resource: string, deleted: Draft): boolean {
  if (kind !== 'delete' || !before) return false;
  return Object.entries(fieldsOf(resource, deleted)).every(([name, field]) => {
    const seen = before[name];
    // The device stamps the day on what it sends later than it was entered, and the server the last day.
    if ((name === 'custom_date' || name === 'ends_on') && seen === undefined) return true;
    return canonicalValue(field, seen) === canonicalValue(field, deleted[name]);
  });
}

/**
 * Checks every change and delete of the server's history, field by field: was it written by somebody who had seen, or was asked about, the
 * value before (decision 41)?
 * @returns one sentence per value that was overwritten or deleted unseen
 */
export function unseenChanges(history: readonly HistoryEntry[], saved: readonly SavedMutation[]): string[] {
  const byRecord = entriesByRecord(saved);
  return history.flatMap(({ action, resource, record, before, after, user_name }) => {
    const entries = byRecord.get(`${resource} ${record}`) ?? [];
    const recordName = `${resource} ${record}`;
    if (action === 'deleted' && before && isResourceName(resource)) {
      const seen = entries.some(({ mutations }) =>
        mutations.some((mutation) => deletesKnowing(mutation, resource, before)),
      );
      return seen
        ? []
        : [`deleted unseen: ${recordName} by ${user_name}, as it was ${JSON.stringify(before)}`];
    }
    if (action !== 'changed' || !before || !after) return [];
    return Object.entries(fieldsOf(resource, before)).flatMap(([name, field]) => {
      const [from, to] = [canonicalValue(field, before[name]), canonicalValue(field, after[name])];
      if (from === to || entries.some((entry) => setsKnowing(entry, name, from, to))) return [];
      return [
        `overwritten unseen: ${name} of ${recordName} from ${String(from)} to ${String(to)} by ${user_name}`,
      ];
    });
  });
}
