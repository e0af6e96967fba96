import { expect, it, vi } from 'vitest';
import { sourceOf } from '#server/http/origin.ts';
import { QueueFullError, TaskQueue } from '#server/platform/task-queue.ts';

function startTask(queue: TaskQueue, log: string[], name: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  const done = queue.run(async () => {
    log.push(name);
    await released;
  });
  return { release, done };
}

it('two tasks run, the next ones wait in order, and one more is refused', async () => {
  const queue = new TaskQueue({ running: 2, waiting: 2 });
  const log: string[] = [];
  const [first, second, third, fourth] = ['1', '2', '3', '4'].map((name) => startTask(queue, log, name));
  await expect(queue.run(async () => undefined)).rejects.toThrow(QueueFullError);
  expect(queue.counts).toEqual({ running: 2, waiting: 2 });
  expect(log).toEqual(['1', '2']);
  second?.release();
  await second?.done;
  await vi.waitFor(() => expect(log).toEqual(['1', '2', '3']));
  for (const task of [first, third, fourth]) task?.release();
  await Promise.all([first?.done, third?.done, fourth?.done]);
  expect(log).toEqual(['1', '2', '3', '4']);
  expect(queue.idle).toBe(true);
});

it('a task that fails gives its place back', async () => {
  const queue = new TaskQueue({ running: 1, waiting: 0 });
  await expect(queue.run(() => Promise.reject(new Error('failed')))).rejects.toThrow('failed');
  expect(await queue.run(async () => 'next')).toBe('next');
});

it('a wait that is given up leaves the queue, and its place goes to the next', async () => {
  const queue = new TaskQueue({ running: 1, waiting: 2 });
  const leave = await queue.enter();
  const giveUp = new AbortController();
  const [impatient, patient] = [queue.enter(giveUp.signal), queue.enter()];
  giveUp.abort(new Error('gone'));
  await expect(impatient).rejects.toThrow('gone');
  await expect(queue.enter(giveUp.signal)).rejects.toThrow('gone');
  leave();
  leave();
  (await patient)();
  expect(queue.idle).toBe(true);
});

it('sources take turns, and one that fills the queue makes room for another', async () => {
  const queue = new TaskQueue({ running: 1, waiting: 4 });
  const order: string[] = [];
  const task = (source: string, name: string) => queue.run(async () => void order.push(name), source);
  const first = await queue.enter();
  const rush = ['1', '2', '3', '4'].map((name) => task('attacker', `attacker ${name}`));
  const displaced = expect(rush[3]).rejects.toThrow(QueueFullError);
  const honest = task('tablet', 'tablet');
  await displaced;
  // It has most already: it displaces nobody.
  await expect(task('attacker', 'attacker 5')).rejects.toThrow(QueueFullError);
  expect(queue.counts).toEqual({ running: 1, waiting: 4 });
  first();
  await Promise.all([...rush.slice(0, 3), honest]);
  expect(order).toEqual(['attacker 1', 'tablet', 'attacker 2', 'attacker 3']);
  expect(queue.idle).toBe(true);
});

it('a source that gave up waiting has no turn', async () => {
  const queue = new TaskQueue({ running: 1, waiting: 4 });
  const first = await queue.enter();
  const gone = new AbortController();
  const left = queue.enter(gone.signal, 'gone').catch((error: unknown) => error);
  const other = queue.run(async () => 'done', 'other');
  gone.abort(new Error('gave up'));
  expect(await left).toEqual(new Error('gave up'));
  first();
  expect(await other).toBe('done');
  expect(queue.idle).toBe(true);
});

it.each([
  ['192.0.2.7', '192.0.2.7'],
  ['2001:db8:5:6:7:8:9:a', '2001:db8:5:6'],
  ['2001:db8:5:6::1', '2001:db8:5:6'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['::ffff:192.0.2.7', '::ffff:192.0.2.7'],
])('clients at %s are the source %s', (ip, source) => expect(sourceOf({ ip })).toBe(source));
