import { pagePath } from '#app/lib/paths.ts';
import { formOf } from '#contract/define-resource.ts';
import {
  changedFields,
  diffRows,
  existingRecord,
  localColumn,
  mainRows,
  ownTarget,
  serverColumn,
} from './diff.ts';
import type { DiffColumn, LocalMutation, ProblemType, ResolutionAction, ServerState } from './problem.ts';

/** What a change would make of a record beside what it is: only what differs. */
function changeBeside(asked: LocalMutation, ground: ServerState): DiffColumn[] {
  const { resource, record, row } = asked;
  const own = existingRecord(ground.own);
  if (row.operation.kind === 'delete') return own ? [serverColumn(...mainRows(resource, own))] : [];
  if (!own) return [localColumn(...mainRows(resource, record))];
  const names = changedFields(asked, own);
  return [localColumn(...diffRows(resource, record, names)), serverColumn(...diffRows(resource, own, names))];
}

/** The record's own page tells what belongs to it; else its list leads there. */
function whatBelongsToIt({ row, resource }: LocalMutation): ResolutionAction {
  const page = row.before && pagePath(resource, row.before, 'id');
  return page
    ? { kind: 'go', label: 'See what belongs to it', path: page }
    : { kind: 'go', label: `Open ${resource.plural}`, path: resource.screens.list };
}

/** Something hangs on the record, so it stays (decision 16). The server's words say what and how many. */
export const hasDependents: ProblemType = {
  name: 'something hangs on it',
  is: ({ row }) => row.lastStatus === 409 && row.operation.kind === 'delete',
  looks: ownTarget,
  tells: (asked, ground) => ({
    title: `This ${formOf(asked.resource, asked.record).singular.toLowerCase()} is still needed`,
    todo: 'Delete what belongs to it first and send this again, or discard this and keep the record.',
    sides: changeBeside(asked, ground),
    ways: [whatBelongsToIt(asked), { kind: 'again' }],
  }),
};

/** Any other clash with what is stored: a settled deduction, an order smaller than what was handed out (decisions 34 to 36). */
export const conflict: ProblemType = {
  name: 'clash',
  is: ({ row }) => row.lastStatus === 409,
  looks: ownTarget,
  tells: (asked, ground) => ({
    title: 'It does not go with what is recorded',
    todo: 'Put right what the server names, then send this again; or change it.',
    sides: changeBeside(asked, ground),
    ways: [{ kind: 'again' }, ...(asked.row.operation.kind === 'delete' ? [] : [{ kind: 'edit' } as const])],
  }),
};

/** Values that are wrong in themselves. */
export const fieldProblems: ProblemType = {
  name: 'field problems',
  is: ({ row }) => row.problems.length > 0,
  looks: ownTarget,
  tells: (asked, ground) => {
    const { row, resource, record } = asked;
    const own = existingRecord(ground.own);
    const names = row.problems.map(({ field }) => field);
    return {
      title: names.length === 1 ? 'One field needs another value' : 'Some fields need other values',
      todo: 'Edit it and put right what the server names.',
      sides: [
        localColumn(...diffRows(resource, record, names)),
        ...(own ? [serverColumn(...diffRows(resource, own, names))] : []),
      ],
      ways: [{ kind: 'edit' }, { kind: 'again' }],
    };
  },
};

/** The person may not do it (403). */
export const forbidden: ProblemType = {
  name: 'forbidden',
  is: ({ row }) => row.lastStatus === 403,
  tells: ({ resource, record }) => ({
    title: 'This is not allowed for you',
    todo: 'Ask a manager, then send it again; or discard it.',
    sides: [localColumn(...mainRows(resource, record))],
    ways: [{ kind: 'again' }],
  }),
};

/** Whatever else a host says no to. */
export const otherRejection: ProblemType = {
  name: 'refused',
  is: () => true,
  looks: ownTarget,
  tells: (asked, ground) => ({
    title: 'The server did not take it',
    todo: 'Edit it, or send it again. If it is refused once more, tell your manager the words below.',
    sides: changeBeside(asked, ground),
    ways: [...(asked.row.operation.kind === 'delete' ? [] : [{ kind: 'edit' } as const]), { kind: 'again' }],
  }),
};
