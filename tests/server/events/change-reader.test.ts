import { afterEach, describe, expect, it, vi } from 'vitest';
import { BranchChannel } from '#server/events/branch-channel.ts';
import { ChangeReader, POLL_MS } from '#server/events/change-reader.ts';

afterEach(() => void vi.useRealTimers());

function readerOf(open: BranchChannel[], answer: () => Promise<void> = async () => undefined) {
  const asked: bigint[][] = [];
  const failures: unknown[] = [];
  const reader = new ChangeReader({
    async readMoved(known) {
      asked.push([...known.keys()]);
      await answer();
      return [];
    },
    onMoved: () => undefined,
    open: () => open,
    onFailed: (error) => failures.push(error),
  });
  return { reader, asked, failures };
}

describe('the versions of branches', () => {
  it('are read by one statement for all that ask meanwhile, one statement after the other', async () => {
    let answer: () => void = () => undefined;
    const { reader, asked } = readerOf(
      [],
      () =>
        new Promise<void>((resolve) => {
          answer = resolve;
        }),
    );
    const [one, two, three] = [1n, 2n, 3n].map((id) => new BranchChannel(id));
    if (!one || !two || !three) throw new Error('three channels');
    const first = reader.read([one]);
    await vi.waitFor(() => expect(asked).toEqual([[1n]]));
    const second = [reader.read([two]), reader.read([three, two])];
    await new Promise(setImmediate);
    expect(asked).toEqual([[1n]]);
    answer();
    await first;
    await vi.waitFor(() => expect(asked).toEqual([[1n], [2n, 3n]]));
    answer();
    await Promise.all(second);
  });

  it('are read again and again while streams are open, and not once none is', async () => {
    vi.useFakeTimers();
    const open = [new BranchChannel(1n)];
    const { reader, asked } = readerOf(open);
    reader.poll();
    await vi.advanceTimersByTimeAsync(3 * POLL_MS + 1);
    expect(asked).toHaveLength(3);
    open.pop();
    await vi.advanceTimersByTimeAsync(20 * POLL_MS);
    expect(asked).toHaveLength(3);
    open.push(new BranchChannel(2n));
    reader.poll();
    await vi.advanceTimersByTimeAsync(POLL_MS + 1);
    expect(asked).toHaveLength(4);
    reader.stop();
  });

  it('are asked for less often while the database does not answer, and one line is logged', async () => {
    vi.useFakeTimers();
    let isAway = true;
    const { reader, asked, failures } = readerOf([new BranchChannel(1n)], async () => {
      if (isAway) throw new Error('away');
    });
    reader.poll();
    await vi.advanceTimersByTimeAsync(30_000);
    expect(asked.length).toBeLessThan(12);
    expect(failures).toHaveLength(1);
    isAway = false;
    await vi.advanceTimersByTimeAsync(5_000 + 4 * POLL_MS);
    expect(asked.length).toBeGreaterThan(10);
    reader.stop();
  });
});
