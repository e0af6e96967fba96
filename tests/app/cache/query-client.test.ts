import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { reportReachable } from '#app/api/connection.ts';
import { createQueryClient } from '#app/cache/query-client.ts';

beforeEach(() => {
  vi.useFakeTimers();
  reportReachable();
});

/** Reads with these failures before a success, and returns the times of the attempts in milliseconds. */
async function attemptsAfter(...failures: ApiError[]) {
  const began = Date.now();
  const attempts: number[] = [];
  const client = createQueryClient();
  const read = client.fetchQuery({
    queryKey: ['list'],
    queryFn: () => {
      attempts.push(Date.now() - began);
      const failure = failures[attempts.length - 1];
      if (failure) throw failure;
      return 'rows';
    },
  });
  const outcome = read.catch((error: unknown) => (error instanceof ApiError ? error.message : error));
  await vi.advanceTimersByTimeAsync(60_000);
  return { attempts, outcome: await outcome };
}

const refused = (status: number, retryAfterSeconds?: number, detail?: string) =>
  new ApiError('transient', {
    status,
    ...(retryAfterSeconds !== undefined && { retryAfterSeconds }),
    ...(detail !== undefined && { detail }),
  });

it('a read that gets 429 is repeated, and not before the time the server asked for', async () => {
  const { attempts, outcome } = await attemptsAfter(refused(429, 4), refused(429, 6));
  expect(outcome).toBe('rows');
  expect(attempts).toHaveLength(3);
  expect(attempts[1]).toBeGreaterThanOrEqual(4_000);
  expect((attempts[2] ?? 0) - (attempts[1] ?? 0)).toBeGreaterThanOrEqual(6_000);
});

it('a read is not held back for a minute: the sentence of the server is shown', async () => {
  const { attempts, outcome } = await attemptsAfter(refused(503, 60, "The server's disk is full."));
  expect(attempts).toEqual([0]);
  expect(outcome).toBe("The server's disk is full.");
});
