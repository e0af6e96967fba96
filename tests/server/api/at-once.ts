import type { Answer } from './server-under-test.ts';

/** How many requests stand for "at the same time": more than the server has connections to its database. */
const AT_ONCE = 32;

/** Sends as many requests without waiting for any of them. */
export function atOnce(work: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
}

export function withStatus(answers: readonly Answer[], status: number): Answer[] {
  return answers.filter((answer) => answer.status === status);
}
