import '../../support/reset-modules.ts';
import { scrypt } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { addBranch, addUser } from '#server/accounts/administration.ts';
import { hashingLimits } from '#server/accounts/passwords.ts';
import { type AccountServer, accountServer } from './account-server.ts';
import { withServer } from './with-server.ts';

vi.mock('node:crypto', async (original) => {
  const crypto = await original<typeof import('node:crypto')>();
  return { ...crypto, scrypt: vi.fn(crypto.scrypt) };
});

const LOGIN = '/auth/login/';
const CONFIRM = '/auth/password/reset/confirm/';
const mona = { email: 'mona@example.com', password: 'open sesame' };

const database = withServer();
let server: AccountServer;
beforeAll(async () => {
  server = await accountServer(database);
  await addBranch(database.db, { name: 'Giza', address: '' });
  await addUser(database.db, { ...mona, branch: 'Giza' });
});
afterAll(() => server.app.close());
beforeEach(() => {
  vi.mocked(scrypt).mockClear();
});

/** Returns the length and cost of each scrypt call since the test began. */
const work = () => vi.mocked(scrypt).mock.calls.map(([, , length, { N, r, p }]) => ({ length, N, r, p }));

const ONE = [{ length: 32, N: 2 ** 15, r: 8, p: 1 }];

it.each([
  ['the right password', mona, 200],
  ['a wrong password', { ...mona, password: 'open barley' }, 400],
  ['an unknown address', { ...mona, email: 'nobody@example.com' }, 400],
])('sign-in with %s computes one slow hash', async (_name, credentials, status) => {
  expect((await server.post(LOGIN, credentials)).status).toBe(status);
  expect(work()).toEqual(ONE);
});

it('sign-in of a user with an unreadable hash computes one slow hash and fails', async () => {
  await database.queryAsOwner("update person set password_hash = ''");
  expect((await server.post(LOGIN, mona)).status).toBe(400);
  expect(work()).toEqual(ONE);
});

it('an invalid reset link computes no slow hash', async () => {
  expect((await server.post(CONFIRM, { token: 'none', password: 'new sesame' })).status).toBe(400);
  expect(work()).toEqual([]);
});

it('a rush of sign-ins hashes few at a time and refuses what is beyond its queue; others do not wait, nor sign-ins from elsewhere', async () => {
  const held: (() => void)[] = [];
  const real = vi.mocked(scrypt).getMockImplementation();
  vi.mocked(scrypt).mockImplementation((_password, _salt, length, _cost, done) => {
    held.push(() => done(null, Buffer.alloc(length)));
  });
  try {
    const { running, waiting } = hashingLimits;
    const answered: Awaited<ReturnType<AccountServer['post']>>[] = [];
    const rush = Array.from({ length: running + waiting + 3 }, async (_, index) => {
      const credentials = { email: `nobody${index}@example.com`, password: 'open barley' };
      answered.push(await server.post(LOGIN, credentials));
    });
    await vi.waitFor(() => expect(answered).toHaveLength(3));
    for (const { status, retryAfter, body } of answered) {
      expect({ status, retryAfter }).toEqual({ status: 503, retryAfter: 2 });
      expect(body).toEqual({ detail: 'Too many people sign in right now. Try again in a moment.' });
    }
    expect(held).toHaveLength(running);
    // From another address there is a place, and a turn: the newest of the rush makes room.
    const elsewhere = server.app.inject({
      method: 'POST',
      url: `/api${LOGIN}`,
      remoteAddress: '2001:db8:5::1',
      payload: { ...mona, email: 'somebody@example.com' },
    });
    await vi.waitFor(() => expect(answered).toHaveLength(4));
    expect(answered[3]?.status).toBe(503);
    const client = await database.newClient();
    expect((await client.get('/students/')).status).toBe(200);
    expect(held).toHaveLength(running);
    while (held.length > 0) {
      held.shift()?.();
      await new Promise(setImmediate);
    }
    await Promise.all(rush);
    expect((await elsewhere).statusCode).toBe(400);
    expect(answered.slice(4).map(({ status }) => status)).toEqual(Array(running + waiting - 1).fill(400));
  } finally {
    vi.mocked(scrypt).mockImplementation(real ?? scrypt);
  }
});
