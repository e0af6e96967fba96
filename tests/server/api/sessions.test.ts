import { decodeJwt } from 'jose';
import { beforeAll, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { type Tokens, tokens } from '#contract/account.ts';
import { addBranch, addUser } from '#server/accounts/administration.ts';
import { sweepSessions } from '#server/accounts/sessions.ts';
import { passTrustedTime } from './session-checks.ts';
import { withServer } from './with-server.ts';

const LOGIN = '/auth/login/';
const REFRESH = '/auth/token/refresh/';
const DAY_SECONDS = 24 * 60 * 60;
const IDLE_SECONDS = 14 * DAY_SECONDS;
const agent = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';

const server = withServer();
let users = 0;
let mona: { readonly email: string; readonly password: string };

beforeAll(async () => {
  await addBranch(server.db, { name: 'Giza', address: '' });
});
beforeEach(async () => {
  users += 1;
  mona = { email: `mona${users}@example.com`, password: 'open sesame' };
  await addUser(server.db, { ...mona, branch: 'giza', firstName: 'Mona', lastName: 'Adel' });
});

const anyone = () => server.clientWithToken(undefined);
const signIn = async (): Promise<Tokens> =>
  tokens.parse((await anyone().send('POST', LOGIN, mona, { 'user-agent': agent })).body);
const refreshWith = (refresh: string) => anyone().send('POST', REFRESH, { refresh });
const refreshed = async (refresh: string): Promise<Tokens> => tokens.parse((await refreshWith(refresh)).body);
const statusWith = async (access: string) => (await server.clientWithToken(access).get('/auth/user/')).status;
const sessionOf = ({ access }: Tokens) => String(decodeJwt(access).sid);

/** Changes the stored session, in place of waiting. */
const change = (pair: Tokens, assignments: string) =>
  server.queryAsOwner(`update session set ${assignments} where id = $1`, [sessionOf(pair)]);

/** Returns the seconds until a session expires, by the clock of the database. */
async function secondsLeft(pair: Tokens): Promise<number> {
  const [row] = await server.queryAsOwner(
    'select extract(epoch from expires_at - now())::float8 as left from session where id = $1',
    [sessionOf(pair)],
  );
  return Number(row?.left);
}

/** Sets the clock of the server in this process off by days; the database's stays right. */
function shiftClock(days: number): void {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + days * DAY_SECONDS * 1000 });
  onTestFinished(() => void vi.useRealTimers());
}

describe('a refresh token', () => {
  it.each([
    ['an access token', async ({ access }: Tokens) => expect(await statusWith(access)).toBe(200)],
    ['its refresh token', async ({ refresh }: Tokens) => void (await refreshed(refresh))],
  ])('brings the same successor until %s of that was used, and ends the session later', async (_, use) => {
    const first = await signIn();
    const second = await refreshed(first.refresh);
    await change(first, "rotated_at = rotated_at - interval '5 days'");
    const repeated = await refreshed(first.refresh);
    expect(decodeJwt(repeated.refresh).generation).toBe(decodeJwt(second.refresh).generation);
    expect(sessionOf(repeated)).toBe(sessionOf(second));

    await use(repeated);
    await change(first, "rotated_at = rotated_at - interval '31 seconds'");
    const late = await refreshWith(first.refresh);
    expect([late.status, late.body]).toEqual([401, { detail: 'Your session has ended. Sign in again.' }]);
    passTrustedTime();
    for (const { access, refresh } of [second, repeated]) {
      expect([await statusWith(access), (await refreshWith(refresh)).status]).toEqual([401, 401]);
    }
  });

  it('is good for 30 seconds although its successor was used, because two tabs may refresh at once', async () => {
    const first = await signIn();
    const [one, other] = await Promise.all([refreshed(first.refresh), refreshed(first.refresh)]);
    expect(await statusWith(one.access)).toBe(200);
    const third = await refreshed(first.refresh);
    for (const { access } of [other, third]) expect(await statusWith(access)).toBe(200);
    expect((await refreshWith(third.refresh)).status).toBe(200);
  });

  it('is marked as received by one write, however often its access token is used', async () => {
    const pair = await refreshed((await signIn()).refresh);
    const rowVersion = async () =>
      (await server.queryAsOwner('select xmin::text from session where id = $1', [sessionOf(pair)]))[0];
    const before = await rowVersion();
    await statusWith(pair.access);
    const marked = await rowVersion();
    expect(marked).not.toEqual(before);
    passTrustedTime();
    await statusWith(pair.access);
    expect(await rowVersion()).toEqual(marked);
  });

  it('is not good for ever after the clock was set back', async () => {
    const first = await signIn();
    await statusWith((await refreshed(first.refresh)).access);
    await change(first, "rotated_at = rotated_at + interval '13 days'");
    expect((await refreshWith(first.refresh)).status).toBe(401);
  });

  it('of a device that was away for days goes on', async () => {
    const pair = await signIn();
    await change(
      pair,
      "created_at = now() - interval '70 days', ends_at = now() + interval '20 days', last_used_at = now() - interval '13 days', expires_at = now() + interval '1 hour'",
    );
    const next = await refreshed(pair.refresh);
    expect(await statusWith(next.access)).toBe(200);
    expect(await secondsLeft(next)).toBeGreaterThan(13 * DAY_SECONDS);
  });
});

describe('a session', () => {
  it('lasts at most 90 days, however often it is used', async () => {
    const pair = await signIn();
    await change(pair, "ends_at = now() + interval '1 day'");
    const next = await refreshed(pair.refresh);
    expect(await secondsLeft(next)).toBeLessThanOrEqual(DAY_SECONDS);
    // As one that was begun before sessions had an end.
    await change(pair, "ends_at = now() - interval '1 day', expires_at = now() + interval '13 days'");
    expect((await refreshWith(next.refresh)).status).toBe(401);
  });

  it('is one of 100 of its user at most: the one that was not used for longest ends', async () => {
    const [oldest, other] = [await signIn(), await signIn()];
    await server.queryAsOwner(
      `insert into session (branch_id, person_id, expires_at)
        select branch_id, person_id, expires_at from session, generate_series(1, 98) where id = $1`,
      [sessionOf(other)],
    );
    await change(oldest, "last_used_at = last_used_at - interval '1 hour'");
    const newest = await signIn();
    expect((await refreshWith(oldest.refresh)).status).toBe(401);
    for (const { refresh } of [other, newest]) expect((await refreshWith(refresh)).status).toBe(200);
  });

  it('that is over is deleted, also of a user who stays away', async () => {
    const [over, old, going] = [await signIn(), await signIn(), await signIn()];
    await change(over, "expires_at = now() - interval '1 second'");
    await change(old, "ends_at = now() - interval '1 day'");
    await sweepSessions(server.db, IDLE_SECONDS);
    const left = await server.queryAsOwner('select id from session where id = any($1)', [
      [over, old, going].map(sessionOf),
    ]);
    expect(left).toEqual([{ id: sessionOf(going) }]);
  });
});

describe('a clock that was 13 days ahead', () => {
  it('has issued no access token that lasts 13 days, and its device goes on', async () => {
    shiftClock(13);
    const pair = await signIn();
    expect(await statusWith(pair.access)).toBe(200);
    vi.useRealTimers();
    expect(await statusWith(pair.access)).toBe(401);
    const next = await refreshed(pair.refresh);
    expect(await statusWith(next.access)).toBe(200);
    expect(await secondsLeft(next)).toBeLessThanOrEqual(IDLE_SECONDS);
  });

  it('has not prolonged a session, if it was that of the database', async () => {
    const ahead =
      "created_at = now() + interval '13 days', ends_at = now() + interval '103 days', expires_at = now() + interval '27 days'";
    const [idle, used] = [await signIn(), await signIn()];
    await change(idle, ahead);
    await change(used, ahead);
    const next = await refreshed(used.refresh);
    await sweepSessions(server.db, IDLE_SECONDS);
    for (const pair of [idle, next]) expect(await secondsLeft(pair)).toBeLessThanOrEqual(IDLE_SECONDS);
    const [row] = await server.queryAsOwner(
      'select bool_and(created_at <= now()) as bounded from session where id = any($1)',
      [[idle, used].map(sessionOf)],
    );
    expect(row?.bounded).toBe(true);
  });
});
