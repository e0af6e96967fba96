import 'fake-indexeddb/auto';
import { decodeJwt } from 'jose';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { type Tokens, tokens } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { addBranch, addUser } from '#server/accounts/administration.ts';
import { FakeLocks } from '../../app/outbox/fake-locks.ts';
import { MemoryStorage } from '../../support/memory-storage.ts';
import { withServer } from './with-server.ts';

// The app's own client against the server: what the rotation of tokens means for devices (decision 48).

const REFRESH = `/api${paths.refresh}`;
const password = 'open sesame';
const server = withServer();
let origin: string;
let users = 0;
let email: string;
/** Lets a test lose requests and answers. */
let network: typeof fetch;
const realFetch = globalThis.fetch;

/** One tab of a device: its own copy of the app's modules, over shared storage. */
async function openTab() {
  vi.resetModules();
  const [client, session, facts, signOut, db, waiting] = await Promise.all([
    import('#app/api/client.ts'),
    import('#app/api/session.ts'),
    import('#app/outbox/store/server-facts.ts'),
    import('#app/outbox/sender/sign-out.ts'),
    import('#app/outbox/store/outbox-db.ts'),
    import('#app/api/pending-sign-outs.ts'),
  ]);
  const { user } = await import('#contract/account.ts');
  const read = () => client.request({ method: 'GET', path: paths.user, answer: user });
  return { ...session, ...facts, ...signOut, ...db, ...waiting, read };
}

async function signIn(address = email): Promise<Tokens> {
  const answer = await realFetch(`${origin}/api${paths.login}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: address, password }),
  });
  return tokens.parse(await answer.json());
}

const refreshes = () => vi.mocked(network).mock.calls.filter(([url]) => String(url).endsWith(REFRESH)).length;

/** Replaces the stored access token by one that the server refuses, as one that has run out. */
function expireAccess(): void {
  const key = 'branch-desk.session';
  const stored: { access: string } = JSON.parse(localStorage.getItem(key) ?? '{}');
  localStorage.setItem(
    key,
    JSON.stringify({ ...stored, access: stored.access.replace(/\.[^.]*$/, '.gone') }),
  );
}

const sessionsOf = (pair: Tokens) =>
  server.queryAsOwner('select id from session where id = $1', [decodeJwt(pair.access).sid]);

beforeAll(async () => {
  await addBranch(server.db, { name: 'Giza', address: '' });
  origin = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
beforeEach(async () => {
  users += 1;
  email = `mona${users}@example.com`;
  await addUser(server.db, { email, password, branch: 'Giza' });
  vi.stubGlobal('localStorage', new MemoryStorage());
  vi.stubGlobal('window', new EventTarget());
  vi.stubGlobal('navigator', { onLine: true, userAgent: 'iPad', language: 'en', locks: new FakeLocks() });
  network = vi.fn<typeof fetch>((url, init) => realFetch(new URL(String(url), origin), init));
  vi.stubGlobal('fetch', (...args: Parameters<typeof fetch>) => network(...args));
});
afterEach(() => vi.unstubAllGlobals());

it.each([
  ['with a lock', true],
  ['without locks', false],
])('two tabs that refresh at the same moment %s stay signed in, time after time', async (_name, locks) => {
  if (!locks) vi.stubGlobal('navigator', { onLine: true, userAgent: 'iPad', language: 'en' });
  const [one, other] = [await openTab(), await openTab()];
  one.storeTokens(await signIn());
  for (let round = 1; round <= 3; round++) {
    expireAccess();
    const answers = await Promise.all([one.read(), other.read()]);
    expect(answers.map((answer) => answer.email)).toEqual([email, email]);
    if (locks) expect(refreshes()).toBe(round);
  }
});

it('a device whose refresh was answered into nowhere goes on', async () => {
  const tab = await openTab();
  tab.storeTokens(await signIn());
  expireAccess();
  let lost = 0;
  const working = network;
  network = vi.fn<typeof fetch>(async (url, init) => {
    const answer = await working(url, init);
    if (!String(url).endsWith(REFRESH) || lost > 0) return answer;
    lost += 1;
    throw new TypeError('network error');
  });
  await expect(tab.read()).rejects.toMatchObject({ kind: 'transient' });
  expect(lost).toBe(1);
  expect(await tab.read()).toMatchObject({ email });
  expireAccess();
  expect(await tab.read()).toMatchObject({ email });
});

it('a log-out while offline ends the session once there is a connection, whoever is signed in by then', async () => {
  const tab = await openTab();
  const pair = await signIn();
  tab.storeTokens(pair);
  const owner = tab.currentOwner();
  if (!owner) throw new Error('nobody is signed in');
  expect(await tab.probeServer(tab.outboxDb(), owner)).toMatchObject({ reached: true });

  const working = network;
  network = vi.fn<typeof fetch>(async () => {
    throw new TypeError('Failed to fetch');
  });
  await tab.signOut();
  expect(tab.currentSession()).toBeUndefined();
  await tab.sendSignOuts();
  expect(await sessionsOf(pair)).toHaveLength(1);
  // Nothing stays on the device that could continue the session.
  expect(localStorage.getItem('branch-desk.sign-outs')).not.toContain(pair.refresh);

  const basma = `basma.${email}`;
  await addUser(server.db, { email: basma, password, branch: 'Giza' });
  const next = await signIn(basma);
  tab.storeTokens(next);
  network = working;
  window.dispatchEvent(new Event('online'));
  await vi.waitFor(async () => expect(await sessionsOf(pair)).toEqual([]));
  await vi.waitFor(() => expect(localStorage.getItem('branch-desk.sign-outs')).toBeNull());
  expect(await sessionsOf(next)).toHaveLength(1);
  expect(await tab.read()).toMatchObject({ email: basma });
});

it('a log-out from a server that does not end sessions sends nothing', async () => {
  const tab = await openTab();
  const pair = await signIn();
  tab.storeTokens(pair);
  const owner = tab.currentOwner();
  if (!owner) throw new Error('nobody is signed in');
  await tab.rememberCapabilities(tab.outboxDb(), owner, {
    client_ids: true,
    idempotency: true,
    merges: true,
  });
  vi.mocked(network).mockClear();
  await tab.signOut();
  expect(network).not.toHaveBeenCalled();
  expect(localStorage.getItem('branch-desk.sign-outs')).toBeNull();
});
