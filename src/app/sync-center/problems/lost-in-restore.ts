import { enteredRows, localColumn } from './diff.ts';
import type { ProblemType } from './problem.ts';
import { typeMessages } from './type-messages.ts';

/** Matches an entry that a restore of the server from a backup has undone: the user decides whether it is sent again. */
export const lostInRestore: ProblemType = {
  name: 'lost in a restore',
  matches: ({ entry }) => entry.asksPerson && entry.lostInRestore === true,
  describe: (mutation) => ({
    title: typeMessages.lostInRestoreTitle,
    instruction: typeMessages.lostInRestore,
    columns: [localColumn(...enteredRows(mutation))],
    actions: [{ kind: 'send-again' }, { kind: 'send-all-lost', label: typeMessages.sendAllLost }],
  }),
};
