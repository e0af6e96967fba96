import { describe, expect, it } from 'vitest';
import { ConnectionShares, NoConnectionError } from '#server/db/connection-shares.ts';

const limits = { size: 10, waiting: 100, waitMs: 60_000 };

async function takeAll(shares: ConnectionShares, holder: bigint | 'no branch', times = 20) {
  const given: (() => void)[] = [];
  for (let asked = 0; asked < times; asked++)
    void shares
      .enter(holder)
      .then((leave) => given.push(leave))
      .catch(() => undefined);
  await new Promise(setImmediate);
  return given;
}

describe('the connections of a pool', () => {
  it('go to one busy branch for the most part, never all', async () => {
    const shares = new ConnectionShares(limits);
    expect(await takeAll(shares, 1n)).toHaveLength(6);
  });

  it('are left in part by several busy branches, and those without a branch always find some', async () => {
    const shares = new ConnectionShares(limits);
    for (const branch of [1n, 2n, 3n, 4n, 5n]) await takeAll(shares, branch);
    expect(shares.counts.used).toBeLessThanOrEqual(8);
    expect(await takeAll(shares, 'no branch', 2)).toHaveLength(2);
  });

  it('go to the waiting branch that has fewest', async () => {
    const shares = new ConnectionShares(limits);
    const [leave] = await takeAll(shares, 1n);
    await takeAll(shares, 2n);
    const newcomer = shares.enter(3n);
    leave?.();
    expect(await newcomer).toBeTypeOf('function');
  });

  it('are all given back, and serve a branch that works alone again', async () => {
    const shares = new ConnectionShares(limits);
    for (let round = 0; round < 3; round++) {
      const left = await Promise.all(
        [1n, 2n, 'no branch' as const].map((holder) =>
          Promise.all(
            Array.from({ length: 30 }, async () => {
              const leave = await shares.enter(holder);
              await new Promise(setImmediate);
              leave();
              leave();
            }),
          ),
        ),
      );
      expect(left.flat()).toHaveLength(90);
      expect(shares.counts).toMatchObject({ used: 0, waiting: 0, longestWaitMs: 0 });
    }
    expect(await takeAll(shares, 1n)).toHaveLength(6);
  });

  it('refuse a request whose branch has too many waiting, and one that waits too long', async () => {
    const shares = new ConnectionShares({ size: 10, waiting: 2, waitMs: 1 });
    expect(shares.counts.refusedMsAgo).toBeUndefined();
    for (let held = 0; held < 6; held++) await shares.enter(1n);
    const [first, second, third] = await Promise.allSettled([1, 2, 3].map(() => shares.enter(1n)));
    for (const refused of [first, second, third])
      expect(refused).toMatchObject({ status: 'rejected', reason: expect.any(NoConnectionError) });
    expect(shares.counts.refusedMsAgo).toBeGreaterThanOrEqual(0);
    expect(await shares.enter(2n)).toBeTypeOf('function');
  });
});
