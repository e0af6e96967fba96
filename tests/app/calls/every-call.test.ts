import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { clearTokens, signedInKeys, storeTokens } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { type OnlineCall, type Press, sendCall } from '#app/calls/online-call.ts';
import { disableUserCall, enableUserCall, userPasswordCall } from '#app/features/users/user-calls.ts';
import { clearInput } from '#app/kept-input/kept-input.ts';
import { PASSWORD_FIELD } from '#contract/http.ts';
import { onlineCalls } from './online-calls.ts';
import { sampleAnswer, startText } from './sample-answers.ts';

type Loss =
  /** It is performed, and its answer is lost. */
  | 'answer'
  | 'request'
  /** It does not arrive yet; `deliver` brings it. */
  | 'late';

interface Write {
  readonly key: string;
  readonly sent: string;
}

let users = 0;

const withoutPasswords = (text: string) =>
  text.replace(/"(\w+)":"[^"]*",?/g, (field, name) => (PASSWORD_FIELD.test(name) ? '' : field));

/** Simulates a server that performs each key once, for one call and its answer; as the real one, it compares no passwords. */
class CallServer {
  /** What was performed, in order: method, path and body. */
  readonly performed: string[] = [];
  readonly keys = new Set<string>();
  arrived = 0;
  lose: Loss | undefined;
  readonly running = new Set<string>();
  refusal: object | undefined;
  readonly #done = new Map<string, string>();
  readonly #late: Write[] = [];
  readonly #answer: unknown;

  constructor(answer: unknown) {
    this.#answer = answer;
    users += 1;
    const claims = btoa(JSON.stringify({ sub: `caller-${users}`, branch: 'b1' }));
    storeTokens({ access: `e30.${claims}.sig`, refresh: 'refresh' });
    reportReachable();
    vi.stubGlobal('fetch', this.fetch);
  }

  deliver(): void {
    for (const write of this.#late.splice(0)) this.#perform(write);
  }

  #perform({ key, sent }: Write): Response {
    this.arrived += 1;
    if (this.running.has(key))
      return Response.json({ detail: 'It is running.' }, { status: 409, headers: { 'Retry-After': '1' } });
    const known = this.#done.get(key);
    if (known !== undefined && known !== withoutPasswords(sent))
      return Response.json({ detail: 'This key was used for another write.' }, { status: 422 });
    if (known === undefined && this.refusal) return Response.json(this.refusal, { status: 409 });
    if (known === undefined) {
      this.#done.set(key, withoutPasswords(sent));
      this.performed.push(sent);
    }
    return Response.json(this.#answer);
  }

  readonly fetch = async (input: string, init: RequestInit = {}): Promise<Response> => {
    const path = String(input).replace(/^\/api/, '');
    const key = new Headers(init.headers).get('Idempotency-Key') ?? '';
    if (path === '/branch/details/') return Response.json({ name: 'Al Nour', idempotency: true });
    this.keys.add(key);
    const write = { key, sent: `${init.method} ${path} ${startText(init.body)}` };
    const loss = this.lose;
    this.lose = undefined;
    if (loss === 'late') this.#late.push(write);
    if (loss === 'request' || loss === 'late') throw new TypeError('Failed to fetch');
    const answer = this.#perform(write);
    if (loss === 'answer') throw new TypeError('Failed to fetch');
    return answer;
  };
}

const HOUR = 3_600_000;
const EARLIER = /^An earlier press of yours has arrived and was done\. Look/;

let server: CallServer;
let send = sendCall;

afterEach(() => {
  send = sendCall;
  localStorage.clear();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const serve = ({ name }: OnlineCall) => {
  server = new CallServer(sampleAnswer(name));
};

function pressOf(call: OnlineCall, content: string): Press {
  const press = { subject: '1', method: 'POST', path: `/sample/${call.name}/` } as const;
  const about = { name: 'November', file: 'students.csv' };
  if (call.name !== 'import.run') return { ...press, about, body: { content } };
  const form = new FormData();
  form.set('options', content);
  return { ...press, about, form };
}

const press = (call: OnlineCall, content = 'first') =>
  send(createQueryClient(), call, pressOf(call, content));
const lost = async (call: OnlineCall) => {
  const failure = await press(call).then(undefined, (error: unknown) => error);
  expect(failure).toMatchObject({ name: 'ApiError', kind: 'transient' });
};

/** The tab is reloaded, or closed and the app opened again: what was in memory is gone. */
async function reopen(): Promise<void> {
  vi.resetModules();
  send = (await import('#app/calls/online-call.ts')).sendCall;
}

const kept = () => JSON.stringify({ ...localStorage });

it('every call has a name of its own', () => {
  const names = onlineCalls.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

describe.each(onlineCalls.map((call) => [call.name, call] as const))('%s', (_, call) => {
  beforeEach(() => serve(call));

  it('75 whose answer was lost is done once, and the same press gets its result', async () => {
    server.lose = 'answer';
    await lost(call);
    const { text } = await press(call);
    expect(text).toMatch(/^[^?]+\.$/);
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
    // The next press is another one.
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([2, 2]);
  });

  it('75 that never arrived is done once by the next press', async () => {
    server.lose = 'request';
    await lost(call);
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
  });

  it('75 whose answer was lost refuses a press with another body, says why, and takes the one after it', async () => {
    server.lose = 'answer';
    await lost(call);
    await expect(press(call, 'second')).rejects.toThrow(EARLIER);
    expect(server.performed).toEqual([expect.stringContaining('first')]);
    await press(call, 'second');
    expect(server.performed).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
  });

  it('75 that never arrived gives way to a press with another body; arriving late it is not done beside it', async () => {
    server.lose = 'late';
    await lost(call);
    await press(call, 'second');
    server.deliver();
    expect(server.performed).toEqual([expect.stringContaining('second')]);
  });

  it('75 that arrives just before a press with another body is the one that is done', async () => {
    server.lose = 'late';
    await lost(call);
    server.lose = 'request';
    await press(call, 'second').catch(() => undefined);
    server.deliver();
    await expect(press(call, 'second')).rejects.toThrow(EARLIER);
    expect(server.performed).toEqual([expect.stringContaining('first')]);
  });

  it('75 that is refused after a lost attempt is told as refused, and the next press is another one', async () => {
    server.lose = 'request';
    await lost(call);
    server.refusal = { detail: 'Not today.' };
    await expect(press(call)).rejects.toThrow('Not today.');
    server.refusal = undefined;
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([1, 2]);
  });

  it('76 whose tab was closed with the answer is done once, and the same press gets its result', async () => {
    server.lose = 'answer';
    await lost(call);
    await reopen();
    expect((await press(call)).text).toMatch(/\.$/);
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
  });

  it('76 whose tab was closed before it arrived is not done until somebody presses, and then once', async () => {
    server.lose = 'late';
    await lost(call);
    await reopen();
    expect(server.arrived).toBe(0);
    await press(call);
    server.deliver();
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
  });

  it('76 that the server is still performing is not done again', async () => {
    server.lose = 'late';
    await lost(call);
    const [key = ''] = server.keys;
    server.running.add(key);
    await expect(press(call)).rejects.toMatchObject({ kind: 'transient', message: /still working on it/ });
    server.running.clear();
    server.deliver();
    await press(call);
    expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
  });

  it('76 leaves nothing on the device after a log-out', async () => {
    server.lose = 'request';
    await lost(call);
    const before = kept();
    clearTokens();
    clearInput(signedInKeys());
    expect(before).toContain('input');
    expect(kept()).not.toMatch(/input|November|students\.csv|first/);
  });
});

it('76 an answer that cannot be read is none', async () => {
  server = new CallServer({ not: 'a user' });
  await lost(disableUserCall);
  await expect(press(disableUserCall)).rejects.toMatchObject({ kind: 'transient' });
  expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
});

it('75 another password has another key, because the server compares none, and no password is stored', async () => {
  serve(userPasswordCall);
  const change = (password: string) =>
    sendCall(createQueryClient(), userPasswordCall, {
      ...pressOf(userPasswordCall, 'x'),
      body: { password },
    });
  server.lose = 'answer';
  await expect(change('first password')).rejects.toMatchObject({ kind: 'transient' });
  expect(kept()).not.toContain('first password');
  server.lose = 'answer';
  await expect(change('first password')).rejects.toMatchObject({ kind: 'transient' });
  expect([server.performed.length, server.keys.size]).toEqual([1, 1]);
  await change('second password');
  expect(server.performed).toEqual([expect.stringContaining('first'), expect.stringContaining('second')]);
});

it('76 what was undone meanwhile is done again: presses about one record share the id', async () => {
  serve(disableUserCall);
  server.lose = 'answer';
  await lost(disableUserCall);
  await expect(press(enableUserCall)).rejects.toThrow(EARLIER);
  await press(enableUserCall);
  await press(disableUserCall);
  expect(server.performed.map((sent) => sent.split(' ')[1])).toEqual([
    '/sample/user.disable/',
    '/sample/user.enable/',
    '/sample/user.disable/',
  ]);
});

it('76 an answer of hours ago is none to a press of now', async () => {
  serve(disableUserCall);
  server.lose = 'answer';
  await lost(disableUserCall);
  vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 2 * HOUR);
  await press(disableUserCall);
  expect([server.performed.length, server.keys.size]).toEqual([2, 2]);
});
