import { randomUUID } from 'node:crypto';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { paths } from '#contract/http.ts';
import { addBranch, addUser } from '#server/accounts/administration.ts';
import { FailureCounts } from '#server/http/password-attempts.ts';
import { type AccountServer, accountServer } from './account-server.ts';
import { withServer } from './with-server.ts';

const HOUR_MS = 3_600_000;
const MAX_FAILURES = 100;
const HOME = '10.0.0.1';

const database = withServer();
let server: AccountServer;
let users = 0;
let mona: { readonly email: string; readonly password: string };

beforeAll(async () => {
  await addBranch(database.db, { name: 'Giza', address: '' });
});
beforeEach(async () => {
  server = await accountServer(database);
  users += 1;
  mona = { email: `mona${users}@example.com`, password: 'open sesame' };
  await addUser(database.db, { ...mona, branch: 'Giza' });
});
afterEach(() => server.app.close());

/** Sends a request from a client address. */
async function from(remoteAddress: string, url: string, payload: object, access?: string) {
  const answer = await server.app.inject({
    method: url === paths.user ? 'PATCH' : 'POST',
    url: `/api${url}`,
    remoteAddress,
    payload,
    headers: access === undefined ? {} : { authorization: `Bearer ${access}` },
  });
  return { status: answer.statusCode, body: answer.json(), wait: Number(answer.headers['retry-after']) };
}

const signIn = (address: string, password = mona.password, email = mona.email) =>
  from(address, paths.login, { email, password });

/** Hashes that wait for their turn without a refusal. */
const AT_ONCE = 12;

/** Guesses the password this often from many addresses, some at once. @returns how many guesses were compared */
async function guess(times: number, email = mona.email) {
  let compared = 0;
  for (let first = 0; first < times; first += AT_ONCE) {
    const tried = Array.from({ length: Math.min(AT_ONCE, times - first) }, (_, n) =>
      signIn(`172.16.0.${n}`, 'open barley', email),
    );
    compared += (await Promise.all(tried)).filter(({ status }) => status === 400).length;
  }
  return compared;
}

it('an account has a hundred wrong passwords an hour, from wherever and at once; its user goes on where they have signed in before', async () => {
  const { body: tokens } = await signIn(HOME);
  expect(await guess(MAX_FAILURES + 30)).toBe(MAX_FAILURES);
  const elsewhere = await signIn('192.0.2.1');
  expect(elsewhere).toMatchObject({
    status: 429,
    body: { detail: expect.stringContaining('in an hour, or where you have signed in before') },
  });
  expect(elsewhere.wait).toBeGreaterThan(3_000);
  expect(elsewhere.wait).toBeLessThanOrEqual(3_600);
  expect(server.log()).toContain('attempts-limited');

  expect((await signIn(HOME, 'open barley')).status).toBe(400);
  expect((await signIn(HOME)).status).toBe(200);
  // A tablet that is signed in takes its new address along.
  expect((await from('10.0.0.2', paths.refresh, { refresh: tokens.refresh })).status).toBe(200);
  expect((await signIn('10.0.0.2')).status).toBe(200);

  await database.queryAsOwner("update known_source set last_used_at = now() - interval '91 days'");
  expect((await signIn('10.0.0.2')).status).toBe(429);
});

it('an address without a user is limited alike, and other accounts are not', async () => {
  const nobody = `nobody${users}@example.com`;
  expect(await guess(MAX_FAILURES + 10, nobody.toUpperCase())).toBe(MAX_FAILURES);
  expect((await signIn('192.0.2.1', 'open barley', nobody)).status).toBe(429);
  expect((await signIn('192.0.2.1')).status).toBe(200);
});

it('right passwords count nothing, and each place that is known has a hundred wrong ones of its own', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    for (let place = 0; place < 8; place++) expect((await signIn(`10.0.1.${place}`)).status).toBe(200);
    expect(await guess(MAX_FAILURES)).toBe(MAX_FAILURES);
    // Twenty a minute are let through at all: minutes go by on the server's clock.
    for (let minute = 0; minute < 11; minute++) {
      const tried = await Promise.all(Array.from({ length: 10 }, () => signIn('10.0.1.1', 'open barley')));
      const answers = new Set(tried.map(({ status }) => status));
      expect([minute, ...answers]).toEqual([minute, minute < 10 ? 400 : 429]);
      vi.advanceTimersByTime(60_001);
    }
    expect((await signIn('10.0.1.1')).status).toBe(429);
    expect((await signIn('10.0.1.2')).status).toBe(200);
    vi.advanceTimersByTime(HOUR_MS);
    expect((await signIn('192.0.2.1')).status).toBe(200);
  } finally {
    vi.useRealTimers();
  }
});

it('the present password on the profile and the one of an approval count like those of sign-ins', async () => {
  const { body: tokens } = await signIn('10.0.2.1');
  const change = { current_password: 'open barley', new_password: 'another sesame 1' };
  expect((await from('192.0.2.7', paths.user, change, tokens.access)).status).toBe(400);
  const approval = {
    email: mona.email,
    password: 'open barley',
    key: randomUUID(),
    method: 'DELETE',
    path: '/students/1/',
    body_hash: '0'.repeat(64),
  };
  expect((await from('192.0.2.8', paths.approval, approval, tokens.access)).status).toBe(400);
  expect(await guess(MAX_FAILURES)).toBe(MAX_FAILURES - 2);
  expect(
    (await from('192.0.2.7', paths.user, { ...change, current_password: mona.password }, tokens.access))
      .status,
  ).toBe(429);
  expect(
    (await from('192.0.2.8', paths.approval, { ...approval, password: mona.password }, tokens.access)).status,
  ).toBe(429);
});

it('twenty places are known of a user, and the one that was not used for longest is forgotten', async () => {
  for (let place = 0; place < 21; place++) await signIn(`10.1.0.${place}`);
  const rows = await database.queryAsOwner(
    'select source from known_source join person on person.id = person_id where email = $1',
    [mona.email],
  );
  const known = rows.map(({ source }) => String(source));
  expect(known).toHaveLength(20);
  expect(known).not.toContain('10.1.0.0');
});

it('what is made up does not push out the count of an account', () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  try {
    const counts = new FailureCounts();
    for (let n = 0; n < MAX_FAILURES; n++) counts.add('account').keep();
    for (let n = 0; n < MAX_FAILURES; n++) counts.add('made up');
    expect([counts.secondsLeft('account'), counts.secondsLeft('made up')]).toEqual([3_600, 3_600]);
    for (let n = 0; n < 5_000; n++) counts.add(`other ${n}`);
    expect([counts.secondsLeft('account'), counts.secondsLeft('made up')]).toEqual([3_600, 0]);
    vi.advanceTimersByTime(HOUR_MS - 1_000);
    expect(counts.secondsLeft('account')).toBe(1);
    vi.advanceTimersByTime(1_000);
    expect(counts.secondsLeft('account')).toBe(0);
  } finally {
    vi.useRealTimers();
  }
});
