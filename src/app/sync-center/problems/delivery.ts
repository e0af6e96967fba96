import { isOffered, type OutboxEntry } from '#app/outbox/model/entry.ts';
import type { WriteDefinition } from '#contract/writes/define-write.ts';
import { enteredRows, localColumn } from './diff.ts';
import type { DiffColumn, Problem, ProblemType } from './problem.ts';
import { messages } from './texts.en.ts';

/** The user decides whether it is sent again. */
export const lostProblem = (columns: readonly DiffColumn[]): Problem => ({
  title: messages.lostInRestoreTitle,
  instruction: messages.lostInRestore,
  columns,
  actions: [{ kind: 'send-again' }, { kind: 'send-all-lost', label: messages.sendAllLost }],
});

export const lostInRestore: ProblemType = {
  matches: ({ entry }) => isOffered(entry),
  describe: (mutation) => lostProblem([localColumn(...enteredRows(mutation))]),
};

/** Of a write that moves no money and has no form. */
export function formlessProblem(entry: OutboxEntry, write: WriteDefinition): Problem {
  if (isOffered(entry)) return lostProblem([]);
  const { asksPerson, lastError } = entry;
  const instruction = asksPerson ? write.unknown : write.refused;
  return {
    title: write.refusedTitle ?? write.title,
    instruction: [lastError, instruction].filter(Boolean).join(' '),
    columns: [],
    actions: [{ kind: 'send-again' }],
    ...(!asksPerson && { recommendsDiscard: true }),
  };
}
