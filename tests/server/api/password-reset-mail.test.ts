import { createHash } from 'node:crypto';
import { describe, expect, it, vi } from 'vitest';
import { accountServer } from './account-server.ts';
import { ASK, mona, NEW, school, withMail } from './branch-with-mail.ts';
import { tokenIn } from './mail-server.ts';

withMail();

describe('the reset mail', () => {
  it('is plain text from the configured sender and explains the link', async () => {
    await mona.ask();
    const [mail] = await school.post.arrived(mona.email);
    expect(mail?.from).toBe('desk@alnour.eg');
    expect(mail?.head).toMatch(/^From: Al Nour <desk@alnour\.eg>/m);
    expect(mail?.head).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
    expect(mail?.head).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(mail?.text).toMatch(/^Hello,/);
    expect(mail?.text).toContain(mona.email);
    expect(mail?.text).toMatch(/works once, for 30 minutes/);
    expect(mail?.text).toMatch(/If it was not you, ignore this mail/);
    expect(mail?.text).toMatch(/^https:\/\/desk\.alnour\.eg\/auth\/reset-password#token=[\w-]{43}$/m);
  });

  it("links to the configured address, not to the request's Host header", async () => {
    const lie = { host: 'evil.example', 'x-forwarded-host': 'evil.example', origin: 'https://evil.example' };
    await mona.server.post(ASK, { email: mona.email }, lie);
    const [mail] = await school.post.arrived(mona.email);
    expect(mail?.text).not.toContain('evil');
  });

  it('is limited to five valid links per user', async () => {
    await Promise.all(Array.from({ length: 8 }, mona.ask));
    await school.post.arrived(mona.email, 5);
    await mona.server.app.close();
    expect(await mona.links()).toHaveLength(5);
    expect(school.post.mails.filter(({ to }) => to.includes(mona.email))).toHaveLength(5);
  });

  it('is retried after a temporary error of the mail server', async () => {
    const refusals = [451];
    school.post.answerWith(async () => refusals.pop());
    expect((await mona.ask()).status).toBe(200);
    const [mail] = await school.post.arrived(mona.email);
    expect(mona.server.log()).toMatch(/"status":451.*tried again/);
    expect((await mona.confirm(tokenIn(mail?.text ?? ''))).status).toBe(200);
  });

  it('gets a last attempt at shutdown, and an undelivered link is revoked', async () => {
    let tries = 0;
    school.post.answerWith(async () => {
      tries += 1;
      return 451;
    });
    await mona.ask();
    await vi.waitFor(() => expect(mona.server.log()).toContain('tried again'));
    expect(await mona.links()).toHaveLength(1);
    await mona.server.app.close();
    expect(tries).toBeGreaterThan(1);
    expect(mona.server.log()).toMatch(/"level":"error".*"status":451/);
    expect(await mona.links()).toEqual([]);
  });

  it('is finished before the server exits', async () => {
    let letGo: (() => void) | undefined;
    const held = new Promise<undefined>((resolve) => {
      letGo = () => resolve(undefined);
    });
    let began = false;
    school.post.answerWith(() => {
      began = true;
      return held;
    });
    await mona.ask();
    await vi.waitFor(() => expect(began).toBe(true));
    let ended = false;
    const closed = mona.server.app.close().then(() => {
      ended = true;
    });
    await school.database.queryAsOwner('select 1');
    expect(ended).toBe(false);
    letGo?.();
    await closed;
    expect(school.post.mails.some(({ to }) => to.includes(mona.email))).toBe(true);
  });
});

describe('an unreachable mail server', () => {
  it('does not change the answer and leaves no valid link', async () => {
    const usual = await mona.ask();
    await school.post.arrived(mona.email);
    const away = await accountServer(school.database, {
      ...school.settings,
      SMTP_URL: 'smtp://desk:sesame@127.0.0.1:1',
    });
    expect(await away.post(ASK, { email: mona.email })).toEqual(usual);
    expect(await away.post(ASK, { email: 'nobody@example.com' })).toEqual(usual);
    await vi.waitFor(() => expect(away.log()).toContain('tried again'));
    await away.app.close();
    expect(away.log()).toContain('"level":"error"');
    expect(away.log()).not.toContain(mona.email);
    expect(away.log()).not.toContain('sesame');
    expect(await mona.links()).toHaveLength(1);
  });
});

describe('secrets of a reset', () => {
  it('are neither in the database nor in the log', async () => {
    school.post.answerWith(async () => 550);
    await mona.ask();
    await vi.waitFor(() => expect(mona.server.log()).toContain('tried again'));
    school.post.answerWith(undefined);
    const token = await mona.newToken();
    const stored = JSON.stringify(await school.database.queryAsOwner('select * from password_reset'));
    expect(stored).toContain(createHash('sha256').update(token).digest('hex'));
    expect(stored).not.toContain(token);
    await mona.confirm(token);
    await mona.confirm(token);
    await mona.server.app.close();
    const log = mona.server.log();
    expect(log).toContain('/api/auth/password/reset/confirm/');
    for (const secret of [token, mona.email, NEW, 'p@ss', 'p%40ss']) expect(log).not.toContain(secret);
    expect(mona.server.printed()).toBe('');
  });
});

describe('without a mail server', () => {
  it('the reset link is printed and not logged', async () => {
    const plain = await accountServer(school.database, { PUBLIC_URL: 'https://desk.alnour.eg' });
    const known = await plain.post(ASK, { email: mona.email });
    expect(await plain.post(ASK, { email: 'nobody@example.com' })).toEqual(known);
    await plain.app.close();
    expect(plain.printed()).toContain(`a new password for ${mona.email}.`);
    expect(plain.printed()).toContain('  https://desk.alnour.eg/auth/reset-password#token=');
    expect(plain.printed()).not.toContain('nobody');
    const token = tokenIn(plain.printed());
    expect(plain.log()).not.toContain(token);
    expect((await mona.confirm(token)).status).toBe(200);
  });

  it('the reset link leads to the server itself by default', async () => {
    const plain = await accountServer(school.database);
    const origin = await plain.app.listen({ port: 0, host: '127.0.0.1' });
    await fetch(`${origin}/api${ASK}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: mona.email }),
    });
    await vi.waitFor(() => expect(plain.printed()).toContain(`  ${origin}/auth/reset-password#token=`));
    await plain.app.close();
  });
});
