import { isOffered, isRefusedByGateway, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { FAMILY } from '#contract/resource-names.ts';
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

/** Something between this device and the server refuses it again and again (fault 67). */
export const gatewayProblem = (
  { gatewayRefusals }: OutboxEntry,
  columns: readonly DiffColumn[],
): Problem => ({
  title: messages.gatewayTitle,
  instruction: messages.gateway({ status: gatewayRefusals?.status ?? 0 }),
  columns,
  actions: [{ kind: 'send-again', label: messages.tryAgainNow }],
});

export const refusedByGateway: ProblemType = {
  matches: ({ entry }) => isRefusedByGateway(entry),
  describe: (mutation) => gatewayProblem(mutation.entry, [localColumn(...enteredRows(mutation))]),
};

/** Writes without money: a decision about two students, or the count of a print. */
export function familyOrPrintProblem(entry: OutboxEntry): Problem {
  if (isOffered(entry)) return lostProblem([]);
  const { asksPerson, lastError, operation } = entry;
  const write = operation.resource === FAMILY ? 'family' : 'print';
  const instruction = asksPerson ? messages[`${write}Unknown`] : messages[`${write}Refused`];
  return {
    title: messages[`${write}Title`],
    instruction: [lastError, instruction].filter(Boolean).join(' '),
    columns: [],
    actions: [{ kind: 'send-again' }],
    ...(!asksPerson && { recommendsDiscard: true }),
  };
}
