import { isOffered, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { lostProblem } from './lost-in-restore.ts';
import type { Problem } from './problem.ts';
import { typeMessages as messages } from './type-texts.en.ts';

/** Describes a decision about two students that did not arrive: one of them is gone, or nobody knows whether the server heard of it. */
export function familyProblem(entry: OutboxEntry): Problem {
  if (isOffered(entry)) return lostProblem([]);
  const { asksPerson, lastError } = entry;
  return {
    title: messages.familyTitle,
    instruction: [lastError, asksPerson ? messages.familyUnknown : messages.familyRefused]
      .filter(Boolean)
      .join(' '),
    columns: [],
    actions: [{ kind: 'send-again' }],
    ...(!asksPerson && { recommendsDiscard: true }),
  };
}
