import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { user as ownUser, signedIn } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { SETUP_PATH } from '#contract/setup.ts';
import {
  OIDC_CALLBACK_PATH,
  OIDC_FINISH_PATH,
  OIDC_START_PATH,
  SIGN_ON_CODE,
  SIGN_ON_PROBLEM,
} from '#contract/single-sign-on.ts';
import { addBranch, addUser, setPassword, setUser } from '#server/accounts/administration.ts';
import { startProvider, type TestProvider } from '../../support/oidc-provider.ts';
import { type AccountServer, accountServer } from './account-server.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { withServer } from './with-server.ts';

const PUBLIC_URL = 'https://desk.alnour.eg';
const PASSWORD = 'open sesame';

const database = withServer();
let provider: TestProvider;
let post: MailServer;
let server: AccountServer;
const started: AccountServer[] = [];
let people = 0;

beforeAll(async () => {
  provider = await startProvider();
  post = await mailServer();
  await addBranch(database.db, { name: 'Giza', address: '' });
});
beforeEach(async () => {
  provider.faults = {};
  server = await startServer();
});
afterEach(async () => {
  await Promise.all(started.splice(0).map(({ app }) => app.close()));
});
afterAll(async () => {
  await post.close();
  await provider.close();
});

async function startServer(env: Record<string, string> = {}): Promise<AccountServer> {
  const mail = { SMTP_URL: post.url, SMTP_FROM: 'desk@alnour.eg' };
  const one = await accountServer(database, { PUBLIC_URL, ...mail, ...provider.env, ...env });
  started.push(one);
  return one;
}

interface Person {
  readonly email: string;
  readonly subject: string;
}

/** A user of the product, who is signed in at the provider. */
async function newPerson(given: { readonly email_verified?: boolean } = {}): Promise<Person> {
  people += 1;
  const [email, subject] = [`mona${people}@example.com`, `subject-${people}`];
  await addUser(database.db, { email, password: PASSWORD, branch: 'Giza' });
  provider.person = { subject, email, ...given };
  return { email, subject };
}

/** What a browser does: it keeps cookies and follows the redirects of this server and of the provider. */
class Browser {
  readonly cookies = new Map<string, string>();
  cookieHeaders: string[] = [];

  async open(at: AccountServer, path: string): Promise<string> {
    const { statusCode, headers } = await at.app.inject({ url: path, headers: this.#headers() });
    expect(statusCode).toBe(302);
    expect(headers['cache-control']).toBe('no-store');
    this.#keep(headers['set-cookie']);
    return String(headers.location);
  }

  start = (at: AccountServer, query = '') => this.open(at, `/api${OIDC_START_PATH}${query}`);

  /** @param address where the provider sends the browser to */
  back(at: AccountServer, address: string): Promise<string> {
    const url = new URL(address);
    expect(url.origin + url.pathname).toBe(`${PUBLIC_URL}/api${OIDC_CALLBACK_PATH}`);
    return this.open(at, url.pathname + url.search);
  }

  async finish(at: AccountServer, code: string) {
    const answer = await at.app.inject({
      method: 'POST',
      url: `/api${OIDC_FINISH_PATH}`,
      headers: { ...this.#headers(), 'content-type': 'application/json', 'x-device': 'Front%20desk' },
      payload: JSON.stringify({ code }),
    });
    this.#keep(answer.headers['set-cookie']);
    return { status: answer.statusCode, body: answer.json() as unknown };
  }

  /** Comes back to the app. */
  async comeBack(at = server, query = ''): Promise<string> {
    return this.back(at, await provider.decide(await this.start(at, query)));
  }

  /** @returns the answer with the tokens */
  async signIn(at = server) {
    const answer = await this.finish(at, codeIn(await this.comeBack(at)));
    expect(answer.status).toBe(200);
    return signedIn.parse(answer.body);
  }

  #headers() {
    return { cookie: [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ') };
  }

  #keep(header: string | string[] | undefined) {
    for (const one of [header ?? []].flat()) {
      this.cookieHeaders.push(one);
      const [, name = '', value = '', age = ''] = /^([^=]+)=([^;]*); Max-Age=(\d+)/.exec(one) ?? [];
      if (age === '0') this.cookies.delete(name);
      else this.cookies.set(name, value);
    }
  }
}

const fragmentOf = (address: string) => new URLSearchParams(address.split('#')[1]);

function codeIn(address: string): string {
  expect(fragmentOf(address).get(SIGN_ON_PROBLEM)).toBeNull();
  return fragmentOf(address).get(SIGN_ON_CODE) ?? '';
}

const problemIn = (address: string) => {
  expect(address).toMatch(/^\/auth[?#]/);
  expect(fragmentOf(address).get(SIGN_ON_CODE)).toBeNull();
  return fragmentOf(address).get(SIGN_ON_PROBLEM);
};

const profileOf = async (at: AccountServer, access: string) =>
  ownUser.parse((await at.get(paths.user, access)).body);

const logLine = z.looseObject({ log: z.string().optional(), event: z.string().optional() });
const securityLines = (of: AccountServer) =>
  of
    .log()
    .split('\n')
    .filter(Boolean)
    .map((line) => logLine.parse(JSON.parse(line)))
    .filter(({ log }) => log === 'security');

const withPassword = ({ email }: Person, password = PASSWORD, at = server) =>
  at.post(paths.login, { email, password });

const identities = ({ subject }: Person) =>
  database.queryAsOwner('select * from oidc_identity where subject = $1', [subject]);

describe('single sign-on', () => {
  it('is unknown on a server without its settings', async () => {
    const plain = await accountServer(database, { PUBLIC_URL });
    started.push(plain);
    for (const url of [OIDC_START_PATH, OIDC_CALLBACK_PATH])
      expect((await plain.app.inject({ url: `/api${url}` })).statusCode).toBe(404);
    expect((await plain.post(OIDC_FINISH_PATH, { code: 'x' })).status).toBe(404);
    expect((await plain.app.inject({ url: `/api${SETUP_PATH}` })).json()).toEqual({ required: false });
  });

  it('names its provider before the sign-in, and asks it only once it is used', async () => {
    const asked = provider.asked.length;
    const setup = await server.app.inject({ url: `/api${SETUP_PATH}` });
    expect(setup.json()).toEqual({ required: false, single_sign_on: 'Al Nour Account' });
    expect(provider.asked).toHaveLength(asked);
  });

  it('signs in with the same answer, session and rights as a password', async () => {
    const mona = await newPerson();
    const byPassword = signedIn.parse((await withPassword(mona)).body);
    const answer = await new Browser().signIn();
    expect(answer.storage_key).toBe(byPassword.storage_key);
    expect(Object.keys(answer).sort()).toEqual(Object.keys(byPassword).sort());
    expect(await profileOf(server, answer.access)).toMatchObject({ email: mona.email });
    const { status, body } = await server.post(paths.refresh, { refresh: answer.refresh });
    expect([status, body]).toMatchObject([200, { access: expect.any(String) }]);
    const sessions = await server.get(paths.sessions, answer.access);
    expect(sessions.body).toMatchObject({ results: [{ device_name: 'Front desk', current: true }, {}] });
    expect((await server.post(paths.logout, { refresh: answer.refresh })).status).toBe(200);
    expect((await server.post(paths.refresh, { refresh: answer.refresh })).status).toBe(401);
  });

  it('finds the user by the verified address in any case, and leads to the page that was asked for', async () => {
    const mona = await newPerson();
    provider.person = { subject: mona.subject, email: mona.email.toUpperCase() };
    const address = await new Browser().comeBack(server, '?next=%2Fstudents%3Fpage%3D2');
    expect(address).toMatch(/^\/auth\?next=%2Fstudents%3Fpage%3D2#sso=[\w-]{43}$/);
  });

  it('takes the address from the userinfo endpoint where the ID token has none', async () => {
    const mona = await newPerson();
    provider.faults = { emailInUserInfo: true };
    const { access } = await new Browser().signIn();
    expect((await profileOf(server, access)).email).toBe(mona.email);
  });

  it('sends its secret the way that the provider names', async () => {
    await newPerson();
    provider.faults = { secretIn: ['client_secret_post'] };
    await new Browser().signIn();
  });

  it('goes on in another server process, and after a restart', async () => {
    await newPerson();
    const browser = new Browser();
    const atProvider = await browser.start(server);
    await server.app.close();
    const second = await startServer();
    const address = await browser.back(second, await provider.decide(atProvider));
    const third = await startServer();
    expect((await browser.finish(third, codeIn(address))).status).toBe(200);
  });

  it('keeps its cookie from scripts and other sites, and shows nothing of it', async () => {
    await newPerson();
    const browser = new Browser();
    const atProvider = new URL(await browser.start(server));
    const [cookie = ''] = browser.cookieHeaders;
    expect(cookie).toMatch(/^__Host-[\w-]+=[\w.-]+; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax; Secure$/);
    for (const part of cookie.split('.')) {
      const decoded = Buffer.from(part, 'base64url').toString();
      expect(decoded).not.toContain(atProvider.searchParams.get('state'));
    }
    const address = await browser.back(server, await provider.decide(atProvider.href));
    await browser.finish(server, codeIn(address));
    expect(browser.cookies.size).toBe(0);
  });

  it('writes no code, token or address into the log', async () => {
    const mona = await newPerson();
    const browser = new Browser();
    const back = await provider.decide(await browser.start(server));
    const address = await browser.back(server, back);
    const answer = signedIn.parse((await browser.finish(server, codeIn(address))).body);
    await post.arrived(mona.email);
    const secrets = [...new URL(back).searchParams.values(), codeIn(address), mona.email, mona.subject];
    for (const secret of [...secrets, answer.access, answer.refresh, provider.env.OIDC_CLIENT_SECRET])
      expect(server.log()).not.toContain(secret);
    expect(server.log()).toContain(`"path":"/api${OIDC_CALLBACK_PATH}"`);
    const stored = JSON.stringify(await database.queryAsOwner('select * from oidc_code'));
    expect(stored).not.toContain(codeIn(address));
  });

  it('stands in the security log, and its source is remembered', async () => {
    const mona = await newPerson();
    const { access } = await new Browser().signIn();
    const { id } = await profileOf(server, access);
    const lines = securityLines(server);
    const user = expect.stringMatching(new RegExp(`/${id}$`));
    expect(lines).toMatchObject([
      { event: 'single-sign-on-connected', user },
      { event: 'sign-in', user, by: 'single sign-on', session: expect.any(String), device: 'Front desk' },
    ]);
    const sources = await database.queryAsOwner(
      'select source from known_source join person on person.id = person_id where email = $1',
      [mona.email],
    );
    expect(sources).toEqual([{ source: '127.0.0.1' }]);
  });
});

describe('the connection of a user to an account of the provider', () => {
  it('is made at the first sign-in, which a mail tells, and counts from then on in place of the address', async () => {
    const mona = await newPerson();
    const first = await new Browser().signIn();
    const [mail] = await post.arrived(mona.email);
    expect(mail?.text).toContain('Al Nour Account');
    expect(mail?.text).toContain(PUBLIC_URL);
    const { id, single_sign_on } = await profileOf(server, first.access);
    expect(single_sign_on).toEqual({ name: 'Al Nour Account', since: expect.any(String) });

    // Another user gets her old address, and she another one at the provider.
    await database.queryAsOwner('update person set email = $1 where email = $2', [
      `new-${mona.email}`,
      mona.email,
    ]);
    await addUser(database.db, { email: mona.email, password: PASSWORD, branch: 'Giza' });
    const again = await new Browser().signIn();
    expect((await profileOf(server, again.access)).id).toBe(id);
    provider.person = { subject: mona.subject, email_verified: false };
    const later = await new Browser().signIn();
    expect((await profileOf(server, later.access)).id).toBe(id);
    expect(post.mails.filter(({ text }) => text.includes('Al Nour Account')).length).toBe(
      new Set(post.mails.flatMap(({ to, text }) => (text.includes('Al Nour Account') ? to : []))).size,
    );
  });

  it('is made once by two first sign-ins at the same time', async () => {
    const mona = await newPerson();
    const second = await startServer();
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, at) => new Browser().signIn(at % 2 === 0 ? server : second)),
    );
    expect(answers).toHaveLength(8);
    expect(await identities(mona)).toHaveLength(1);
    const connected = [...securityLines(server), ...securityLines(second)].filter(
      ({ event }) => event === 'single-sign-on-connected',
    );
    expect(connected).toHaveLength(1);
  });

  it('stays after a new password, which ends its sessions', async () => {
    const mona = await newPerson();
    const { access } = await new Browser().signIn();
    await setPassword(database.db, { email: mona.email, password: 'another sesame' });
    expect((await server.get(paths.user, access)).status).toBe(401);
    await new Browser().signIn();
  });

  it('is removed on the profile with the present password, and made anew by the next sign-in', async () => {
    const mona = await newPerson();
    const { access } = await new Browser().signIn();
    const change = (body: object) =>
      server.patch(paths.user, { remove_single_sign_on: true, ...body }, access);
    expect(await change({})).toMatchObject({
      status: 400,
      body: { current_password: [expect.stringMatching(/present password/)] },
    });
    expect(await change({ current_password: 'wrong sesame' })).toMatchObject({ status: 400 });
    expect(await identities(mona)).toHaveLength(1);
    expect(await change({ current_password: PASSWORD })).toMatchObject({
      status: 200,
      body: { single_sign_on: null },
    });
    expect(await identities(mona)).toEqual([]);
    expect(securityLines(server).map(({ event }) => event)).toContain('single-sign-on-removed');
    await new Browser().signIn();
    expect(await identities(mona)).toHaveLength(1);
  });

  it('is not shown by a server without single sign-on', async () => {
    await newPerson();
    const { access } = await new Browser().signIn();
    const plain = await accountServer(database, {});
    started.push(plain);
    expect((await plain.get(paths.user, access)).body).not.toHaveProperty('single_sign_on');
  });
});

describe('single sign-on refuses', () => {
  const refusals = () =>
    securityLines(server)
      .filter(({ event }) => event === 'sign-in-refused')
      .map(({ problem, by }) => [problem, by]);

  const expectRefused = async (problem: string, address: string) => {
    expect(problemIn(address)).toBe(problem);
    expect(refusals()).toEqual([[problem, 'single sign-on']]);
  };

  it('an address that the provider has not verified, or does not name', async () => {
    await newPerson({ email_verified: false });
    expect(problemIn(await new Browser().comeBack())).toBe('unverified');
    provider.person = { subject: 'without an address' };
    expect(problemIn(await new Browser().comeBack())).toBe('unverified');
    provider.faults = { claims: { email_verified: 'true' } };
    expect(problemIn(await new Browser().comeBack())).toBe('unverified');
  });

  it('somebody who is no user, and makes none', async () => {
    const count = () => database.queryAsOwner('select count(*) from person');
    const before = await count();
    provider.person = { subject: 'stranger', email: 'stranger@example.com' };
    await expectRefused('unknown', await new Browser().comeBack());
    expect(await count()).toEqual(before);
  });

  it('an address with a letter that only looks like one of a user, but not one in capitals', async () => {
    await addUser(database.db, { email: 'karim@example.com', password: PASSWORD, branch: 'Giza' });
    // The sign of Kelvin, which is k in lower case.
    provider.person = { subject: 'kelvin', email: '\u212Aarim@example.com' };
    await expectRefused('unknown', await new Browser().comeBack());
    provider.person = { subject: 'karim', email: 'Karim@EXAMPLE.com' };
    expect((await new Browser().signIn()).access).toEqual(expect.any(String));
  });

  it('a disabled user, before and after the connection', async () => {
    const mona = await newPerson();
    // The branch needs a manager.
    await newPerson();
    provider.person = mona;
    const disable = (disabled: boolean) => setUser(database.db, mona, { disabled });
    await disable(true);
    await expectRefused('disabled', await new Browser().comeBack());
    expect(await identities(mona)).toEqual([]);
    await disable(false);
    const browser = new Browser();
    const code = codeIn(await browser.comeBack());
    await disable(true);
    expect((await browser.finish(server, code)).status).toBe(400);
    expect(problemIn(await new Browser().comeBack())).toBe('disabled');
  });

  it('a manager who must set up a second factor first, without a connection', async () => {
    const mona = await newPerson();
    provider.person = mona;
    const rule = (second_factor: string) =>
      database.queryAsOwner(
        `insert into branch_settings (branch_id, receipt_language, paper, second_factor)
          select home_branch_id, 'en', 'a5', $2 from person where lower(email) = lower($1)
          on conflict (branch_id) do update set second_factor = excluded.second_factor`,
        [mona.email, second_factor],
      );
    await rule('managers');
    await expectRefused('factor', await new Browser().comeBack());
    expect(await identities(mona)).toEqual([]);
    await rule('optional');
    expect(codeIn(await new Browser().comeBack())).not.toBe('');
  });

  it('another account of the provider with the address of a connected user', async () => {
    const mona = await newPerson();
    await new Browser().signIn();
    provider.person = { subject: 'somebody else', email: mona.email };
    await expectRefused('other', await new Browser().comeBack());
    expect(await identities(mona)).toHaveLength(1);
  });

  it('what the person cancels at the provider', async () => {
    await newPerson();
    const browser = new Browser();
    const back = await provider.decide(await browser.start(server), 'refuse');
    await expectRefused('denied', await browser.back(server, back));
  });

  it.each([
    ['another issuer', { claims: { iss: 'https://elsewhere.example' } }],
    ['another audience', { claims: { aud: 'another client' } }],
    ['another nonce', { claims: { nonce: 'another nonce' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired token', { claims: { iat: 1_700_000_000, exp: 1_700_000_300 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['a signature of somebody else', { foreignKey: true }],
  ])('an ID token of %s', async (_what, faults) => {
    const mona = await newPerson();
    provider.faults = faults;
    await expectRefused('failed', await new Browser().comeBack());
    expect(await identities(mona)).toEqual([]);
  });

  it('a provider that calls itself otherwise', async () => {
    provider.faults = { otherIssuer: 'https://elsewhere.example' };
    await expectRefused('failed', await new Browser().start(server));
  });

  it('a client secret that the provider does not know', async () => {
    await newPerson();
    const other = await startServer({ OIDC_CLIENT_SECRET: 'a-wrong-secret' });
    expect(problemIn(await new Browser().comeBack(other))).toBe('failed');
    expect(other.log()).toContain('invalid_client');
    expect(other.log()).not.toContain('a-wrong-secret');
  });

  it('what is begun while the provider is down, and goes on once it is back; a password signs in meanwhile', async () => {
    const mona = await newPerson();
    provider.faults = { status: 503 };
    const browser = new Browser();
    await expectRefused('unreachable', await browser.start(server));
    const away = await startServer({ OIDC_ISSUER: 'http://127.0.0.1:1' });
    expect(problemIn(await browser.start(away))).toBe('unreachable');
    expect((await withPassword(mona)).status).toBe(200);
    provider.faults = {};
    const back = await provider.decide(await browser.start(server));
    provider.faults = { status: 500 };
    expect(problemIn(await browser.back(server, back))).toBe('unreachable');
    provider.faults = {};
    await browser.signIn();
  });

  it('an answer that this browser has not asked for', async () => {
    const mona = await newPerson();
    const attacker = new Browser();
    const back = await provider.decide(await attacker.start(server));
    const victim = new Browser();
    expect(problemIn(await victim.back(server, back))).toBe('expired');
    await victim.start(server);
    expect(problemIn(await victim.back(server, back))).toBe('failed');
    expect(await identities(mona)).toEqual([]);
  });

  it('an answer a second time, also with the cookie of the first time', async () => {
    await newPerson();
    const browser = new Browser();
    const back = await provider.decide(await browser.start(server));
    const before = new Map(browser.cookies);
    codeIn(await browser.back(server, back));
    expect(problemIn(await browser.back(server, back))).toBe('expired');
    for (const [name, value] of before) browser.cookies.set(name, value);
    expect(problemIn(await browser.back(server, back))).toBe('failed');
  });

  it('an answer without a state, with another state, or without a code', async () => {
    await newPerson();
    for (const damage of [
      (query: URLSearchParams) => query.delete('state'),
      (query: URLSearchParams) => query.set('state', 'another state'),
      (query: URLSearchParams) => query.delete('code'),
      (query: URLSearchParams) => query.append('state', 'two'),
      (query: URLSearchParams) => query.set('code', 'guessed'),
    ]) {
      const browser = new Browser();
      const back = new URL(await provider.decide(await browser.start(server)));
      damage(back.searchParams);
      expect(problemIn(await browser.back(server, back.href))).toBe('failed');
    }
  });

  it('a cookie that another server made, or that was changed', async () => {
    await newPerson();
    const browser = new Browser();
    const back = await provider.decide(await browser.start(server));
    const [[name = '', value = ''] = []] = browser.cookies;
    // The first sign of the last part: some bits of the last sign stand for nothing, so that another one may mean the same.
    const changed = value.replace(/[^.](?=[^.]*$)/, (sign) => (sign === 'A' ? 'B' : 'A'));
    for (const forged of [changed, 'x', 'a.b.c.d.e']) {
      browser.cookies.set(name, forged);
      expect(problemIn(await browser.back(server, back))).toBe('expired');
    }
  });

  it('what was begun more than ten minutes ago', async () => {
    await newPerson();
    const browser = new Browser();
    const now = Date.now;
    Date.now = () => now() - 601_000;
    const address = await browser.start(server).finally(() => {
      Date.now = now;
    });
    await expectRefused('expired', await browser.back(server, await provider.decide(address)));
  });

  it('a code a second time, in another browser, and after a minute', async () => {
    await newPerson();
    const [browser, other] = [new Browser(), new Browser()];
    const code = codeIn(await browser.comeBack());
    // Somebody who is sent the address with the code of another person must not be signed in as that person.
    codeIn(await other.comeBack());
    expect(await other.finish(server, code)).toMatchObject({
      status: 400,
      body: { detail: expect.stringMatching(/Sign in again/) },
    });
    expect(await new Browser().finish(server, code)).toMatchObject({ status: 400 });
    const cookies = new Map(browser.cookies);
    expect((await browser.finish(server, code)).status).toBe(200);
    for (const [name, value] of cookies) browser.cookies.set(name, value);
    expect((await browser.finish(server, code)).status).toBe(400);

    const late = codeIn(await browser.comeBack());
    await database.queryAsOwner("update oidc_code set expires_at = now() - interval '1 second'");
    expect((await browser.finish(server, late)).status).toBe(400);
    codeIn(await browser.comeBack());
    expect(await database.queryAsOwner('select from oidc_code where expires_at <= now()')).toEqual([]);
  });

  it('a code that was given before the password was replaced', async () => {
    const mona = await newPerson();
    const browser = new Browser();
    const code = codeIn(await browser.comeBack());
    await setPassword(database.db, { email: mona.email, password: 'another sesame' });
    expect((await browser.finish(server, code)).status).toBe(400);
  });

  it('more than twenty codes a minute', async () => {
    const statuses = [];
    for (let at = 0; at < 21; at++) statuses.push((await new Browser().finish(server, `guess-${at}`)).status);
    expect(statuses).toEqual([...Array<number>(20).fill(400), 429]);
  });

  it('what is no code with a sentence', async () => {
    for (const code of [undefined, 5, 'x'.repeat(256)]) {
      const { status, body } = await server.post(OIDC_FINISH_PATH, { code });
      expect([status, body]).toEqual([400, { code: [expect.stringMatching(/Sign in again\.$/)] }]);
    }
  });
});
