import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { clearTokens, currentOwner } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { askForOutcomes, doNow, leaveUndone, openCalls } from '#app/calls/ask-outcomes.ts';
import type { OnlineCall } from '#app/calls/online-call.ts';
import { giveBack, type Press, requestsInMemory, sendCall, unansweredCall } from '#app/calls/send-call.ts';
import { readCalls, stripCalls } from '#app/calls/unanswered-calls.ts';
import { onlineCalls } from '#app/shell/unanswered-note.tsx';
import { flush } from '../outbox/device.ts';
import { CallServer } from './call-server.ts';
import { sampleAnswer } from './sample-answers.ts';

const SECRET = 'a password that nobody keeps';
/** A restore tells its outcome otherwise: see restore.test.ts. */
const keyed = onlineCalls.filter((call) => !call.goesOn);

let server: CallServer;
let stop: (() => void) | undefined;
const told: string[] = [];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
});
afterEach(() => {
  stop?.();
  told.length = 0;
  localStorage.clear();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const isFile = ({ name }: OnlineCall) => name === 'import.run';

/** Presses the button of a call; another press has another body. */
function pressOf(call: OnlineCall, what = 'first'): Press {
  const press = { subject: '1', method: 'POST', path: `/sample/${call.name}/` } as const;
  const about = { name: 'November', file: 'students.csv' };
  if (isFile(call)) {
    const form = new FormData();
    form.set('options', what);
    return { ...press, about, file: { form, print: what } };
  }
  const body = { what, ...(call.keeps === 'key' && { password: SECRET }) };
  return { ...press, about, body };
}

const poll = <T>(read: () => T) => expect.poll(read, { timeout: 5_000 });
const client = () => createQueryClient();
const press = (call: OnlineCall, what?: string) => sendCall(client(), call, pressOf(call, what));
const lost = async (call: OnlineCall, what?: string) => {
  const failure = await press(call, what).then(undefined, (error: unknown) => error);
  expect(failure).toBeInstanceOf(ApiError);
  expect(failure).toMatchObject({ kind: 'transient' });
};

/** Closes the tab and opens the app again: what was in memory is gone, and outcomes are asked for. */
function reopen() {
  const stored = unansweredCall(onlineCalls[0] as OnlineCall);
  expect(stored).toBeUndefined();
  for (const key of server.keys) giveBack(key);
  requestsInMemory.clear();
  const owner = currentOwner();
  if (!owner) throw new Error('signed out');
  const asker = {
    client: client(),
    owner,
    find: (name: string) => onlineCalls.find((one) => one.name === name),
    tell: (text: string) => void told.push(text),
  };
  stop = askForOutcomes(asker);
  return asker;
}

const nothingOpen = () => {
  const owner = currentOwner();
  expect(owner && readCalls(owner)).toEqual([]);
  expect(openCalls.get()).toEqual([]);
};

it('every call has a name of its own', () => {
  const names = onlineCalls.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

it('76 an answer that cannot be read is asked for again after a pause', async () => {
  const call = keyed[0];
  if (!call) throw new Error('no call');
  server = new CallServer({ not: 'a close' });
  server.lose = 'answer';
  await lost(call);
  reopen();
  await poll(() => openCalls.get()[0]?.state).toBe('asking');
  await flush();
  expect(server.arrived).toBeLessThan(4);
  expect(server.performed).toHaveLength(1);
});

describe.each(keyed.map((call) => [call.name, call] as const))('%s', (name, call) => {
  beforeEach(() => {
    server = new CallServer(sampleAnswer(name));
  });
  const isSecret = call.keeps === 'key' && !isFile(call);

  it('75 whose answer was lost is done once, and the next press gets its result', async () => {
    server.lose = 'answer';
    await lost(call);
    const { text } = await press(call);
    expect(text).toMatch(/^[^?]+\.$/);
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
    nothingOpen();
    // The next press is another one.
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([2, 2]);
  });

  it('75 that never arrived is done once by the next press', async () => {
    server.lose = 'request';
    await lost(call);
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
    nothingOpen();
  });

  it('75 whose answer was lost answers a press with another body, which is not sent', async () => {
    server.lose = 'answer';
    await lost(call);
    const next = press(call, 'second');
    if (call.answersAnyPress) expect((await next).text).toMatch(/\.$/);
    else await expect(next).rejects.toThrow(/^What you sent before has arrived: .*\. Look at it/);
    expect(server.performed).toHaveLength(1);
    expect(server.performed[0]).toContain('first');
    nothingOpen();
  });

  it('75 that never arrived gives way to a press with another body; arriving late it is not done beside it', async () => {
    server.lose = 'late';
    await lost(call);
    if (isSecret) {
      // Two changes of one password: the last one holds.
      await press(call, 'second');
      expect(server.performed.at(-1)).toContain('second');
      return;
    }
    await press(call, 'second');
    server.deliver();
    expect(server.performed).toEqual([expect.stringContaining('second')]);
    nothingOpen();
  });

  it('75 that arrives just before a press with another body is the one that is done', async () => {
    server.lose = 'late';
    await lost(call);
    server.lose = 'request';
    await press(call, 'second').catch(() => undefined);
    server.deliver();
    if (!isSecret) {
      const next = press(call, 'second');
      if (call.answersAnyPress) await next;
      else await expect(next).rejects.toThrow(/An earlier press of yours has arrived/);
      expect(server.performed).toEqual([expect.stringContaining('first')]);
      nothingOpen();
    }
  });

  it('75 that is refused after a lost attempt is told as refused, and the next press is another one', async () => {
    server.lose = 'request';
    await lost(call);
    server.refusal = { detail: 'Not today.' };
    await expect(press(call)).rejects.toThrow('Not today.');
    nothingOpen();
    server.refusal = undefined;
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([1, 2]);
  });

  it('76 whose tab was closed with the answer is told after a reload, once', async () => {
    server.lose = 'answer';
    await lost(call);
    const arrived = server.arrived;
    reopen();
    await poll(() => told).toHaveLength(1);
    expect(told[0]).toMatch(/\.$/);
    expect(server.performed).toHaveLength(1);
    expect(server.arrived - arrived).toBe(call.keeps === 'key' ? 0 : 1);
    nothingOpen();
  });

  it('76 that never arrived is not done after a reload, until somebody presses', async () => {
    server.lose = 'request';
    await lost(call);
    const asker = reopen();
    await poll(() => openCalls.get()).toHaveLength(1);
    const [open] = openCalls.get();
    if (!open) throw new Error('none open');
    expect(open.state).toBe('not-done');
    expect(call.title(open.stored.about)).not.toBe('');
    expect(server.arrived).toBe(0);
    expect(open.repeatable).toBe(call.keeps === 'request');
    if (open.repeatable) {
      await doNow(asker, open);
      expect([server.performed.length, server.keys.size, told.length]).toEqual([1, 1, 1]);
    } else {
      await leaveUndone(asker, open);
      expect([server.performed.length, told.length]).toEqual([0, 0]);
    }
    nothingOpen();
  });

  it('76 that arrives while it is shown as not done is told, and not left', async () => {
    server.lose = 'late';
    await lost(call);
    const asker = reopen();
    await poll(() => openCalls.get()[0]?.state).toBe('not-done');
    server.deliver();
    const [open] = openCalls.get();
    if (open) await leaveUndone(asker, open);
    expect([server.performed.length, told.length]).toEqual([1, 1]);
    nothingOpen();
  });

  it('76 that the server is still performing is told when it is done', async () => {
    server.lose = 'late';
    await lost(call);
    const [key = ''] = server.keys;
    server.running.add(key);
    reopen();
    await poll(() => openCalls.get()[0]?.state).toBe('running');
    await expect(press(call)).rejects.toMatchObject({ kind: 'transient' });
    giveBack(key);
    server.running.clear();
    server.deliver();
    await vi.advanceTimersByTimeAsync(6_000);
    await poll(() => told).toHaveLength(1);
    expect(server.performed).toHaveLength(1);
    nothingOpen();
  });

  it('76 of a server that tells no outcomes is told as not known', async () => {
    server.outcomes = false;
    server.lose = 'request';
    await lost(call);
    if (call.read) return;
    const asker = reopen();
    await poll(() => openCalls.get()[0]?.state).toBe('untold');
    const [open] = openCalls.get();
    if (open) await leaveUndone(asker, open);
    nothingOpen();
  });

  it('76 leaves no password on the device, and nothing but its key after a log-out', async () => {
    server.lose = 'request';
    await lost(call);
    const kept = () => JSON.stringify({ ...localStorage });
    expect(kept()).toContain([...server.keys][0]);
    expect(kept()).not.toContain(SECRET);
    clearTokens();
    stripCalls();
    expect(kept()).toContain([...server.keys][0]);
    expect(kept()).not.toMatch(/November|students\.csv|first/);
    expect(call.title({})).not.toMatch(/undefined/);
    expect(call.done({}, undefined)).not.toMatch(/undefined/);
  });
});
