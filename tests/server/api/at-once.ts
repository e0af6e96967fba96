import type { Answer } from './test-server.ts';

/** Number of concurrent requests: more than the server has database connections. */
export const AT_ONCE = 32;

export function atOnce(work: (index: number) => Promise<Answer>): Promise<Answer[]> {
  return Promise.all(Array.from({ length: AT_ONCE }, (_, index) => work(index)));
}

export function withStatus(answers: readonly Answer[], status: number): Answer[] {
  return answers.filter((answer) => answer.status === status);
}
