import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { paths } from '#contract/http.ts';
import { GETTING_STARTED_PATH, SETUP_PATH } from '#contract/setup.ts';
import { addUser } from '#server/accounts/administration.ts';
import { createFirstUser } from '#server/accounts/first-sign-in.ts';
import { FirstRun } from '#server/branch/first-run.ts';
import { readConfig } from '#server/platform/config.ts';
import { testSecret } from '../../support/access-token.ts';
import { students } from './bodies.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from './test-server.ts';

const body = {
  branch: 'Al Nour',
  address: '12 Nile St',
  first_name: 'Mona',
  last_name: 'Adel',
  email: 'mona@example.org',
  password: 'a long sesame',
  month: 'November 2026',
  time_zone: 'Asia/Riyadh',
  day_begins: '4',
};

let server: StartedTestServer;
let stranger: ApiClient;
let printed = '';

/** Starts a server on a new database as `npm start` does. */
async function start(env: Record<string, string>): Promise<void> {
  server = await startTestServer();
  printed = '';
  await createFirstUser(server.db, readConfig(env).setup, (text) => {
    printed += text;
  });
  stranger = server.clientWithToken(undefined);
}
const code = () => new FirstRun(server.db, testSecret).code();
const isRequired = async () => (await stranger.get(SETUP_PATH)).body.required;
const login = (email: string, password: string) => stranger.send('POST', paths.login, { email, password });

describe('the first run', () => {
  beforeAll(() => start({}));
  afterAll(() => server.close());

  it('needs the printed code, which is compared without case and dashes', async () => {
    expect(await isRequired()).toBe(true);
    const answer = await stranger.send('POST', SETUP_PATH, { ...body, code: 'abcd-efgh-jkmn' });
    expect([answer.status, Object.keys(answer.body)]).toEqual([400, ['code']]);
    for (const wrong of [
      { branch: '' },
      { password: 'password' },
      { email: 'mona' },
      { month: '' },
      { time_zone: 'Nile' },
      { day_begins: '12' },
    ]) {
      const refused = await stranger.send('POST', SETUP_PATH, { ...body, code: await code(), ...wrong });
      expect([refused.status, Object.keys(refused.body)]).toEqual([400, Object.keys(wrong)]);
    }
    expect(await isRequired()).toBe(true);
    expect(await new FirstRun(server.db, 'another secret of another server').code()).not.toBe(await code());
  });

  it('names the branch, makes its manager and starts its month, once of many at the same time', async () => {
    const typed = (await code()).toUpperCase().replaceAll('-', ' ');
    const answers = await Promise.all(
      Array.from({ length: 5 }, (_, index) =>
        stranger.send('POST', SETUP_PATH, { ...body, email: `mona${index}@example.org`, code: typed }),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 409, 409, 409, 409]);
    const winner = answers.findIndex(({ status }) => status === 201);
    expect((await login('admin@branch.local', /Password +(\S+)/.exec(printed)?.[1] ?? '')).status).toBe(400);
    const session = await login(`mona${winner}@example.org`, body.password);
    expect(session.status).toBe(200);
    const manager = server.clientWithToken(String(session.body.access));
    expect((await manager.get(paths.branch)).body).toMatchObject({
      name: 'Al Nour',
      address: '12 Nile St',
      current_month: 'running',
      current_month_name: 'November 2026',
      time_zone: 'Asia/Riyadh',
      day_begins: 4,
    });
    expect((await manager.get(paths.user)).body).toMatchObject({
      first_name: 'Mona',
      account_type: 'manager',
    });
    const counts =
      'select (select count(*) from branch)::int as branches, (select count(*) from app_user)::int as users';
    expect(await server.queryAsOwner(counts)).toEqual([{ branches: 1, users: 1 }]);

    expect((await manager.get(GETTING_STARTED_PATH)).body).toEqual({ students: false, users: false });
    await manager.create(students, { name: 'The first one' });
    await addUser(server.db, {
      email: 'omar@example.org',
      password: 'sesame street',
      branch: body.branch,
      accountType: 'staff',
    });
    expect((await manager.get(GETTING_STARTED_PATH)).body).toEqual({ students: true, users: true });
  });

  it('is over then, also when all sessions are gone', async () => {
    await server.queryAsOwner('delete from session');
    expect(await isRequired()).toBe(false);
    expect((await stranger.send('POST', SETUP_PATH, { ...body, code: await code() })).status).toBe(409);
  });

  it('tries at most 20 codes a minute from one address', async () => {
    const tries = Array.from({ length: 25 }, (_, index) =>
      stranger.send('POST', SETUP_PATH, { ...body, email: `guess${index}@example.org`, code: 'guess' }),
    );
    const limited = (await Promise.all(tries)).filter(({ status }) => status === 429);
    expect(limited.length).toBeGreaterThan(0);
    expect(Number(limited[0]?.headers['retry-after'])).toBeGreaterThan(0);
  });
});

describe('a server that is set up otherwise', () => {
  afterAll(() => server.close());

  it('asks for no code once somebody signed in with the printed password', async () => {
    await start({});
    const password = /Password +(\S+)/.exec(printed)?.[1] ?? '';
    expect((await login('admin@branch.local', password)).status).toBe(200);
    expect(await isRequired()).toBe(false);
    expect((await stranger.send('POST', SETUP_PATH, { ...body, code: await code() })).status).toBe(409);
    await server.close();
  });

  it.each([
    ['SETUP_PASSWORD', 'a long sesame'],
    ['SETUP_EMAIL', 'head@example.org'],
    ['SETUP_BRANCH', 'Al Nour'],
  ])('asks for no code with %s', async (name, value) => {
    await start({ [name]: value });
    expect(await isRequired()).toBe(false);
    await server.close();
  });

  it('asks for no code in an empty database, which commands fill', async () => {
    server = await startTestServer();
    stranger = server.clientWithToken(undefined);
    expect(await isRequired()).toBe(false);
  });
});
