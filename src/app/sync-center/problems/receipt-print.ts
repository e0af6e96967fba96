import { isOffered, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { lostProblem } from './lost-in-restore.ts';
import type { Problem } from './problem.ts';
import { typeMessages as messages } from './type-texts.en.ts';

/** Describes a print that was not counted: its payment is gone, or nobody knows whether the server heard of it. */
export function printProblem(entry: OutboxEntry): Problem {
  if (isOffered(entry)) return lostProblem([]);
  const { asksPerson, lastError } = entry;
  return {
    title: messages.printTitle,
    instruction: [lastError, asksPerson ? messages.printUnknown : messages.printRefused]
      .filter(Boolean)
      .join(' '),
    columns: [],
    actions: [{ kind: 'send-again' }],
    ...(!asksPerson && { recommendsDiscard: true }),
  };
}
