import { formOf } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  diffRows,
  existingRecord,
  kindOf,
  localColumn,
  mainRows,
  relatedRead,
  serverColumnText,
  targetRead,
} from './diff.ts';
import type { LocalMutation, ProblemType, ResolutionAction } from './problem.ts';
import { messages } from './texts.en.ts';

function recreateActions(mutation: LocalMutation): ResolutionAction[] {
  const { entry, record } = mutation;
  const { fields } = formOf(mutation.resource, record);
  const names = Object.keys(fields).filter((name) => record[name] !== null && record[name] !== undefined);
  const body = {
    ...Object.fromEntries(names.map((name) => [name, record[name]])),
    ...(record.is_installment === true && { is_installment: true }),
  };
  const replacement = { kind: 'create', body, referenced: entry.referenced } as const;
  return [{ kind: 'replace', label: messages.recordAgain, replacement }];
}

/** An update or delete of a record that was deleted meanwhile (404). */
export const recordDeleted: ProblemType = {
  matches: ({ entry }) =>
    (entry.lastStatus === 404 || entry.changedMeanwhile !== undefined) && entry.operation.kind !== 'create',
  requiredReads: targetRead,
  confirm: ({ entry }, { target }) =>
    target === 'deleted' || (entry.lastStatus === 404 && existingRecord(target) === undefined),
  describe: (mutation) => {
    const { entry, resource, record } = mutation;
    const kind = kindOf(mutation);
    const gone = serverColumnText(messages.goneColumn);
    if (entry.operation.kind === 'delete') {
      return {
        title: messages.goneAlreadyTitle({ kind }),
        instruction: messages.goneAlready,
        columns: [localColumn(...(entry.before ? mainRows(resource, entry.before) : [])), gone],
        actions: [{ kind: 'mark-as-done', label: messages.markGone }],
      };
    }
    return {
      title: messages.recordDeletedTitle({ kind }),
      instruction: messages.recordDeleted,
      columns: [localColumn(...mainRows(resource, record)), gone],
      actions: recreateActions(mutation),
    };
  },
};

function rejectedReference({ entry, resource, record }: LocalMutation): string | undefined {
  const { fields } = formOf(resource, record);
  return entry.problems.map(({ field }) => field).find((name) => fields[name]?.refersTo);
}

/** It refers to a deleted record: the student, the book, the enrolment. */
export const parentDeleted: ProblemType = {
  matches: (mutation) => rejectedReference(mutation) !== undefined,
  requiredReads: (mutation) => {
    const name = rejectedReference(mutation) ?? '';
    const kind = formOf(mutation.resource, mutation.record).fields[name]?.refersTo;
    return kind ? relatedRead(mutation, resourceOf(kind), name) : {};
  },
  confirm: (_, { related }) => related === 'deleted',
  describe: (mutation) => {
    const { entry, resource, record } = mutation;
    const name = rejectedReference(mutation) ?? '';
    const field = formOf(resource, record).fields[name];
    const parent = field?.refersTo && resourceOf(field.refersTo);
    const previous = entry.referenced[name];
    const kind = parent ? parent.singular.toLowerCase() : messages.record;
    return {
      title: messages.parentDeletedTitle({ kind }),
      instruction: messages.parentDeleted({ kind }),
      columns: [
        localColumn(...diffRows(resource, record, ['receipt_number', resource.cash?.field ?? ''])),
        serverColumnText(
          parent && previous
            ? messages.namedDeletedColumn({ name: parent.titleOf(previous) })
            : messages.deletedColumn({ kind }),
        ),
      ],
      actions: [{ kind: 'edit' }],
    };
  },
};

/** The parent was removed on this device, so the server never had it. */
export const parentDiscarded: ProblemType = {
  matches: ({ entry }) => entry.state === 'rejected' && entry.missingRecord !== undefined,
  describe: ({ entry, resource, record }) => {
    const [missing] = Object.entries(entry.referenced).filter(([, { id }]) => id === entry.missingRecord);
    const kind = missing && formOf(resource, record).fields[missing[0]]?.refersTo;
    const parent = kind && resourceOf(kind);
    return {
      title: messages.parentDiscardedTitle,
      instruction: parent
        ? messages.namedParentDiscarded({
            kind: parent.singular.toLowerCase(),
            name: parent.titleOf(missing[1]),
          })
        : messages.parentDiscarded,
      columns: [localColumn(...mainRows(resource, record))],
      actions: [{ kind: 'edit' }],
    };
  },
};
