import { useQuery } from '@tanstack/react-query';
import { asOf } from '#app/lib/branch-day.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { changeToMerge, differences } from '#app/outbox/store/entry-change.ts';
import { useReadStrategy } from '#app/reads/capabilities.ts';
import { changeAuthor, historyQuery } from '#app/reads/record-history.ts';
import { formOf } from '#contract/define-resource.ts';
import type { Card, DiffColumn } from './problem.ts';
import { localRecordOf, mainRows, valueRows } from './rows.ts';
import { messages } from './texts.en.ts';

interface Changed {
  readonly entry: OutboxEntry;
  readonly local: NonNullable<ReturnType<typeof localRecordOf>>;
  /** As the server answered it. */
  readonly current: NonNullable<OutboxEntry['changedMeanwhile']>['current'];
}

function changedOf(entry: OutboxEntry): Changed | undefined {
  const local = localRecordOf(entry);
  return entry.changedMeanwhile && local && { entry, local, current: entry.changedMeanwhile.current };
}

/** That both sides changed; of a delete those that differ from the record as it was shown. */
function changedNames({ entry, local: { resource }, current }: Changed): readonly string[] {
  if (entry.operation.kind === 'delete')
    return entry.before ? differences(resource, entry.before, current) : [];
  return Object.keys(entry.changedMeanwhile?.conflicts ?? entry.body);
}

const onServer = ({ local: { resource }, current }: Changed, names: readonly string[]): DiffColumn => ({
  title: messages.onServerNow,
  groups: [names.length > 0 ? valueRows(resource, current, names) : mainRows(resource, current)],
});

function changeCard(changed: Changed): Card {
  const { entry, local, current } = changed;
  const { resource, record } = local;
  const names = changedNames(changed);
  const { yours: body } = changeToMerge(entry);
  const others = Object.keys(entry.body).filter((name) => !names.includes(name));
  const rest = Object.fromEntries(others.map((name) => [name, body[name]]));
  const groups = [valueRows(resource, record, names), valueRows(resource, record, others)];
  return {
    title: messages.changedTitle,
    instruction: messages.changed({ count: names.length }),
    columns: [
      { title: messages.whatWasEntered, groups: groups.filter((rows) => rows.length > 0) },
      onServer(changed, names),
    ],
    actions: [
      {
        kind: 'replace',
        label: messages.keepMine,
        replacement: { kind: 'update', body, before: current },
      },
      others.length === 0
        ? { kind: 'keep-theirs', label: messages.takeTheirs }
        : {
            kind: 'replace',
            label: messages.takeTheirs,
            replacement: { kind: 'update', body: rest, before: current },
          },
      { kind: 'edit' },
    ],
  };
}

function deleteCard(changed: Changed): Card {
  const { entry, local, current } = changed;
  const names = changedNames(changed);
  const kind = formOf(local.resource, current).singular.toLowerCase();
  const shown = valueRows(local.resource, entry.before ?? { id: current.id }, names);
  return {
    title: messages.changedTitle,
    instruction: messages.changedBeforeDelete({ kind }),
    columns: [{ title: messages.whenDeleted, groups: [shown] }, onServer(changed, names)],
    actions: [
      { kind: 'keep-theirs', label: messages.keepRecord },
      {
        kind: 'replace',
        label: messages.deleteAnyway,
        replacement: { kind: 'delete', body: {}, before: current },
      },
    ],
  };
}

/** A change or delete of a record that changed meanwhile (decision 41). */
export function changedMeanwhileCard(entry: OutboxEntry): Card | undefined {
  const changed = changedOf(entry);
  if (!changed) return undefined;
  return entry.operation.kind === 'delete' ? deleteCard(changed) : changeCard(changed);
}

/** Who changed it, and when; undefined if the history does not tell. */
export function useChangeAuthors(entry: OutboxEntry): string | undefined {
  const changed = changedOf(entry);
  const reads = useReadStrategy();
  const { data: history } = useQuery({
    ...historyQuery(changed?.local.resource, entry.operation.recordId),
    enabled: changed !== undefined && reads?.keepsHistory === true,
  });
  if (!changed) return undefined;
  const { fields } = formOf(changed.local.resource, changed.current);
  const texts = changedNames(changed).flatMap((name) => {
    const field = fields[name];
    const author = field && changeAuthor(history ?? [], name, field, changed.current[name]);
    const at = author && asOf(author.at);
    return author && at ? [messages.changedBy({ name: author.name, at })] : [];
  });
  return texts.length > 0 ? [...new Set(texts)].join(' ') : undefined;
}
