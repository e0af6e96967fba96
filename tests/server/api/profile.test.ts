import { randomUUID } from 'node:crypto';
import { decodeJwt } from 'jose';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { signedIn, tokens } from '#contract/account.ts';
import { exportPath } from '#contract/exports.ts';
import { pageOf } from '#contract/paging.ts';
import { sessionRow } from '#contract/people.ts';
import { addUser } from '#server/accounts/administration.ts';
import { ASK, LOGIN, mona, NEW, OLD, school, withMail } from './branch-with-mail.ts';
import { passTrustedTime } from './session-checks.ts';

const USER = '/auth/user/';
const SESSIONS = '/auth/sessions/';
const LOGOUT = '/auth/logout/';
const CONFIRM_EMAIL = '/auth/email/confirm/';
const REFRESH = '/auth/token/refresh/';
const iPad = 'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Safari/604.1';
const desktop = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36 Edg/130.0';

withMail();

/** Signs in as a browser does, on a device of this name. */
async function signIn(agent = iPad, device = 'iPad 3f9a') {
  const headers = { 'user-agent': agent, 'x-device': device };
  const { body } = await mona.server.post(LOGIN, { email: mona.email, password: OLD }, headers);
  const pair = tokens.parse(body);
  const send = async (
    method: 'GET' | 'PATCH' | 'DELETE' | 'POST',
    path: string,
    sent?: object,
    more = {},
  ) => {
    const answer = await mona.server.app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${pair.access}`, 'user-agent': agent, ...more },
      ...(sent && { payload: sent }),
    });
    return { status: answer.statusCode, body: JSON.parse(answer.body) };
  };
  return { ...pair, send, session: String(decodeJwt(pair.access).sid) };
}

const refresh = async ({ refresh: token }: { refresh: string }) =>
  (await mona.server.post(REFRESH, { refresh: token })).status;

/** Returns the lines of the security log. */
const logged = () =>
  mona.server
    .log()
    .split('\n')
    .filter((line) => line.includes('"log":"security"'))
    .map((line): Record<string, unknown> => JSON.parse(line));
const lastLogged = (event: string) => logged().findLast((line) => line.event === event);

/** Returns the token of the link that confirms an address. */
const confirmTokenIn = (text: string) => /\/auth\/confirm-email#token=([\w-]+)$/m.exec(text)?.[1] ?? '';

describe('names', () => {
  it('change without a password, with the whole profile sent back', async () => {
    const desk = await signIn();
    const { body: profile } = await desk.send('GET', USER);
    const changed = await desk.send('PATCH', USER, { ...profile, last_name: 'Hassan' });
    expect(changed).toMatchObject({ status: 200, body: { email: mona.email, last_name: 'Hassan' } });
    const letters = await desk.send('PATCH', USER, { email: mona.email.toUpperCase() });
    expect(letters).toMatchObject({ status: 200, body: { email: mona.email.toUpperCase() } });
  });
});

describe('the language of a user', () => {
  it('is that of their mails, whoever asks for them, and comes with the answer of a sign-in', async () => {
    const inEnglish = { 'accept-language': 'en' };
    const desk = await signIn();
    expect(signedIn.parse((await mona.signIn(OLD)).body).language).toBeUndefined();
    await mona.server.post(ASK, { email: mona.email }, { 'accept-language': 'ar' });
    expect((await school.post.arrived(mona.email, 1)).at(-1)?.text).toContain('كلمة مرور');
    await desk.send('PATCH', USER, { language: 'ar' });
    expect(signedIn.parse((await mona.signIn(OLD)).body).language).toBe('ar');
    await mona.server.post(ASK, { email: mona.email }, inEnglish);
    expect((await school.post.arrived(mona.email, 2)).at(-1)?.text).toContain('كلمة مرور');
    await desk.send('PATCH', USER, { email: `new-${mona.email}`, current_password: OLD }, inEnglish);
    expect((await school.post.arrived(`new-${mona.email}`)).at(-1)?.text).toMatch(/[\u0600-\u06ff]/);
    await desk.send('PATCH', USER, { language: 'en' });
    await mona.server.post(ASK, { email: mona.email }, { 'accept-language': 'ar' });
    expect((await school.post.arrived(mona.email, 4)).at(-1)?.text).toContain('password');
  });
});

describe('another password', () => {
  it('needs the present one, ends all other sessions and open links, and is told by mail', async () => {
    const [desk, tablet] = [await signIn(), await signIn()];
    const link = await mona.newToken();
    for (const current_password of [undefined, '', 'open barley']) {
      const refused = await desk.send('PATCH', USER, {
        new_password: NEW,
        first_name: 'Muna',
        current_password,
      });
      expect(refused).toEqual({ status: 400, body: { current_password: [expect.any(String)] } });
    }
    expect(lastLogged('password-refused')).toMatchObject({ session: desk.session });

    const key = { 'idempotency-key': randomUUID() };
    const change = { new_password: NEW, current_password: OLD };
    const changed = await desk.send('PATCH', USER, change, key);
    expect(changed.status).toBe(200);
    // The answer was lost: the same request again, although the password is another one now.
    expect(await desk.send('PATCH', USER, change, key)).toEqual(changed);

    passTrustedTime();
    expect([(await tablet.send('GET', USER)).status, await refresh(tablet)]).toEqual([401, 401]);
    expect([(await desk.send('GET', USER)).status, await refresh(desk)]).toEqual([200, 200]);
    expect((await mona.confirm(link)).status).toBe(400);
    expect([(await mona.signIn(OLD)).status, (await mona.signIn(NEW)).status]).toEqual([400, 200]);
    const mails = await school.post.arrived(mona.email, 2);
    expect(mails.filter(({ text }) => text.includes('password of'))).toHaveLength(1);
    expect(lastLogged('password-changed')).toMatchObject({ session: desk.session, sessions: 1 });
  });

  it('is not stored as a quick hash with the key of the write', async () => {
    const desk = await signIn();
    const change = (current_password: string) =>
      desk.send('PATCH', USER, { new_password: NEW, current_password }, { 'idempotency-key': key });
    const key = randomUUID();
    expect((await change(OLD)).status).toBe(200);
    // Another password under the same key is the same write: nothing of it is kept.
    expect((await change('something else')).status).toBe(200);
  });

  it.each([
    ['eight spaces', ' '.repeat(8)],
    ['a common one', 'Password1'],
    ['a common one with spaces', ' football1 '],
    ['seven characters', 'a7-c9.x'],
  ])('that is %s is refused, in the profile and with a link', async (_name, password) => {
    const desk = await signIn();
    const refused = await desk.send('PATCH', USER, { new_password: password, current_password: OLD });
    expect(refused).toMatchObject({ status: 400, body: { new_password: [expect.any(String)] } });
    const answer = await mona.confirm(await mona.newToken(), password);
    expect(answer).toMatchObject({ status: 400, body: { password: [expect.any(String)] } });
  });

  it('can be tried twenty times a minute', async () => {
    const desk = await signIn();
    const guess = () => desk.send('PATCH', USER, { new_password: NEW, current_password: 'guess' });
    for (let attempt = 0; attempt < 20; attempt++) expect((await guess()).status).toBe(400);
    expect((await guess()).status).toBe(429);
    expect(lastLogged('attempts-limited')).toMatchObject({ user: expect.stringMatching(/^\d+\/\d+$/) });
  });
});

describe('another email address', () => {
  const newEmail = () => `new.${mona.email}`;

  it('needs the password and the link in a mail to it, and is told to the old one', async () => {
    const desk = await signIn();
    const reset = await mona.newToken();
    const refused = await desk.send('PATCH', USER, { email: newEmail() });
    expect(refused).toEqual({ status: 400, body: { current_password: [expect.any(String)] } });

    const asked = await desk.send('PATCH', USER, { email: newEmail(), current_password: OLD });
    expect(asked).toMatchObject({ status: 200, body: { email: mona.email, pending_email: newEmail() } });
    expect((await mona.confirm(reset)).status).toBe(400);
    const [confirm] = await school.post.arrived(newEmail());
    const warnings = await school.post.arrived(mona.email, 2);
    expect(warnings.at(-1)?.text).toContain(newEmail());

    const token = confirmTokenIn(confirm?.text ?? '');
    expect((await mona.server.post(CONFIRM_EMAIL, { token })).status).toBe(200);
    expect((await mona.server.post(CONFIRM_EMAIL, { token })).status).toBe(400);
    expect((await desk.send('GET', USER)).body).toMatchObject({ email: newEmail(), pending_email: null });
    expect((await mona.signIn(OLD)).status).toBe(400);
    expect((await mona.server.post(LOGIN, { email: newEmail(), password: OLD })).status).toBe(200);
    expect((await school.post.arrived(mona.email, 3)).at(-1)?.text).toContain('from now on');
    expect(logged().map(({ event }) => event)).toEqual(
      expect.arrayContaining(['email-change-asked', 'email-changed', 'email-change-refused']),
    );
  });

  it('that somebody else has gets the same answer, and only they are told', async () => {
    const taken = { email: `taken.${mona.email}`, password: OLD };
    await addUser(school.database.db, { ...taken, branch: 'Giza' });
    const desk = await signIn();
    const free = await desk.send('PATCH', USER, { email: newEmail(), current_password: OLD });
    const used = await desk.send('PATCH', USER, { email: taken.email, current_password: OLD });
    expect(used.status).toBe(free.status);
    expect({ ...used.body, pending_email: '' }).toEqual({ ...free.body, pending_email: '' });
    const [mail] = await school.post.arrived(taken.email);
    expect(mail?.text).not.toContain('#token=');
    // The earlier link went with the next change.
    const [earlier] = await school.post.arrived(newEmail());
    const token = confirmTokenIn(earlier?.text ?? '');
    expect((await mona.server.post(CONFIRM_EMAIL, { token })).status).toBe(400);
  });

  it('that was taken before the link was opened stays with its user', async () => {
    const desk = await signIn();
    await desk.send('PATCH', USER, { email: newEmail(), current_password: OLD });
    const [mail] = await school.post.arrived(newEmail());
    await addUser(school.database.db, { email: newEmail(), password: NEW, branch: 'Giza' });
    const token = confirmTokenIn(mail?.text ?? '');
    expect((await mona.server.post(CONFIRM_EMAIL, { token })).status).toBe(400);
    expect((await mona.signIn(OLD)).status).toBe(200);
  });
});

describe('sessions of a user', () => {
  const page = pageOf(sessionRow);
  const list = async (desk: Awaited<ReturnType<typeof signIn>>) =>
    page.parse((await desk.send('GET', SESSIONS)).body).results;

  it('are listed with a readable device, and end one by one or all but this one', async () => {
    const [desk, tablet, phone] = [await signIn(desktop, 'Windows 1a2b'), await signIn(), await signIn()];
    const listed = await list(desk);
    expect(listed).toHaveLength(3);
    expect(listed.find(({ current }) => current)).toMatchObject({
      id: desk.session,
      device: 'Edge on Windows',
      device_name: 'Windows 1a2b',
      started_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
    });
    expect(listed.find(({ id }) => id === tablet.session)).toMatchObject({
      device: 'Safari on iPad',
      current: false,
    });

    const there = await desk.send('DELETE', `${SESSIONS}${tablet.session}/`);
    expect(there).toMatchObject({ status: 200, body: { detail: 'Signed out: Safari on iPad.' } });
    expect((await desk.send('DELETE', `${SESSIONS}${tablet.session}/`)).status).toBe(404);
    passTrustedTime();
    expect((await tablet.send('GET', USER)).status).toBe(401);
    expect((await phone.send('GET', USER)).status).toBe(200);
    expect((await desk.send('DELETE', SESSIONS)).status).toBe(200);
    passTrustedTime();
    expect((await phone.send('GET', USER)).status).toBe(401);
    expect((await list(desk)).map(({ id }) => id)).toEqual([desk.session]);
    expect(lastLogged('session-ended')).toMatchObject({ sessions: 1 });
  });

  it('of somebody else cannot be ended', async () => {
    const desk = await signIn();
    const other = await school.newPerson();
    const { access } = tokens.parse((await other.signIn(OLD)).body);
    const theirs = String(decodeJwt(access).sid);
    for (const id of [theirs, randomUUID(), 'nonsense']) {
      expect((await desk.send('DELETE', `${SESSIONS}${id}/`)).status).toBe(404);
    }
    expect((await other.server.get(USER, access)).status).toBe(200);
    await other.server.app.close();
  });
});

describe('a log-out', () => {
  it.each(['the access token', 'the refresh token'])('with %s ends the session', async (which) => {
    const desk = await signIn();
    const answer =
      which === 'the access token'
        ? await desk.send('POST', LOGOUT)
        : await mona.server.post(LOGOUT, { refresh: desk.refresh });
    expect(answer.status).toBe(200);
    expect(await refresh(desk)).toBe(401);
    expect((await desk.send('POST', LOGOUT)).status).toBe(200);
    expect(logged().filter(({ event }) => event === 'sign-out')).toHaveLength(1);
  });

  it('that comes late, with an access token that has expired, ends the session', async () => {
    const desk = await signIn();
    const short = tokens.parse((await mona.server.post(REFRESH, { refresh: desk.refresh })).body);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 });
    onTestFinished(() => void vi.useRealTimers());
    expect((await mona.server.get(USER, short.access)).status).toBe(401);
    const late = { authorization: `Bearer ${short.access}` };
    expect((await mona.server.post(LOGOUT, {}, late)).status).toBe(200);
    expect(await refresh(short)).toBe(401);
  });

  it('with a foreign token is refused', async () => {
    expect((await mona.server.post(LOGOUT, {})).status).toBe(401);
    expect((await mona.server.post(LOGOUT, { refresh: 'nonsense' })).status).toBe(401);
  });
});

it('the security log has who, from where and what, and no secret and no address', async () => {
  const desk = await signIn();
  await mona.signIn('open barley');
  await mona.server.post(LOGIN, { email: 'secret.by.mistake@example.com', password: 'open barley' });
  const stolen = desk.refresh;
  const next = tokens.parse((await mona.server.post(REFRESH, { refresh: stolen })).body);
  const last = tokens.parse((await mona.server.post(REFRESH, { refresh: next.refresh })).body);
  expect((await mona.server.post(REFRESH, { refresh: stolen })).status).toBe(401);
  const link = await mona.newToken();
  await mona.confirm(link);
  await mona.confirm(link);

  const events = logged();
  expect(events.map(({ event }) => event)).toEqual([
    'sign-in',
    'sign-in-refused',
    'sign-in-refused',
    'session-reused',
    'password-reset-asked',
    'password-reset-used',
    'password-reset-refused',
  ]);
  const [first, wrong, unknown] = events;
  expect(first).toMatchObject({
    user: expect.stringMatching(/^\d+\/\d+$/),
    session: desk.session,
    from: '127.0.0.1',
    agent: iPad,
    device: 'iPad 3f9a',
    time: expect.any(String),
    reqId: expect.any(String),
  });
  expect(wrong?.user).toBe(first?.user);
  expect(unknown).not.toHaveProperty('user');
  const secrets = [OLD, NEW, 'open barley', link, mona.email, 'secret.by.mistake'];
  for (const { access, refresh: token } of [desk, next, last]) secrets.push(access, token);
  for (const secret of secrets) expect(mona.server.log()).not.toContain(secret);
});

it('the security log tells who has exported which list with how many rows, and nothing of them', async () => {
  const desk = await signIn();
  expect((await desk.send('POST', '/students/', { name: 'Private Person' })).status).toBe(201);
  const path = exportPath('/students/');
  const answer = await mona.server.app.inject({
    url: `/api${path}?format=csv&search=Private`,
    headers: { authorization: `Bearer ${desk.access}` },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.body).toContain('Private Person');
  expect(lastLogged('list-exported')).toMatchObject({
    user: lastLogged('sign-in')?.user,
    list: '/students/',
    format: 'csv',
    rows: 1,
    from: '127.0.0.1',
  });
  expect(mona.server.log()).not.toContain('Private');
});
