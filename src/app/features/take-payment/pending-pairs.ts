import type { ReadInterval } from '#app/cache/snapshot.ts';
import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import { FAMILY } from '#contract/resource-names.ts';

/** A family as read, with what this device decided about it since. */
interface ShownFamily {
  readonly members: readonly RecordRow[];
  /** Ids of the members that only this device knows to belong to it. */
  readonly added: ReadonlySet<string>;
}

/**
 * Lays what waits on this device over the members of a family: who was put together with one of them, and who was taken apart from
 * the chosen student (decision 105). Pure.
 * @param student the ids of the chosen student, the temporary one too
 * @param interval of the read that the members come from
 */
export function withPendingPairs(
  student: readonly string[],
  members: readonly RecordRow[],
  outbox: readonly OutboxEntry[],
  interval: ReadInterval,
): ShownFamily {
  let shown = members;
  const added = new Set<string>();
  const isChosen = (id: string) => student.includes(id);
  const isShown = (id: string) => isChosen(id) || shown.some((member) => member.id === id);
  for (const entry of outbox) {
    if (entry.operation.resource !== FAMILY || !isMissingFrom(entry, interval)) continue;
    const { body, referenced } = entry;
    const pair = [textOf(body.student), textOf(body.other)];
    if (body.together !== true) {
      if (pair.some(isChosen)) shown = shown.filter(({ id }) => isChosen(id) || !pair.includes(id));
    } else if (pair.some(isShown)) {
      const joins = [referenced.student, referenced.other].filter((one) => one && !isShown(one.id));
      for (const one of joins) {
        if (!one) continue;
        shown = [...shown, one];
        added.add(one.id);
      }
    }
  }
  return { members: shown, added };
}
