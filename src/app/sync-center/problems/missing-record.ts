import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { formOf } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import {
  diffRows,
  existingRecord,
  localColumn,
  mainRows,
  otherTarget,
  ownTarget,
  serverColumnText,
} from './diff.ts';
import type { LocalMutation, ProblemType, ResolutionAction } from './problem.ts';

/** The whole record as its form would write it, from what was seen and what was changed. */
function anew(asked: LocalMutation): ResolutionAction[] {
  const { row, record } = asked;
  const { fields } = formOf(asked.resource, record);
  const names = Object.keys(fields).filter((name) => record[name] !== null && record[name] !== undefined);
  const body = {
    ...Object.fromEntries(names.map((name) => [name, record[name]])),
    ...(record.is_installment === true && { is_installment: true }),
  };
  const write = { kind: 'create', body, referenced: row.referenced } as const;
  return [{ kind: 'instead', label: 'Record it again as new', write }];
}

/** The record was deleted by somebody else before the change or the delete came. */
export const recordDeleted: ProblemType = {
  name: 'record gone',
  is: ({ row }) => row.lastStatus === 404 && row.operation.kind !== 'create',
  looks: ownTarget,
  holds: (_, { own }) => existingRecord(own) === undefined,
  tells: (asked) => {
    const { row, resource, record } = asked;
    const one = formOf(resource, record).singular.toLowerCase();
    if (row.operation.kind === 'delete') {
      return {
        title: `This ${one} is gone already`,
        todo: 'Somebody has deleted it before. Nothing is left to do.',
        sides: [
          localColumn(...(row.before ? mainRows(resource, row.before) : [])),
          serverColumnText('It is not there any more.'),
        ],
        ways: [{ kind: 'seen', label: 'It is gone: done' }],
      };
    }
    const lines = mainRows(resource, record);
    return {
      title: `This ${one} is not there any more`,
      todo: 'Somebody has deleted it. Record it again with what was entered here, or discard this.',
      sides: [localColumn(...lines), serverColumnText('It is not there any more.')],
      ways: anew(asked),
    };
  },
};

/** The field at fault that refers to a record, if one does. */
function faultyReference({ row, resource, record }: LocalMutation): string | undefined {
  const { fields } = formOf(resource, record);
  return row.problems.map(({ field }) => field).find((name) => fields[name]?.refersTo);
}

/** What the write refers to was deleted: the student, the book, the enrolment that an installment is for. */
export const parentDeleted: ProblemType = {
  name: 'parent gone',
  is: (asked) => faultyReference(asked) !== undefined,
  looks: (asked) => {
    const name = faultyReference(asked) ?? '';
    const kind = formOf(asked.resource, asked.record).fields[name]?.refersTo;
    return kind ? otherTarget(asked, resourceOf(kind), name) : {};
  },
  holds: (_, { other }) => other === 'gone',
  tells: (asked) => {
    const { row, resource, record } = asked;
    const name = faultyReference(asked) ?? '';
    const field = formOf(resource, record).fields[name];
    const kind = field?.refersTo && resourceOf(field.refersTo);
    const was = row.referenced[name];
    const thing = kind ? kind.singular.toLowerCase() : 'record';
    return {
      title: `The ${thing} is not there any more`,
      todo: `Somebody has deleted the ${thing} that this belongs to. Edit this and choose another, or discard it.`,
      sides: [
        localColumn(...diffRows(resource, record, ['receipt_number', resource.cash?.field ?? ''])),
        serverColumnText(kind && was ? `${kind.titleOf(was)} was deleted.` : `The ${thing} was deleted.`),
      ],
      ways: [{ kind: 'edit' }],
    };
  },
};

/** What the write belongs to was itself discarded on this device, so the host never heard of it. */
export const parentDiscarded: ProblemType = {
  name: 'parent never made',
  is: ({ row }) => row.state === 'rejected' && row.lastStatus === undefined,
  tells: ({ row, resource, record }) => {
    const [never] = Object.entries(row.referenced).filter(([, { id }]) => isTemporaryId(id));
    const kind = never && formOf(resource, record).fields[never[0]]?.refersTo;
    const what =
      kind && `The ${resourceOf(kind).singular.toLowerCase()} ${resourceOf(kind).titleOf(never[1])}`;
    return {
      title: 'What this belongs to was never recorded',
      todo: `${what ?? 'What it belongs to'} was discarded on this device before it was sent. Edit this and choose another, or discard it too.`,
      sides: [localColumn(...mainRows(resource, record))],
      ways: [{ kind: 'edit' }],
    };
  },
};
