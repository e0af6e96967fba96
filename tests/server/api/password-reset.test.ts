import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { tokens } from '#contract/account.ts';
import { addUser, setPassword } from '#server/accounts/administration.ts';
import { ASK, CONFIRM, LOGIN, mona, NEW, OLD, school, withMail } from './branch-with-mail.ts';
import { tokenIn } from './mail-server.ts';

const REFRESH = '/auth/token/refresh/';
const UNUSABLE = {
  detail: 'This link does not work any more. It works once, for 30 minutes: ask for a new one.',
};

withMail();

describe('a password reset', () => {
  it('works once with the mailed link', async () => {
    const token = await mona.newToken();
    const answer = await mona.confirm(token);
    expect(answer).toMatchObject({ status: 200, body: { detail: expect.stringMatching(/new password/) } });
    expect((await mona.signIn(NEW)).status).toBe(200);
    expect((await mona.signIn(OLD)).status).toBe(400);
    expect((await school.post.arrived(mona.email, 2)).at(-1)?.text).toContain('password of');
    expect(await mona.confirm(token, 'yet another one')).toMatchObject({ status: 400, body: UNUSABLE });
    expect((await mona.signIn(NEW)).status).toBe(200);
  });

  it('ignores the case of the address and mails the stored one', async () => {
    await mona.server.post(ASK, { email: ` ${mona.email.toUpperCase()} ` });
    const [mail] = await school.post.arrived(mona.email);
    expect(mail?.to).toEqual([mona.email]);
  });

  it('ends all sessions and revokes other links', async () => {
    const sessions = [await mona.signIn(OLD), await mona.signIn(OLD)].map(({ body }) => tokens.parse(body));
    const other = await mona.newToken();
    const token = await mona.newToken();
    expect((await mona.confirm(token)).status).toBe(200);
    for (const { refresh } of sessions)
      expect((await mona.server.post(REFRESH, { refresh })).status).toBe(401);
    expect(await mona.confirm(other, 'of the other link')).toMatchObject({ status: 400, body: UNUSABLE });
    expect(await mona.links()).toEqual([]);
  });

  it('does not affect sessions and links of other users', async () => {
    const token = await mona.newToken();
    const theirs = { email: `other.${mona.email}`, password: OLD };
    await addUser(school.database.db, { ...theirs, branch: 'Giza' });
    const { refresh } = tokens.parse((await mona.server.post(LOGIN, theirs)).body);
    await mona.server.post(ASK, { email: theirs.email });
    const [mail] = await school.post.arrived(theirs.email);
    await mona.confirm(token);
    expect((await mona.server.post(REFRESH, { refresh })).status).toBe(200);
    expect((await mona.confirm(tokenIn(mail?.text ?? ''))).status).toBe(200);
  });

  it('fails with a link older than 30 minutes', async () => {
    const token = await mona.newToken();
    const [link] = await mona.links();
    const lasts = Date.parse(String(link?.expires_at)) - Date.parse(String(link?.created_at));
    expect(lasts).toBe(30 * 60 * 1000);
    await school.database.queryAsOwner("update password_reset set expires_at = now() - interval '1 second'");
    expect(await mona.confirm(token)).toMatchObject({ status: 400, body: UNUSABLE });
    expect((await mona.signIn(OLD)).status).toBe(200);
  });

  it('succeeds once when a link is used twice at the same moment', async () => {
    const token = await mona.newToken();
    const passwords = ['first of two', 'second of two', 'third of two'];
    const answers = await Promise.all(passwords.map((password) => mona.confirm(token, password)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400, 400]);
    const opened = await Promise.all(passwords.map(mona.signIn));
    expect(opened.map(({ status }) => status)).toEqual(answers.map(({ status }) => status));
  });

  it('succeeds once when two links are used at the same moment', async () => {
    const both = [await mona.newToken(), await mona.newToken()];
    const answers = await Promise.all(both.map((token, at) => mona.confirm(token, `password ${at}`)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
  });

  it('is no longer possible with older links after an administrator sets a password', async () => {
    const token = await mona.newToken();
    await setPassword(school.database.db, { email: mona.email, password: 'from the command line' });
    expect((await mona.confirm(token)).status).toBe(400);
  });
});

describe('the body of a reset', () => {
  it('is rejected at its field', async () => {
    const token = await mona.newToken();
    expect(await mona.server.post(ASK, { email: 'mona' })).toMatchObject({
      status: 400,
      body: { email: ['Invalid email address'] },
    });
    for (const [password, message] of [
      ['seven77', 'Password must be at least 8 characters'],
      ['x'.repeat(256), 'Password must be at most 255 characters'],
    ] as const) {
      expect(await mona.confirm(token, password)).toMatchObject({
        status: 400,
        body: { password: [message] },
      });
    }
    expect((await mona.confirm(token, 'eight888')).status).toBe(200);
  });

  it('with an invalid token answers that a new link is needed', async () => {
    const sha256 = createHash('sha256').update('x').digest('hex');
    for (const token of [undefined, '', 7, ['x'], 'x'.repeat(300), '\0', 'no such token', sha256]) {
      const { status, body } = await mona.server.post(CONFIRM, { token, password: NEW });
      expect(status).toBe(400);
      expect(JSON.stringify(body)).toContain('ask for a new one');
    }
  });
});

describe('an unknown address', () => {
  it('is answered like a known one and gets no mail', async () => {
    const known = await mona.ask();
    const unknown = await mona.server.post(ASK, { email: `nobody.${mona.email}` });
    expect(unknown).toEqual(known);
    expect(known.status).toBe(200);
    await mona.server.app.close();
    expect(school.post.mails.filter(({ to }) => to.includes(`nobody.${mona.email}`))).toEqual([]);
    expect(school.post.mails.filter(({ to }) => to.includes(mona.email))).toHaveLength(1);
  });
});

describe('reset attempts', () => {
  it.each([
    ['attempts for an address', ASK, () => ({ email: 'guessed@example.com' }), 200],
    ['attempts with links', CONFIRM, () => ({ token: crypto.randomUUID(), password: NEW }), 400],
  ] as const)('%s are limited to twenty per minute', async (_name, path, body, usual) => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => mona.server.post(path, body())));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([usual]));
    const limited = await mona.server.post(path, body());
    expect(limited).toMatchObject({ status: 429, body: { detail: expect.stringMatching(/Wait a minute/) } });
    expect(limited.retryAfter).toBeGreaterThan(0);
    expect((await mona.signIn(OLD)).status).toBe(200);
  });
});
