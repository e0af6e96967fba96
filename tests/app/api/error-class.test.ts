import { describe, expect, it } from 'vitest';
import { errorClass } from '#app/api/api-error.ts';
import { backoff, isDue, retryAfterSeconds } from '#app/api/backoff.ts';

const classOf = (status: number) => errorClass({ status, contract: true, retryAfter: false });

describe('errorClass', () => {
  it.each([408, 413, 414, 425, 429, 431, 500, 502, 503, 504, 599, 302])('%i is transient', (status) => {
    expect(classOf(status)).toBe('transient');
  });

  it.each([400, 403, 404, 405, 409, 415, 422])('%i is rejected', (status) => {
    expect(classOf(status)).toBe('rejected');
  });

  it('401 is unauthenticated', () => {
    expect(classOf(401)).toBe('unauthenticated');
  });

  it('409 with Retry-After is transient: the first request is still running', () => {
    expect(errorClass({ status: 409, contract: true, retryAfter: true })).toBe('transient');
  });

  it.each([
    200, 400, 401, 403, 404, 409, 422,
  ])('%i that is not in the contract’s shape is transient', (status) => {
    expect(errorClass({ status, contract: false, retryAfter: false })).toBe('transient');
  });
});

describe('backoff', () => {
  it('doubles with full jitter up to a minute', () => {
    expect([1, 2, 3, 5, 6, 50].map((attempts) => backoff(attempts, 1))).toEqual([
      2_000, 4_000, 8_000, 32_000, 60_000, 60_000,
    ]);
    expect(backoff(50, 0.5)).toBe(30_000);
    expect(backoff(50, 0)).toBe(0);
  });

  it('is never shorter than Retry-After, and at most an hour', () => {
    expect(backoff(1, 0, 90)).toBe(90_000);
    expect(backoff(6, 1, 3)).toBe(60_000);
    expect(backoff(1, 0, 1_000_000)).toBe(3_600_000);
  });

  it('isDue is true at the planned time, and for a time planned by a wrong clock', () => {
    expect(isDue(1_000, 1_000)).toBe(true);
    expect(isDue(1_001, 1_000)).toBe(false);
    expect(isDue(1_000 + 7_200_000, 1_000)).toBe(true);
  });

  it('retryAfterSeconds reads seconds and dates', () => {
    const now = Date.parse('2026-11-05T09:00:00Z');
    expect(retryAfterSeconds('12', now)).toBe(12);
    expect(retryAfterSeconds('Thu, 05 Nov 2026 09:01:00 GMT', now)).toBe(60);
    expect(retryAfterSeconds('Thu, 05 Nov 2026 08:00:00 GMT', now)).toBe(0);
    expect(retryAfterSeconds('soon', now)).toBeUndefined();
    expect(retryAfterSeconds(null, now)).toBeUndefined();
  });
});
