import { createRandom } from '#server/demo/seeded-random.ts';
import { captivePortal, type Fault, type FaultDecision } from '../support/fault-proxy.ts';

/** How bad the connection is at this moment. */
export type NetworkProfile = 'clear' | 'gusty' | 'storm' | 'dead';

/** In a hundred: how many requests meet a fault. */
const TROUBLE: Readonly<Record<NetworkProfile, number>> = { clear: 0, gusty: 15, storm: 60, dead: 100 };

const said = (status: number, detail: string, headers?: Record<string, string>): Fault => ({
  kind: 'answer',
  status,
  body: JSON.stringify({ detail }),
  ...(headers && { headers }),
});

/** What a network does to a request, and what stands between the server and its network says instead of it. */
const faults: readonly Fault[] = [
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
  said(500, 'Something broke.'),
  said(502, 'Bad gateway.'),
  said(503, 'Not now.', { 'retry-after': '3' }),
  said(429, 'Too many requests.', { 'retry-after': '2' }),
  said(401, 'Token is invalid.'),
];

/** FNV-1a: the same text, the same number. */
function hash(text: string): number {
  let sum = 0x811c9dc5;
  for (const letter of text) sum = Math.imul(sum ^ (letter.codePointAt(0) ?? 0), 0x01000193) >>> 0;
  return sum;
}

/**
 * The network in front of one device. What a request meets depends on the seed, on its key and on how often it came by, and not
 * on which of several requests on their way is faster: the same seed brings the same weather to the same write.
 */
export function networkConditions(seed: number, sky: () => NetworkProfile): FaultDecision {
  const seen = new Map<string, number>();
  return ({ method, path, key }) => {
    const name = key ?? `${method} ${path}`;
    const times = (seen.get(name) ?? 0) + 1;
    seen.set(name, times);
    if (sky() === 'dead') return { kind: 'drop' };
    const chance = createRandom(hash(`${seed} ${name} ${times}`));
    return chance.happens(TROUBLE[sky()]) ? chance.pick(faults) : { kind: 'pass' };
  };
}
