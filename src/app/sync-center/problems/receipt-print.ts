import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Problem } from './problem.ts';
import { typeMessages as messages } from './type-messages.ts';

/** Describes a print that was not counted: its payment is gone, or nobody knows whether the server heard of it. */
export function printProblem({ asksPerson, lastError }: OutboxEntry): Problem {
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
