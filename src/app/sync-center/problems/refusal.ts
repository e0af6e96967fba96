import { pagePath } from '#app/lib/paths.ts';
import {
  changedFields,
  diffRows,
  enteredRows,
  existingRecord,
  kindOf,
  localColumn,
  mainRows,
  serverColumn,
  targetRead,
} from './diff.ts';
import type {
  DiffColumn,
  LocalMutation,
  Problem,
  ProblemType,
  ResolutionAction,
  ServerState,
} from './problem.ts';
import { messages } from './texts.en.ts';

function changedColumns(mutation: LocalMutation, state: ServerState): DiffColumn[] {
  const { resource, record, entry } = mutation;
  const current = existingRecord(state.target);
  if (entry.operation.kind === 'delete') return current ? [serverColumn(...mainRows(resource, current))] : [];
  if (!current) return [localColumn(...enteredRows(mutation))];
  const names = changedFields(mutation, current);
  return [
    localColumn(...diffRows(resource, record, names)),
    serverColumn(...diffRows(resource, current, names)),
  ];
}

function openDependents({ entry, resource }: LocalMutation): ResolutionAction {
  const page = entry.before && pagePath(resource, entry.before, 'id');
  return page
    ? { kind: 'navigate', label: messages.openDependents, path: page }
    : {
        kind: 'navigate',
        label: messages.openList({ list: resource.plural }),
        path: resource.screens.list,
      };
}

/** A delete of a record with dependents (decision 16). The server's message counts them. */
export const hasDependents: ProblemType = {
  matches: ({ entry }) => entry.lastStatus === 409 && entry.operation.kind === 'delete',
  requiredReads: targetRead,
  describe: (mutation, state) => ({
    title: messages.stillNeededTitle({ kind: kindOf(mutation) }),
    instruction: messages.stillNeeded,
    columns: changedColumns(mutation, state),
    actions: [openDependents(mutation), { kind: 'send-again' }],
  }),
};

/** The receipt was printed meanwhile, so the delete needs a reason (decision 55). */
export const reasonMissing: ProblemType = {
  matches: ({ entry }) =>
    entry.operation.kind === 'delete' && entry.problems.some(({ field }) => field === 'reason'),
  requiredReads: targetRead,
  describe: (mutation, state) => ({
    title: messages.reasonMissingTitle,
    instruction: messages.reasonMissing({ kind: kindOf(mutation) }),
    columns: changedColumns(mutation, state),
    actions: [
      { kind: 'give-reason', label: messages.giveReason },
      { kind: 'keep-theirs', label: messages.keepRecord },
    ],
  }),
};

/** A settled deduction, an order below the copies paid out (decisions 34 to 36). */
export const otherConflict: ProblemType = {
  matches: ({ entry }) => entry.lastStatus === 409,
  requiredReads: targetRead,
  describe: (mutation, state) => ({
    title: messages.conflictTitle,
    instruction: messages.conflict,
    columns: changedColumns(mutation, state),
    actions: [
      { kind: 'send-again' },
      ...(mutation.entry.operation.kind === 'delete' ? [] : [{ kind: 'edit' } as const]),
    ],
  }),
};

export const fieldProblems: ProblemType = {
  matches: ({ entry }) => entry.problems.length > 0,
  requiredReads: targetRead,
  describe: (mutation, state) => {
    const { entry, resource, record } = mutation;
    const current = existingRecord(state.target);
    const names = entry.problems.map(({ field }) => field);
    return {
      title: names.length === 1 ? messages.oneFieldTitle : messages.someFieldsTitle,
      instruction: messages.fieldProblems,
      columns: [
        localColumn(...diffRows(resource, record, names)),
        ...(current ? [serverColumn(...diffRows(resource, current, names))] : []),
      ],
      actions: [{ kind: 'edit' }, { kind: 'send-again' }],
    };
  },
};

export const forbiddenProblem = (columns: readonly DiffColumn[]): Problem => ({
  title: messages.forbiddenTitle,
  instruction: messages.forbidden,
  columns,
  actions: [{ kind: 'ask-manager', label: messages.askManager }, { kind: 'send-again' }],
});

/** 403. */
export const forbidden: ProblemType = {
  matches: ({ entry }) => entry.lastStatus === 403,
  describe: (mutation) => forbiddenProblem([localColumn(...enteredRows(mutation))]),
};

export const otherRejection: ProblemType = {
  matches: () => true,
  requiredReads: targetRead,
  describe: (mutation, state) => ({
    title: messages.rejectedTitle,
    instruction: messages.rejected,
    columns: changedColumns(mutation, state),
    actions: [
      ...(mutation.entry.operation.kind === 'delete' ? [] : [{ kind: 'edit' } as const]),
      { kind: 'send-again' },
    ],
  }),
};
