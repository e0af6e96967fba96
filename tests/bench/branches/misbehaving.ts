import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import { z } from 'zod';
import { REPORTS_PATH } from '#contract/reports.ts';
import { resources } from '#contract/resources/registry.ts';
import { SEARCH_PATH } from '#contract/search.ts';
import { type BenchRequest, sendRequest } from '../requests.ts';
import { answerParent } from './client-process.ts';

const beginning = z.object({
  origins: z.array(z.string()),
  tokens: z.array(z.string()),
  student: z.string(),
  from: z.string(),
  until: z.string(),
});

/** Requests of each user at once: as many run and wait as the server keeps of a user. */
const LANES_OF_USER = 24;

const agent = new Agent({ keepAlive: true, maxSockets: Number.POSITIVE_INFINITY });
const statuses: Record<string, number> = {};
let isGoing = false;
let lanes: readonly Promise<void>[] = [];

/** Each lane sends the next request as soon as the one before it is answered. */
async function begin(given: unknown): Promise<void> {
  const { origins, tokens, student, from, until } = beginning.parse(given);
  const { path } = resources['adult-course'];
  const requests: readonly Pick<BenchRequest, 'method' | 'url' | 'body'>[] = [
    { method: 'GET', url: `${path}?no_pagination=true` },
    { method: 'PATCH', url: `${resources.student.path}${student}/`, body: { phone: '01012345678' } },
    { method: 'GET', url: `${SEARCH_PATH}?q=mo` },
    { method: 'PATCH', url: `${resources.student.path}${student}/`, body: { phone: '01012345679' } },
    { method: 'GET', url: `${REPORTS_PATH}?from=${from}&until=${until}` },
    { method: 'GET', url: `${path}?search=a&totals=true` },
  ];
  isGoing = true;
  const lane = async (token: string, first: number) => {
    for (let turn = first; isGoing; turn++) {
      const { method, url, body } = requests[turn % requests.length] ?? { method: 'GET', url: path };
      const key = body && randomUUID();
      const origin = origins[turn % origins.length];
      const { status } = await sendRequest(agent, {
        method,
        url: `${origin}/api${url}`,
        token,
        body,
        key,
      }).catch(() => ({ status: 0 }));
      const name = `${method} ${status}`;
      statuses[name] = (statuses[name] ?? 0) + 1;
    }
  };
  lanes = tokens.flatMap((token) => Array.from({ length: LANES_OF_USER }, (_, first) => lane(token, first)));
}

async function end(): Promise<Record<string, number>> {
  isGoing = false;
  await Promise.all(lanes);
  return statuses;
}

answerParent({ begin, end });
