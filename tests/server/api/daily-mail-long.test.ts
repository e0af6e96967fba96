import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { CLOSES_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { REPORTS_PATH, report } from '#contract/reports.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { buildApp } from '#server/app.ts';
import { backupName } from '#server/backups/backup-folder.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { readConfig } from '#server/platform/config.ts';
import { testSecret } from '../../support/access-token.ts';
import { temporaryFolder } from '../temporary.ts';
import { courses, expenses, students } from './bodies.ts';
import { type MailServer, mailServer } from './mail-server.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from './test-server.ts';

const DAY = '2026-03-10';
const MORNING = '2026-03-11T04:00:00Z';

let server: StartedTestServer;
let post: MailServer;
let manager: ApiClient;
let staff: ApiClient;
const started: FastifyInstance[] = [];

beforeAll(async () => {
  server = await startTestServer();
  post = await mailServer();
  manager = await server.newClient();
  staff = await server.newColleague(manager, 'staff');
});
afterEach(async () => {
  post.answerWith(undefined);
  await Promise.all(started.splice(0).map((app) => app.close()));
});
afterAll(async () => {
  await post.close();
  await server.close();
});

/** A server process on the same database that sends mail, at this time of its clock; it does not listen yet. */
async function serverAt(instant: string, backups?: BackupService): Promise<FastifyInstance> {
  const app = await buildApp({
    db: server.db,
    config: readConfig({
      SMTP_URL: post.url,
      SMTP_FROM: 'Al Nour <desk@alnour.eg>',
      PUBLIC_URL: 'https://desk.alnour.eg',
    }),
    tokenSecret: testSecret,
    clock: () => new Date(instant),
    backups,
  });
  started.push(app);
  return app;
}
const start = async (instant: string, backups?: BackupService) => {
  const app = await serverAt(instant, backups);
  await app.listen({ host: '127.0.0.1', port: 0 });
  return app;
};

const profile = async (of: ApiClient, change?: object, instant = '2026-03-10T12:00:00Z') => {
  const answer = await (await serverAt(instant)).inject({
    method: change ? 'PATCH' : 'GET',
    url: `/api${paths.user}`,
    headers: of.authorization,
    ...(change && { payload: change }),
  });
  return { status: answer.statusCode, body: answer.json() as Record<string, unknown> };
};
const emailOf = async ({ userId }: ApiClient) => {
  const [row] = await server.queryAsOwner('select email from branch_user where id = $1', [userId]);
  return String(row?.email);
};
const mailsTo = (email: string) => post.mails.filter(({ to }) => to.includes(email));

/** Another manager, of another branch, who wants the mail and has not had it. */
async function newRecipient(): Promise<{ client: ApiClient; email: string }> {
  const client = await server.newClient();
  expect((await profile(client, { daily_mail: true }, '2026-03-01T12:00:00Z')).status).toBe(200);
  return { client, email: await emailOf(client) };
}

/** Starts servers at one time, and waits until each user before a new last one has been looked at. */
async function morning(instant: string, servers = 1): Promise<void> {
  const last = await newRecipient();
  await Promise.all(Array.from({ length: servers }, () => start(instant)));
  await post.arrived(last.email);
  await profile(last.client, { daily_mail: false });
}

const decodedSubject = (head: string) => {
  const unfolded = head.replaceAll(/\r\n[ \t]+/g, ' ');
  const [, subject = ''] = /^Subject: (.*)$/m.exec(unfolded) ?? [];
  return subject
    .replaceAll(/\?= =\?/g, '?==?')
    .replaceAll(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, text) => Buffer.from(text, 'base64').toString('utf8'))
    .replaceAll(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, text: string) =>
      Buffer.from(
        text
          .replaceAll('_', ' ')
          .replaceAll(/=([0-9A-F]{2})/g, (__, hex) => String.fromCharCode(Number.parseInt(hex, 16))),
        'latin1',
      ).toString('utf8'),
    );
};

describe('the mail of a day', () => {
  let email: string;

  beforeAll(async () => {
    const factory = branchFactory(7);
    email = await emailOf(manager);
    server.clock.now = new Date(`${DAY}T10:00:00Z`);
    await manager.send('PATCH', '/branch/settings/', {
      payment_methods: [{ id: 'visa', name: 'Visa', name_ar: 'فيزا', kind: 'card', asks_reference: false }],
      expense_categories: [{ id: 'rent', name: 'Rent', name_ar: 'إيجار' }],
    });
    await manager.create('/month/', { name: 'March' });
    const mona = await manager.create(students, factory.student({ name: 'Mona Adel' }));
    const enrol = (client: ApiClient, given: object) =>
      client.create(
        courses,
        factory.enrolment('adult-course', mona.id, { price: '1000', custom_date: DAY, ...given }),
      );
    await enrol(manager, { paid_amount: '400' });
    await enrol(manager, { paid_amount: '250.50', payment_method: 'visa' });
    await enrol(staff, { paid_amount: '1000' });
    // Of the day before: not in this mail.
    await enrol(manager, { paid_amount: '777', custom_date: '2026-03-09' });
    await manager.create(expenses, factory.expense({ amount: '55.50', custom_date: DAY, category: 'rent' }));
    await manager.create(resourceOf('promise').path, {
      student: mona.id,
      due_day: '2026-03-11',
      amount: '300',
    });
    const close = await staff.create(CLOSES_PATH, { other: '990', kept: '0' });
    await staff.send('POST', `${CLOSES_PATH}${close.id}/finish/`, { reason: 'A note was torn' });
    expect((await profile(manager, { daily_mail: true })).body).toMatchObject({ daily_mail: true });
  });

  it('has the sums of that day, in English', async () => {
    await morning(MORNING);
    const [mail] = mailsTo(email);
    const { cash } = report.parse((await manager.get(`${REPORTS_PATH}?from=${DAY}&until=${DAY}`)).body);
    const nameOf = ({ userId }: ApiClient) =>
      cash.find(({ recorded_by }) => recorded_by === String(userId))?.name;
    expect(decodedSubject(mail?.head ?? '')).toBe('Branch 1: 10/3/2026');
    expect(mail?.text.trimEnd().split('\n')).toEqual([
      'Hello,',
      '',
      'this was 10/3/2026 at Branch 1.',
      '',
      'Income: L.E. 1,650.50',
      'Expenses: L.E. 55.50',
      'Result: L.E. 1,595.00',
      '',
      'By payment method',
      '- Cash: L.E. 1,400.00 in, L.E. 55.50 out',
      '- Visa: L.E. 250.50',
      '',
      'By who took it in or paid it out',
      `- ${nameOf(staff)}: L.E. 1,000.00`,
      `- ${nameOf(manager)}: L.E. 650.50 in, L.E. 55.50 out`,
      '',
      'Expenses by category',
      '- Rent: L.E. 55.50',
      '',
      'Drawer closes',
      '1 close, with a difference of L.E. -10.00.',
      `- ${nameOf(staff)}: L.E. -10.00 (A note was torn)`,
      '',
      'Promised for today, 11/3/2026',
      '- Mona Adel: L.E. 300.00 promised, owes L.E. 1,572.50',
      '',
      'Newest backup',
      'There is none.',
      '',
      'You get this mail because you switched it on. To stop it, open your profile and switch off "Daily mail": https://desk.alnour.eg/profile',
    ]);
    expect(mail?.head).toMatch(/^Auto-Submitted: auto-generated/im);
    expect(mail?.head).toMatch(/^Content-Type: text\/plain; charset=utf-8/m);
  });

  it('is in Arabic for who chose it, with the same sums', async () => {
    const other = await server.newColleague(manager, 'manager');
    await profile(other, { daily_mail: true, language: 'ar' }, '2026-03-10T12:00:00Z');
    await morning(MORNING);
    const [arabic] = mailsTo(await emailOf(other));
    const [english] = mailsTo(email);
    const amounts = (text = '') => (text.match(/-?[\d,]+\.\d\d/g) ?? []).sort();
    expect(amounts(arabic?.text)).toEqual(amounts(english?.text));
    expect(decodedSubject(arabic?.head ?? '')).toContain('يوم');
    const lines = arabic?.text.split('\n') ?? [];
    expect(lines[0]).toBe('أهلًا،');
    for (const words of ['الدخل:', 'المصروفات:', 'فيزا', 'إيجار', 'A note was torn', 'الرسالة اليومية'])
      expect(arabic?.text).toContain(words);
    // Names and addresses have a direction of their own; nothing else is in Latin letters.
    const latin = lines
      .map((line) => line.replaceAll(/[\u2066\u2068][^\u2069]*\u2069/g, ''))
      .filter((line) => /[A-Za-z]/.test(line));
    expect(latin).toEqual([]);
  });

  it('is sent once, also by two servers at the same time and after a restart', async () => {
    const wanting = [];
    for (let one = 0; one < 6; one++) wanting.push(await newRecipient());
    // Each takes a while to store whom it takes, so that they meet at the same users.
    await server.queryAsOwner(`
      create function slow() returns trigger language plpgsql as $$ begin perform pg_sleep(0.2); return new; end $$;
      create trigger slow before update of daily_mailed on app_user for each row execute function slow()`);
    await morning(MORNING, 2);
    await server.queryAsOwner('drop trigger slow on app_user; drop function slow()');
    await morning('2026-03-11T18:00:00Z');
    expect(wanting.map((one) => mailsTo(one.email).length)).toEqual(wanting.map(() => 1));
    expect(mailsTo(email)).toHaveLength(1);
  });

  it('comes at 04:00 UTC and not before, and after a downtime once, of the last day', async () => {
    const wanting = await server.newClient();
    await profile(wanting, { daily_mail: true }, '2026-03-11T12:00:00Z');
    const address = await emailOf(wanting);
    await morning('2026-03-12T03:59:59Z');
    expect(mailsTo(address)).toHaveLength(0);
    await morning('2026-03-12T04:00:00Z');
    expect(mailsTo(address).map(({ text }) => /this was (\S+)/.exec(text)?.[1])).toEqual(['11/3/2026']);
    await morning('2026-03-20T10:00:00Z');
    expect(mailsTo(address).map(({ text }) => /this was (\S+)/.exec(text)?.[1])).toEqual([
      '11/3/2026',
      '19/3/2026',
    ]);
  });

  it('goes on when a wrong clock was set right', async () => {
    const { email: to } = await newRecipient();
    await morning('2030-01-01T10:00:00Z');
    await morning('2026-03-21T10:00:00Z');
    expect(mailsTo(to).map(({ text }) => /this was (\S+)/.exec(text)?.[1])).toEqual([
      '31/12/2029',
      '20/3/2026',
    ]);
  });

  it('tells the age of the newest backup', async () => {
    const { client, email: to } = await newRecipient();
    const now = new Date('2026-03-21T12:00:00Z');
    const folder = temporaryFolder();
    for (const hours of [5.5, 30]) {
      const madeAt = new Date(now.getTime() - hours * 3_600_000);
      await server.queryAsOwner(
        "insert into stored_backup (name, kind, made_at, size, own) values ($1, 'daily', $2, 1, true)",
        [backupName('daily', madeAt), madeAt],
      );
    }
    const place = { owner: server.settings, dataFolder: undefined, folder, keep: 1, now: () => now };
    const backups = new BackupService({ place, gate: new RestoreGate(), report: () => undefined });
    await start(now.toISOString(), backups);
    const [mail] = await post.arrived(to);
    expect(mail?.text).toContain('Newest backup\nIt is 5 hours old.\n');
    await profile(client, { daily_mail: false });
  });

  it('is tried again when the mail server refused it', async () => {
    const { email: to } = await newRecipient();
    let refused = 0;
    post.answerWith(async () => {
      refused += 1;
      return 451;
    });
    const app = await start('2026-03-22T10:00:00Z');
    await vi.waitFor(() => expect(refused).toBeGreaterThan(0));
    await app.close();
    post.answerWith(undefined);
    expect(mailsTo(to)).toHaveLength(0);
    await morning('2026-03-22T11:00:00Z');
    expect(mailsTo(to)).toHaveLength(1);
  });
});

describe('who gets none', () => {
  it.each([
    ['who switched it off', (one: ApiClient) => profile(one, { daily_mail: false })],
    [
      'who is no manager any more',
      (one: ApiClient) =>
        server.queryAsOwner("update app_user set account_type = 'staff' where id = $1", [one.userId]),
    ],
    [
      'who is disabled',
      (one: ApiClient) =>
        server.queryAsOwner('update app_user set disabled_at = now() where id = $1', [one.userId]),
    ],
  ])('%s', async (_who, change) => {
    const [one, other] = [await newRecipient(), await newRecipient()];
    await change(one.client);
    await morning('2026-04-02T10:00:00Z');
    expect(mailsTo(one.email)).toHaveLength(0);
    expect(mailsTo(other.email)).toHaveLength(1);
  });

  it('a server without SMTP_URL offers no switch, and refuses it', async () => {
    expect((await manager.get(paths.user)).body).not.toHaveProperty('daily_mail');
    const { status, body } = await manager.send('PATCH', paths.user, { daily_mail: true });
    expect([status, body]).toEqual([400, { daily_mail: ['This server sends no mail'] }]);
  });

  it('staff are not offered it, and may not switch it on', async () => {
    expect((await profile(staff)).body).not.toHaveProperty('daily_mail');
    expect((await profile(staff, { daily_mail: true })).status).toBe(403);
    expect((await profile(staff, { daily_mail: 'yes' })).status).toBe(400);
    const [row] = await server.queryAsOwner('select daily_mail from app_user where id = $1', [staff.userId]);
    expect(row).toEqual({ daily_mail: false });
  });

  it('a manager who did not ask for it', async () => {
    const silent = await server.newClient();
    expect((await profile(silent)).body).toMatchObject({ daily_mail: false });
    await morning('2026-04-03T10:00:00Z');
    expect(mailsTo(await emailOf(silent))).toHaveLength(0);
  });
});
