import { expect, it } from 'vitest';
import { type NetworkProfile, networkConditions } from './network-conditions.ts';

const keys = Array.from({ length: 200 }, (_, at) => `key ${at}`);
const request = (key: string) => ({ method: 'POST', path: '/api/students/', key });
const days = (seed: number, sky: NetworkProfile, order = keys) => {
  const weather = networkConditions(seed, () => sky);
  return new Map(order.map((key) => [key, weather(request(key))]));
};
const sorted = (faults: Map<string, unknown>) => [...faults].sort(([a], [b]) => a.localeCompare(b));

it('is the same for the same seed, whichever request comes first', () => {
  expect(sorted(days(5, 'storm', [...keys].reverse()))).toEqual(sorted(days(5, 'storm')));
  expect(sorted(days(6, 'storm'))).not.toEqual(sorted(days(5, 'storm')));
});

it('lets everything through when the sky is clear, most in gusts, little in a storm, nothing when the line is dead', () => {
  const passed = (sky: NetworkProfile) =>
    [...days(5, sky).values()].filter(({ kind }) => kind === 'pass').length;
  expect(passed('clear')).toBe(keys.length);
  expect(passed('gusty')).toBeGreaterThan(passed('storm'));
  expect(passed('storm')).toBeGreaterThan(0);
  expect(passed('dead')).toBe(0);
});
