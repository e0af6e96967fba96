import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { formOf } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  diffRows,
  existingRecord,
  localColumn,
  mainRows,
  relatedRead,
  serverColumnText,
  targetRead,
} from './diff.ts';
import type { LocalMutation, ProblemType, ResolutionAction } from './problem.ts';

/** Returns the action that creates the whole record again, with the local changes. */
function recreateActions(mutation: LocalMutation): ResolutionAction[] {
  const { entry, record } = mutation;
  const { fields } = formOf(mutation.resource, record);
  const names = Object.keys(fields).filter((name) => record[name] !== null && record[name] !== undefined);
  const body = {
    ...Object.fromEntries(names.map((name) => [name, record[name]])),
    ...(record.is_installment === true && { is_installment: true }),
  };
  const replacement = { kind: 'create', body, referenced: entry.referenced } as const;
  return [{ kind: 'replace', label: 'Record it again as new', replacement }];
}

/** Matches an update or delete of a record that was deleted meanwhile (404). */
export const recordDeleted: ProblemType = {
  name: 'record deleted',
  matches: ({ entry }) => entry.lastStatus === 404 && entry.operation.kind !== 'create',
  requiredReads: targetRead,
  confirm: (_, { target }) => existingRecord(target) === undefined,
  describe: (mutation) => {
    const { entry, resource, record } = mutation;
    const singular = formOf(resource, record).singular.toLowerCase();
    if (entry.operation.kind === 'delete') {
      return {
        title: `This ${singular} is gone already`,
        instruction: 'Somebody has deleted it before. Nothing is left to do.',
        columns: [
          localColumn(...(entry.before ? mainRows(resource, entry.before) : [])),
          serverColumnText('It is not there any more.'),
        ],
        actions: [{ kind: 'mark-as-done', label: 'It is gone: done' }],
      };
    }
    const rows = mainRows(resource, record);
    return {
      title: `This ${singular} is not there any more`,
      instruction: 'Somebody has deleted it. Record it again with what was entered here, or discard this.',
      columns: [localColumn(...rows), serverColumnText('It is not there any more.')],
      actions: recreateActions(mutation),
    };
  },
};

/** Returns the first rejected field that refers to a record, if any. */
function rejectedReference({ entry, resource, record }: LocalMutation): string | undefined {
  const { fields } = formOf(resource, record);
  return entry.problems.map(({ field }) => field).find((name) => fields[name]?.refersTo);
}

/** Matches a mutation that refers to a deleted record: the student, the book, the enrolment. */
export const parentDeleted: ProblemType = {
  name: 'parent deleted',
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
    const kind = field?.refersTo && resourceOf(field.refersTo);
    const previous = entry.referenced[name];
    const noun = kind ? kind.singular.toLowerCase() : 'record';
    return {
      title: `The ${noun} is not there any more`,
      instruction: `Somebody has deleted the ${noun} that this belongs to. Edit this and choose another, or discard it.`,
      columns: [
        localColumn(...diffRows(resource, record, ['receipt_number', resource.cash?.field ?? ''])),
        serverColumnText(
          kind && previous ? `${kind.titleOf(previous)} was deleted.` : `The ${noun} was deleted.`,
        ),
      ],
      actions: [{ kind: 'edit' }],
    };
  },
};

/** Matches an entry whose parent was discarded on this device, so the server never had it. */
export const parentDiscarded: ProblemType = {
  name: 'parent discarded',
  matches: ({ entry }) => entry.state === 'rejected' && entry.lastStatus === undefined,
  describe: ({ entry, resource, record }) => {
    const [missing] = Object.entries(entry.referenced).filter(([, { id }]) => isTemporaryId(id));
    const kind = missing && formOf(resource, record).fields[missing[0]]?.refersTo;
    const what =
      kind && `The ${resourceOf(kind).singular.toLowerCase()} ${resourceOf(kind).titleOf(missing[1])}`;
    return {
      title: 'What this belongs to was never recorded',
      instruction: `${what ?? 'What it belongs to'} was discarded on this device before it was sent. Edit this and choose another, or discard it too.`,
      columns: [localColumn(...mainRows(resource, record))],
      actions: [{ kind: 'edit' }],
    };
  },
};
