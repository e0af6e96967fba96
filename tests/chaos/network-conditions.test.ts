import { expect, it } from 'vitest';
import { type NetworkProfile, networkConditions } from './network-conditions.ts';

const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`);
const keepLate = () => undefined;
const request = (key: string) => ({ method: 'POST', path: '/api/students/', key });
const faultsOf = (seed: number, profile: NetworkProfile, order = keys) => {
  const decide = networkConditions(seed, () => profile, keepLate);
  return new Map(order.map((key) => [key, decide(request(key))]));
};
const sorted = (faults: Map<string, unknown>) => [...faults].sort(([a], [b]) => a.localeCompare(b));

it('network conditions depend on the seed and not on the order of requests', () => {
  expect(sorted(faultsOf(5, 'bad', [...keys].reverse()))).toEqual(sorted(faultsOf(5, 'bad')));
  expect(sorted(faultsOf(6, 'bad'))).not.toEqual(sorted(faultsOf(5, 'bad')));
});

it('network profiles pass all requests when clear, fewer when flaky or bad, and none when offline', () => {
  const passed = (profile: NetworkProfile) =>
    [...faultsOf(5, profile).values()].filter(({ kind }) => kind === 'pass').length;
  expect(passed('clear')).toBe(keys.length);
  expect(passed('flaky')).toBeGreaterThan(passed('bad'));
  expect(passed('bad')).toBeGreaterThan(0);
  expect(passed('offline')).toBe(0);
});
