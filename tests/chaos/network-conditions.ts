import { createRandom } from '#server/demo/branch-factory.ts';
import { captivePortal, type FaultDecision, type ProxyFault } from '../support/fault-proxy.ts';

export type NetworkProfile = 'clear' | 'flaky' | 'bad' | 'offline';

/** Gives the share of requests that meet a fault, in percent. */
const FAULT_RATE_PERCENT: Readonly<Record<NetworkProfile, number>> = {
  clear: 0,
  flaky: 15,
  bad: 60,
  offline: 100,
};

/** Stands for no answer within the time that the app waits; no server answers with it. */
export const NO_ANSWER_STATUS = 599;

const jsonAnswer = (status: number, detail: string, headers?: Record<string, string>): ProxyFault => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ detail }),
  ...(headers && { headers }),
});

/** Lists faults of the network and of proxies and gateways in front of the server; a late request arrives after the app gave up. */
const faults: readonly (ProxyFault | 'late')[] = [
  'late',
  'late',
  { kind: 'drop' },
  { kind: 'drop' },
  { kind: 'swallow' },
  { kind: 'swallow' },
  { kind: 'truncate' },
  { kind: 'duplicate' },
  { kind: 'delay', milliseconds: 5 },
  { kind: 'delay', milliseconds: 30 },
  captivePortal,
  { kind: 'answer', status: 302, headers: { location: '/login' } },
  jsonAnswer(500, 'Something broke.'),
  jsonAnswer(502, 'Bad gateway.'),
  jsonAnswer(503, 'Not now.', { 'retry-after': '3' }),
  jsonAnswer(429, 'Too many requests.', { 'retry-after': '2' }),
  jsonAnswer(401, 'Token is invalid.'),
];

function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}

/** Decides by seed, idempotency key and attempt, not by the order of concurrent requests. */
export function networkConditions(
  seed: number,
  profile: () => NetworkProfile,
  keepLate: (deliver: () => Promise<void>) => void,
): FaultDecision {
  const counts = new Map<string, number>();
  return ({ method, path, key }) => {
    const name = key ?? `${method} ${path}`;
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    if (profile() === 'offline') return { kind: 'drop' };
    const random = createRandom(hash(`${seed} ${name} ${count}`));
    if (!random.happens(FAULT_RATE_PERCENT[profile()])) return { kind: 'pass' };
    const fault = random.pick(faults);
    return fault === 'late' ? { kind: 'late', status: NO_ANSWER_STATUS, keep: keepLate } : fault;
  };
}
