import { enteredRows, localColumn } from './diff.ts';
import type { DiffColumn, Problem, ProblemType } from './problem.ts';
import { typeMessages } from './type-texts.en.ts';

/** Returns the problem of an entry that a restore of the server from a backup has undone: the user decides whether it is sent again. */
export const lostProblem = (columns: readonly DiffColumn[]): Problem => ({
  title: typeMessages.lostInRestoreTitle,
  instruction: typeMessages.lostInRestore,
  columns,
  actions: [{ kind: 'send-again' }, { kind: 'send-all-lost', label: typeMessages.sendAllLost }],
});

/** Matches an entry that a restore of the server from a backup has undone. */
export const lostInRestore: ProblemType = {
  name: 'lost in a restore',
  matches: ({ entry }) => entry.asksPerson && entry.lostInRestore === true,
  describe: (mutation) => lostProblem([localColumn(...enteredRows(mutation))]),
};
