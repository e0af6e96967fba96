import { expect, it, vi } from 'vitest';
import { QueueFullError, TaskQueue } from '#server/task-queue.ts';

/** Starts a task that runs until it is released. */
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
