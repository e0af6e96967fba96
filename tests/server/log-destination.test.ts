import { expect, it, vi } from 'vitest';
import { LogDestination, type WriteBytes } from '#server/platform/log-destination.ts';

/** A disk or pipe that can be full, slow, or take a part only. */
function output() {
  const state = {
    text: '',
    error: undefined as string | undefined,
    failed: 0,
    atMost: Number.POSITIVE_INFINITY,
  };
  const held: (() => void)[] = [];
  let holding = false;
  const write: WriteBytes = (bytes, done) => {
    const finish = () => {
      if (state.error !== undefined) {
        state.failed += 1;
        done(Object.assign(new Error('cannot write'), { code: state.error }), 0);
        return;
      }
      const taken = bytes.subarray(0, state.atMost);
      state.text += taken;
      done(null, taken.length);
    };
    if (holding) held.push(finish);
    else setImmediate(finish);
  };
  return {
    state,
    write,
    hold: () => {
      holding = true;
    },
    release: () => {
      holding = false;
      for (const finish of held.splice(0)) finish();
    },
  };
}

const lines = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) => `line ${from + index}\n`);

it('lines are written whole and in order, also if the output takes a few bytes at a time', async () => {
  const { state, write } = output();
  state.atMost = 3;
  const log = new LogDestination({ write });
  for (const line of lines(0, 50)) log.write(line);
  await log.flush();
  expect(state.text).toBe(lines(0, 50).join(''));
});

it.each([
  'ENOSPC',
  'EPIPE',
  'EIO',
  'EAGAIN',
])('while writing fails with %s nothing throws, and lines are dropped beyond a bound and counted', async (code) => {
  const { state, write } = output();
  const log = new LogDestination({ write, maxBytes: 1_000, retryMs: 5 });
  state.error = code;
  for (const line of lines(1_000, 3_000)) log.write(line);
  await vi.waitFor(() => expect(state.failed).toBeGreaterThan(2), { interval: 1 });
  expect(state.text).toBe('');
  state.error = undefined;
  await vi.waitFor(() => expect(state.text).toContain('dropped'));
  log.write('after\n');
  await log.flush();
  const written = state.text.trimEnd().split('\n');
  const kept = 100;
  expect(written.slice(0, kept)).toEqual(lines(1_000, 1_000 + kept).map((line) => line.trim()));
  expect(JSON.parse(written[kept] ?? '')).toMatchObject({
    level: 'warn',
    dropped: 2_000 - kept,
    reason: code,
  });
  expect(written.slice(kept + 1)).toEqual(['after']);
});

it('while the reader of the output does not read, lines wait in memory and are dropped beyond a bound', async () => {
  const { state, write, hold, release } = output();
  const log = new LogDestination({ write, maxBytes: 1_000 });
  hold();
  for (const line of lines(1_000, 2_000)) log.write(line);
  release();
  await log.flush();
  expect(state.text.split('\n').filter((line) => line.startsWith('line'))).toHaveLength(100);
  expect(state.text).toContain('"dropped":900');
});
