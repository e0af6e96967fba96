import { decodeJwt } from 'jose';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { accessClaims, refreshed, signedIn, tokens } from '#contract/account.ts';
import { addBranch, addUser, hasAnyUser, setPassword } from '#server/accounts/administration.ts';
import { replacePassword } from '#server/accounts/directory.ts';
import { beginSession, findByPassword } from '#server/accounts/sessions.ts';
import { withServer } from './with-server.ts';

const LOGIN = '/auth/login/';
const REFRESH = '/auth/token/refresh/';
const mona = { email: 'mona@example.com', password: 'open sesame' };

const server = withServer();
beforeAll(async () => {
  expect(await hasAnyUser(server.db)).toBe(false);
  await addBranch(server.db, { name: 'Giza', address: '' });
  await addUser(server.db, {
    ...mona,
    branch: 'giza',
    firstName: 'Mona',
    lastName: 'Adel',
    accountType: 'staff',
  });
});

const anyone = () => server.clientWithToken(undefined);
const signIn = async () => tokens.parse((await anyone().send('POST', LOGIN, mona)).body);
const refreshWith = (refresh: string) => anyone().send('POST', REFRESH, { refresh });

describe('signing in', () => {
  it('returns a token of the user and the branch', async () => {
    const { access } = await signIn();
    const me = await server.clientWithToken(access).get('/auth/user/');
    expect(me.body).toMatchObject({ email: mona.email, first_name: 'Mona', account_type: 'staff' });
    const claims = accessClaims.parse(decodeJwt(access));
    expect(claims.sub).toBe(me.body.id);
    expect(claims.branch).toBe((await server.clientWithToken(access).get('/branch/details/')).body.id);
  });

  it('sends the storage key of the user, the same at each refresh and after another password', async () => {
    const keyOf = async (body: object) => signedIn.parse((await anyone().send('POST', LOGIN, body)).body);
    const { refresh, storage_key: key } = await keyOf(mona);
    expect(Buffer.from(key ?? '', 'base64')).toHaveLength(32);
    expect(refreshed.parse((await refreshWith(refresh)).body).storage_key).toBe(key);
    const user = { email: 'key@example.com', password: 'open sesame' };
    await addUser(server.db, { ...user, branch: 'giza', firstName: 'Key', lastName: 'Owner' });
    const storageKey = (await keyOf(user)).storage_key;
    expect(storageKey).not.toBe(key);
    await setPassword(server.db, { email: user.email, password: 'another sesame' });
    expect((await keyOf({ ...user, password: 'another sesame' })).storage_key).toBe(storageKey);
  });

  it('gives the same answer for a wrong password and an unknown address', async () => {
    const wrong = await anyone().send('POST', LOGIN, { ...mona, password: 'open barley' });
    const unknown = await anyone().send('POST', LOGIN, { ...mona, email: 'nobody@example.com' });
    expect(wrong.status).toBe(400);
    expect(wrong.body).toEqual({ non_field_errors: [expect.any(String)] });
    expect([unknown.status, unknown.body]).toEqual([wrong.status, wrong.body]);
  });

  it('names in plain words what is missing or of the wrong kind', async () => {
    const bodyOf = async (path: string, body: string) => (await anyone().send('POST', path, body)).body;
    expect(await bodyOf(REFRESH, '{}')).toEqual({ refresh: ['This cannot be empty'] });
    expect(await bodyOf(REFRESH, '{"refresh":7}')).toEqual({ refresh: ['Invalid input'] });
    expect(await bodyOf(LOGIN, '[]')).toEqual({ non_field_errors: ['The body must be a JSON object.'] });
  });

  it('is limited to twenty attempts per minute and address', { timeout: 60_000 }, async () => {
    const guess = { email: 'guessed@example.com', password: 'guess' };
    const answers = await Promise.all(Array.from({ length: 20 }, () => anyone().send('POST', LOGIN, guess)));
    expect(answers.every(({ status }) => status === 400)).toBe(true);
    const limited = await anyone().send('POST', LOGIN, { ...guess, email: 'Guessed@example.com' });
    expect(limited.status).toBe(429);
    expect(limited.body).toEqual({ detail: expect.any(String) });
    expect(Number(limited.headers['retry-after'])).toBeGreaterThan(0);
    expect((await anyone().send('POST', LOGIN, mona)).status).toBe(200);
  });

  it('stores a hash of the password, never the password', async () => {
    const [row] = await server.queryAsOwner('select * from person where email = $1', [mona.email]);
    expect(String(row?.password_hash)).toMatch(/^scrypt:32768:8:1:/);
    expect(JSON.stringify(row)).not.toContain(mona.password);
  });

  it('with a password that is replaced at the same moment starts no session', async () => {
    const swift = { email: 'swift@example.com', password: 'open sesame' };
    await addUser(server.db, { ...swift, branch: 'Giza' });
    const { verified: proven } = await findByPassword(server.db, swift);
    if (!proven) throw new Error('the password is wrong');
    const waiting = () =>
      server.queryAsOwner(
        "select 1 from pg_stat_activity where wait_event_type = 'Lock' and query ilike '%session%'",
      );
    let begun: Promise<unknown> | undefined;
    await server.db.transaction().execute(async (transaction) => {
      await replacePassword(transaction, proven, 'another hash');
      begun = beginSession(server.db, proven, { idleSeconds: 3600 });
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1));
    });
    expect(await begun).toBeUndefined();
    expect(
      await server.queryAsOwner('select 1 from session where person_id = $1', [proven.personId]),
    ).toEqual([]);
  });
});

describe('token refresh', () => {
  it('works after a restore of the database, and revoked tokens stay revoked', async () => {
    const { refresh: first } = await signIn();
    const { refresh: second } = tokens.parse((await refreshWith(first)).body);
    const { refresh: third } = tokens.parse((await refreshWith(second)).body);
    await server.queryAsOwner('update session set generation = 0 where generation = 2');
    const { refresh: fourth } = tokens.parse((await refreshWith(third)).body);
    expect((await refreshWith(fourth)).status).toBe(200);
    expect((await refreshWith(first)).status).toBe(401);
  });

  it('rejects an access token', async () => {
    const { access } = await signIn();
    for (const token of [access, 'nonsense', `${access}x`]) {
      expect((await refreshWith(token)).status).toBe(401);
    }
    expect((await anyone().send('POST', REFRESH, {})).status).toBe(400);
  });

  it('rejects an expired session', async () => {
    const { refresh } = await signIn();
    await server.queryAsOwner("update session set expires_at = now() - interval '1 second'");
    expect((await refreshWith(refresh)).status).toBe(401);
  });
});

describe('accounts on the command line', () => {
  it('reject existing and unknown users in one sentence', async () => {
    const { db } = server;
    await expect(addBranch(db, { name: 'GIZA', address: '' })).rejects.toThrow(
      'A branch named GIZA exists already.',
    );
    const person = { email: 'Mona@Example.com', password: 'abcd' };
    await expect(addUser(db, { ...person, branch: 'Giza' })).rejects.toThrow('exists already');
    await expect(addUser(db, { ...person, branch: 'Luxor' })).rejects.toThrow(
      'There is no branch named Luxor.',
    );
    await expect(setPassword(db, { email: 'x@y.zz', password: 'abcd' })).rejects.toThrow('Nobody signs in');
  });
});
