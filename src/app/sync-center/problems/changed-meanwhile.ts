import { asOf } from '#app/lib/as-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { changeableFields, changeToMerge, differences } from '#app/outbox/store/entry-change.ts';
import { changeAuthor } from '#app/reads/record-history.ts';
import { mergeChange } from '#contract/change.ts';
import { fieldOf, formOf, type Resource } from '#contract/define-resource.ts';
import { diffRows, existingRecord, kindOf, mainRows, targetRead } from './diff.ts';
import type { DiffColumn, DiffRow, LocalMutation, Problem, ProblemType, ServerState } from './problem.ts';
import { messages } from './texts.en.ts';

/** From the answer, or read since. */
function newestRecord({ entry }: LocalMutation, { target }: ServerState): RecordRow {
  const answered = entry.changedMeanwhile?.current ?? { id: entry.operation.recordId };
  const read = existingRecord(target);
  return read && versionOf(read) >= versionOf(answered) ? read : answered;
}

const versionOf = ({ version }: RecordRow) => (typeof version === 'number' ? version : 0);

function valueRows(resource: Resource, record: RecordRow, names: readonly string[]): DiffRow[] {
  return names.flatMap((name) => {
    const rows = diffRows(resource, record, [name]);
    const field = formOf(resource, record).fields[name] ?? fieldOf(resource, name);
    if (rows.length > 0 || !field) return rows;
    const empty = { id: record.id, [name]: messages.emptyValue };
    return [{ name, field: { ...field, kind: 'text' as const }, record: empty }];
  });
}

/** Undefined if the history does not tell. */
function authorsText(
  resource: Resource,
  current: RecordRow,
  names: readonly string[],
  { history }: ServerState,
): string | undefined {
  const fields = formOf(resource, current).fields;
  const texts = names.flatMap((name) => {
    const field = fields[name];
    const author = field && changeAuthor(history ?? [], name, field, current[name]);
    const at = author && asOf(author.at);
    return author && at ? [messages.changedBy({ name: author.name, at })] : [];
  });
  const unique = [...new Set(texts)];
  return unique.length > 0 ? unique.join(' ') : undefined;
}

function serverColumnOf(
  { resource }: LocalMutation,
  current: RecordRow,
  names: readonly string[],
  state: ServerState,
): DiffColumn {
  const text = authorsText(resource, current, names, state);
  return {
    title: messages.onServerNow,
    groups: [valueRows(resource, current, names)],
    ...(text !== undefined && { text }),
  };
}

function describeChange(mutation: LocalMutation, state: ServerState): Problem {
  const { entry, resource, record } = mutation;
  const current = newestRecord(mutation, state);
  const { base, yours: body } = changeToMerge(entry);
  const fields = changeableFields(entry.operation.resource, current, body);
  const names = Object.keys(mergeChange(fields, { base, yours: body }, current).conflicts);
  const others = Object.keys(entry.body).filter((name) => name in fields && !names.includes(name));
  const rest = Object.fromEntries(others.map((name) => [name, body[name]]));
  const entered: DiffColumn = {
    title: messages.whatWasEntered,
    groups: [valueRows(resource, record, names), valueRows(resource, record, others)].filter(
      (rows) => rows.length > 0,
    ),
  };
  if (names.length === 0)
    return {
      title: messages.changedTitle,
      instruction: messages.fitsNow,
      columns: [entered],
      actions: [{ kind: 'send-again' }, { kind: 'edit' }],
    };
  return {
    title: messages.changedTitle,
    instruction: messages.changed({ count: names.length }),
    columns: [entered, serverColumnOf(mutation, current, names, state)],
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

function describeDelete(mutation: LocalMutation, state: ServerState): Problem {
  const { entry, resource } = mutation;
  const current = newestRecord(mutation, state);
  const shown = entry.before ?? { id: entry.operation.recordId };
  const names = differences(resource, shown, current);
  const kind = kindOf({ ...mutation, record: current });
  const columns =
    names.length > 0
      ? [
          { title: messages.whenDeleted, groups: [valueRows(resource, shown, names)] },
          serverColumnOf(mutation, current, names, state),
        ]
      : [{ title: messages.onServerNow, groups: [mainRows(resource, current)] }];
  return {
    title: messages.changedTitle,
    instruction: messages.changedBeforeDelete({ kind }),
    columns,
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
export const changedMeanwhile: ProblemType = {
  matches: ({ entry }) => entry.changedMeanwhile !== undefined,
  requiredReads: (mutation) => {
    const read = targetRead(mutation);
    return { ...read, ...(read.target && { history: read.target }) };
  },
  describe: (mutation, state) =>
    mutation.entry.operation.kind === 'delete'
      ? describeDelete(mutation, state)
      : describeChange(mutation, state),
};
