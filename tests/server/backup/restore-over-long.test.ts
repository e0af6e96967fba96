import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { BACKUPS_PATH, backupList, backupPreview } from '#contract/backups.ts';
import { DEVICE_ENTRIES_PATH } from '#contract/device-entries.ts';
import { exportPath } from '#contract/exports.ts';
import { paths } from '#contract/http.ts';
import { SPREADSHEET_TOKENS_PATH } from '#contract/spreadsheet-tokens.ts';
import { addPerson, personOf } from '#server/accounts/directory.ts';
import { buildApp } from '#server/app.ts';
import { backupName } from '#server/backups/backup-folder.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { readConfig } from '#server/platform/config.ts';
import { testSecret } from '../../support/access-token.ts';
import { openEvents } from '../../support/event-client.ts';
import { courses, enrol, installment, students } from '../api/bodies.ts';
import { askSpreadsheetToken } from '../api/spreadsheet-token.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from '../api/test-server.ts';
import { temporaryFolder } from '../temporary.ts';

const folder = path.join(temporaryFolder(), 'backups');
const gate = new RestoreGate();
let server: StartedTestServer;
let manager: ApiClient;
let staff: ApiClient;

beforeAll(async () => {
  server = await startTestServer({
    backups: (owner) => {
      const place = { owner, dataFolder: undefined, folder, keep: 14, now: () => new Date() };
      return new BackupService({ place, gate, report: () => undefined });
    },
  });
  manager = await server.newClient();
  await server.queryAsOwner("update app_user set account_type = 'manager'");
  const added = await addPerson(server.db, {
    branchId: manager.branchId,
    email: 'staff@example.com',
    passwordHash: 'then',
    firstName: 'Desk',
    lastName: 'Staff',
    role: 'staff',
  });
  staff = await server.clientFor(added);
});
afterAll(() => server?.close());

const list = async () => backupList.parse((await manager.get(BACKUPS_PATH)).body);
const settled = () =>
  vi.waitFor(
    async () => {
      const state = await list();
      expect(state.running).toBeNull();
      return state;
    },
    { timeout: 50_000, interval: 20 },
  );
const confirm = async () => {
  const { confirmation, generation } = await list();
  return { confirmation, generation };
};
const restoreUrl = (name: string) => `${BACKUPS_PATH}${name}/restore/`;

/** Makes a backup as a manager's page does, and returns its name. */
async function backUp(): Promise<string> {
  // Names count seconds.
  await vi.waitFor(async () => {
    expect((await list()).results[0]?.made_at ?? '').not.toBe(
      new Date().toISOString().replace(/\.\d+/, '.000'),
    );
  });
  expect((await manager.send('POST', BACKUPS_PATH)).status).toBe(202);
  const { results } = await settled();
  expect(results[0]).toMatchObject({ kind: 'manual', proof: { state: 'proven' } });
  return results[0]?.name ?? '';
}

/** Announces an entry that waits on a device. */
const announce = (key: string) =>
  manager.send('POST', DEVICE_ENTRIES_PATH, {
    store: randomUUID(),
    entries: [{ key, resource: 'student', kind: 'create', amount: null, entered_at: '2026-11-21T12:05:00Z' }],
    unlisted: 0,
  });

const newToken = async (name: string) =>
  z
    .object({ id: z.string(), secret: z.string() })
    .parse((await askSpreadsheetToken(server, manager, { name })).body);
const readsWith = async ({ secret }: { readonly secret: string }) => {
  const answer = await server.app.inject({
    url: `/api${exportPath(students)}?format=csv`,
    headers: { authorization: `Bearer ${secret}` },
  });
  return answer.statusCode;
};

async function factorOf(client: ApiClient, name: string): Promise<void> {
  const person = await personOf(server.db, client);
  await server.queryAsOwner(`insert into totp (person_id, secret, last_step) values ($1, '\\x01', 7)`, [
    person,
  ]);
  await server.queryAsOwner(
    `insert into passkey (person_id, name, rp_id, credential_id, public_key, counter, transports)
      values ($1, $2, 'localhost', 'credential', '\\x02', 3, '{internal}')`,
    [person, name],
  );
  await server.queryAsOwner(`insert into recovery_code (person_id, code_hash) values ($1, repeat('a', 64))`, [
    person,
  ]);
}

describe('a restore from a manager’s page', () => {
  it('takes back the records and keeps who may sign in, after a proven backup of today', async () => {
    const { id: enrolment } = await enrol(manager, '1000');
    await manager.create(courses, installment(enrolment, '100'));
    const [revoked, kept] = [await newToken('Revoked later'), await newToken('Kept')];
    const person = await personOf(server.db, manager);
    const connect = (subject: string) =>
      server.queryAsOwner(
        "insert into oidc_identity (person_id, issuer, subject) values ($1, 'https://login.example.com', $2)",
        [person, subject],
      );
    await connect('removed after the backup');
    await factorOf(staff, 'removed since');
    const name = await backUp();
    const preview = backupPreview.parse((await manager.get(`${BACKUPS_PATH}${name}/`)).body);
    expect(preview.held).toEqual(preview.current);
    expect(preview.held).toMatchObject({
      records: { student: 1, 'adult-course': 2 },
      users: 2,
      newest_payment: { amount: '100.00' },
    });

    server.clock.now = new Date(server.clock.now.getTime() + 60_000);
    // Before the second factor, which a new token asks for.
    const added = await newToken('Made after the backup');
    const { id: later } = await manager.create(courses, installment(enrolment, '250'));
    const lost = await manager.create(students, { name: 'Enrolled after the backup' });
    await server.queryAsOwner("update person set password_hash = 'now' where email = 'staff@example.com'");
    await addPerson(server.db, {
      branchId: manager.branchId,
      email: 'new@example.com',
      passwordHash: 'new',
      firstName: 'New',
      lastName: 'Staff',
      role: 'staff',
    });
    await server.queryAsOwner(
      `insert into session (branch_id, person_id, expires_at) values ($1, $2, now() + interval '1 day') returning id`,
      [manager.branchId, person],
    );
    await manager.send('DELETE', `${SPREADSHEET_TOKENS_PATH}${revoked.id}/`);
    await server.queryAsOwner('delete from totp; delete from passkey; delete from recovery_code');
    await factorOf(manager, 'set up since');
    await server.queryAsOwner('delete from oidc_identity');
    await connect('connected after the backup');
    await server.queryAsOwner(
      `insert into oidc_code (person_id, code_hash, password_mark, expires_at)
        values ($1, repeat('a', 64), repeat('b', 64), now() + interval '1 day')`,
      [person],
    );
    const key = randomUUID();
    await announce(key);
    await manager.send('POST', students, { name: 'Arrived after the backup' }, { 'idempotency-key': key });
    const sessions = await server.queryAsOwner('select id from session order by id');
    const versions = await server.queryAsOwner('select max(version) as highest from enrolment');
    const before = await list();

    const answer = await manager.send('POST', restoreUrl(name), await confirm());
    expect(answer.status).toBe(202);
    await vi.waitFor(() => expect(gate.isClosed).toBe(true), { timeout: 50_000, interval: 5 });
    for (const asked of [students, `${students}?search=${paths.health}`]) {
      const refused = await manager.get(asked);
      expect([refused.status, refused.headers['retry-after']]).toEqual([503, '5']);
    }
    expect((await manager.get(paths.health)).status).toBe(200);
    const after = await settled();

    expect(after.last_restore).toMatchObject({ name, problem: null });
    expect(after.generation).not.toBe(before.generation);
    const restoredFrom = Date.parse(String((await manager.get(paths.branch)).body.restored_from));
    expect(restoredFrom).toBeGreaterThanOrEqual(Date.parse(preview.made_at));
    expect(restoredFrom).toBeLessThan(Date.parse(after.results[0]?.made_at ?? ''));
    const now = backupPreview.parse((await manager.get(`${BACKUPS_PATH}${name}/`)).body);
    expect(now.current).toEqual({ ...preview.held, users: 3 });
    expect(after.results[0]).toMatchObject({ kind: 'restore', proof: { state: 'proven' } });
    const safety = backupPreview.parse((await manager.get(`${BACKUPS_PATH}${after.results[0]?.name}/`)).body);
    expect(safety.held).toMatchObject({
      records: { student: 3, 'adult-course': 3 },
      newest_payment: { amount: '250.00' },
    });

    const users = await server.queryAsOwner('select email, password_hash from branch_user order by id');
    expect(users.slice(1)).toEqual([
      { email: 'staff@example.com', password_hash: 'now' },
      { email: 'new@example.com', password_hash: 'new' },
    ]);
    expect(await server.queryAsOwner('select id from session order by id')).toEqual(sessions);
    expect(await Promise.all([revoked, kept, added].map(readsWith))).toEqual([401, 200, 200]);
    expect(await server.queryAsOwner('select subject from oidc_identity')).toEqual([
      { subject: 'connected after the backup' },
    ]);
    expect(await server.queryAsOwner('select code_hash from oidc_code')).toEqual([]);
    const factors = await server.queryAsOwner(
      `select person_id, passkey.name, code_hash from totp join passkey using (person_id) join recovery_code using (person_id)`,
    );
    const code_hash = 'a'.repeat(64);
    expect(factors).toEqual([{ person_id: String(person), name: 'set up since', code_hash }]);
    // Its key is gone with what came after the backup: it would look lost.
    expect(await server.queryAsOwner('select store from device_store')).toEqual([]);

    const next = await manager.create(students, { name: 'After the restore' });
    expect(Number(String(next.code).slice(2))).toBeGreaterThan(Number(String(lost.code).slice(2)) + 999);
    expect((await manager.get(`${courses}${later}/`)).status).toBe(404);
    const [row] = await server.queryAsOwner('select min(version) as lowest from enrolment');
    expect(Number(row?.lowest)).toBeGreaterThan(Number(versions[0]?.highest));
  });

  it('goes on beyond what was given before, when the same backup is restored again', async () => {
    const { results } = await list();
    const name = results.find(({ kind }) => kind === 'manual')?.name ?? '';
    const between = await manager.create(students, { name: 'Between two restores' });
    await manager.send('POST', restoreUrl(name), await confirm());
    await settled();
    const next = await manager.create(students, { name: 'After the second' });
    expect(Number(String(next.code).slice(2))).toBeGreaterThan(Number(String(between.code).slice(2)) + 999);
  });

  it('keeps out the requests of another server process, which ends its streams', async () => {
    const otherGate = new RestoreGate();
    const place = { owner: server.settings, dataFolder: undefined, folder, keep: 14, now: () => new Date() };
    const other = await buildApp({
      db: server.db,
      config: readConfig({}),
      tokenSecret: testSecret,
      backups: new BackupService({ place, gate: otherGate, report: () => undefined }),
    });
    const origin = await other.listen({ port: 0, host: '127.0.0.1' });
    let ended = 0;
    otherGate.onClose(() => {
      ended += 1;
    });
    const stream = await openEvents(origin, await server.tokenOf(manager));
    await stream.until(() => true);
    const { results } = await list();
    await manager.send('POST', restoreUrl(results[0]?.name ?? ''), await confirm());
    await vi.waitFor(() => expect(otherGate.isClosed).toBe(true), { timeout: 50_000, interval: 5 });
    const answer = await other.inject({ url: `/api${students}` });
    expect([answer.statusCode, answer.headers['retry-after']]).toEqual([503, '5']);
    await settled();
    await vi.waitFor(() => expect(otherGate.isClosed).toBe(false), { timeout: 50_000 });
    await stream.untilEnd();
    expect(ended).toBe(1);
    expect((await other.inject({ url: `/api${students}` })).statusCode).toBe(401);
    await other.close();
  });

  it('restores nothing of a backup that does not prove itself', async () => {
    const bad = backupName('manual', new Date(Date.now() - 3_600_000));
    writeFileSync(path.join(folder, bad), gzipSync('{"branch_desk_backup":1}\n'));
    expect((await manager.get(`${BACKUPS_PATH}${bad}/`)).status).toBe(409);
    const { results } = await list();
    const good = results.find(({ kind }) => kind === 'manual' && results[0])?.name ?? '';
    const { generation } = await list();
    const before = await manager.listAll(students);
    // A row of a table of somebody else refers to a student: the rows cannot be replaced.
    await server.queryAsOwner(
      `create table note (branch_id bigint, student_id uuid, foreign key (branch_id, student_id) references student)`,
    );
    await manager.send(
      'POST',
      restoreUrl(results.find(({ kind }) => kind === 'restore')?.name ?? good),
      await confirm(),
    );
    const after = await settled();
    expect(after.last_restore?.problem).toMatch(/could not be restored; the database is as it was/);
    expect(after.generation).toBe(generation);
    expect(await manager.listAll(students)).toEqual(before);
    await server.queryAsOwner('drop table note');
  });
});

describe('the calls about backups', () => {
  let name: string;
  beforeEach(async () => {
    name = (await list()).results[0]?.name ?? '';
  });

  it('refuse a restore that is not confirmed, was confirmed for an older state, or is of another file', async () => {
    const body = await confirm();
    const wrong = await manager.send('POST', restoreUrl(name), { ...body, confirmation: 'yes' });
    expect([wrong.status, wrong.body]).toEqual([
      400,
      { confirmation: [expect.stringContaining('Branch 1')] },
    ]);
    expect((await manager.send('POST', restoreUrl(name), { ...body, generation: 'older' })).status).toBe(409);
    for (const other of ['..%2F..%2Fetc%2Fpasswd', 'token-secret', backupName('manual', new Date(0))]) {
      expect((await manager.send('POST', restoreUrl(other), body)).status).toBe(404);
      expect((await manager.get(`${BACKUPS_PATH}${other}/`)).status).toBe(404);
    }
    expect((await list()).running).toBeNull();
  });

  it('refuse a second one at once, and a restore while several branches share the database', async () => {
    const body = await confirm();
    const answers = await Promise.all([1, 2].map(() => manager.send('POST', restoreUrl(name), body)));
    expect(answers.map(({ status }) => status).sort()).toEqual([202, 409]);
    await settled();
    const other = await server.newClient();
    expect((await list()).restorable).toBe(false);
    const refused = await manager.send('POST', restoreUrl(name), await confirm());
    expect([refused.status, refused.body.detail]).toEqual([409, expect.stringContaining('Several branches')]);
    await server.queryAsOwner('delete from person where home_branch_id = $1', [other.branchId]);
    await server.queryAsOwner('delete from branch where id = $1', [other.branchId]);
  });
});
