import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BACKUPS_PATH } from '#contract/backups.ts';
import { paths } from '#contract/http.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { studentTransferPath } from '#contract/student-transfers.ts';
import { personOf } from '#server/accounts/directory.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { bareDatabase } from '../../support/test-database.ts';
import { courses, enrol, installment, students } from '../api/bodies.ts';
import { type ApiClient, type StartedTestServer, startTestServer } from '../api/test-server.ts';
import { withServer } from '../api/with-server.ts';
import { temporaryFolder } from '../temporary.ts';
import { allAnswers, highestVersion } from './all-answers.ts';
import { everyRow } from './every-row.ts';
import { type KeyedWrite, runScriptedHistory } from './scripted-history.ts';

describe('a restored backup', () => {
  const file = path.join(temporaryFolder(), 'desk.backup');
  const clients: ApiClient[] = [];
  const writes = new Map<ApiClient, KeyedWrite[]>();
  const server = withServer();
  let copy: StartedTestServer;
  let leap = 0;

  beforeAll(async () => {
    let other = await server.newClient();
    const client = await server.newClient();
    writes.set(client, await runScriptedHistory(server, client, 1));
    await enrol(other, '100', '10');
    // The person of the newer branch works in the older one too.
    await server.queryAsOwner('delete from session where branch_id = $1', [String(other.branchId)]);
    await server.queryAsOwner('update app_user set person_id = $1 where id = $2', [
      await personOf(server.db, client),
      String(other.userId),
    ]);
    other = await server.clientFor(other);
    clients.push(client, other);
    const { id } = await other.create(students, branchFactory(3).student());
    await other.must('POST', studentTransferPath(id), { branch: String(client.branchId) });
    await writeBackup(server.settings, file, { force: false });
    const database = await bareDatabase();
    await restoreBackup(database.settings, file);
    copy = await startTestServer({ database });
    copy.clock.now = server.clock.now;
    leap = (await highestVersion(copy.queryAsOwner)) - (await highestVersion(server.queryAsOwner));
  });
  afterAll(() => copy?.close());

  it('answers every read with the same bytes in each branch', async () => {
    for (const client of clients) {
      const before = await allAnswers(client);
      expect(before.size).toBeGreaterThan(client === clients[0] ? 200 : 20);
      const after = await allAnswers(await copy.clientFor(client), leap);
      for (const path of [paths.branch, paths.changes, BACKUPS_PATH]) {
        for (const answers of [before, after]) answers.delete(path);
      }
      expect(after).toEqual(before);
    }
  });

  it('has every row of every table', async () => {
    const rows = await everyRow(server);
    expect(rows.every(({ all }) => Array.isArray(all))).toBe(true);
    expect(await everyRow(copy, leap)).toEqual(rows);
  });

  it('repeats the answer of an old key without a write', async () => {
    const before = await everyRow(copy);
    for (const [client, done] of writes) {
      const same = await copy.clientFor(client);
      for (const { method, path: to, body, key, answer } of done) {
        const again = await same.send(method, to, body, { 'idempotency-key': key });
        expect([again.status, again.text], `${method} ${to}`).toEqual([answer.status, answer.text]);
      }
    }
    expect(await everyRow(copy)).toEqual(before);
  });

  it('counts its changes from a version that no device knows', async () => {
    for (const client of clients) {
      const old = await client.get(paths.changes);
      const same = await copy.clientFor(client);
      await same.create(students, { name: 'After the restore' });
      const now = await same.get(paths.changes);
      expect(now.body.version).not.toBe(old.body.version);
      // Nor does it come to one later: it begins with the clock.
      const begun = 'select changes::text as first from branch_change where branch_id = $1';
      const [before, after] = await Promise.all(
        [server, copy].map(({ queryAsOwner }) => queryAsOwner(begun, [client.branchId])),
      );
      expect(Number(after?.[0]?.first)).toBeGreaterThan(Number(before?.[0]?.first));
    }
  });

  it('is another generation, made from the backup of a known time', async () => {
    const [old, restored] = await Promise.all(
      [server, copy].map(async (one) => {
        const client = await one.clientFor(clients[0] ?? { branchId: 1n, userId: 1n });
        return (await client.get(paths.branch)).body;
      }),
    );
    expect(old).toMatchObject({ generation: expect.any(String), restored_from: null });
    expect(restored?.generation).not.toBe(old?.generation);
    expect(Date.parse(String(restored?.restored_from))).toBeLessThanOrEqual(Date.now());
  });

  it('answers no read with 304 and accepts no delete by a version from after the backup', async () => {
    const person = clients[0] ?? { branchId: 1n, userId: 1n };
    const [old, same] = [await server.clientFor(person), await copy.clientFor(person)];
    const [student] = await old.listAll(resourceOf('student').path);
    const one = `${resourceOf('student').path}${student?.id}/`;
    const { headers } = await old.get(one);
    expect((await same.get(one, { 'if-none-match': String(headers.etag) })).status).toBe(200);
    const answer = await same.send('DELETE', one, undefined, { 'if-match': String(headers.etag) });
    const { version } = (await same.get(one)).body;
    expect(Number(version)).toBeGreaterThan(Number(student?.version) + 999_999);
    expect([answer.status, answer.body.current]).toEqual([412, { ...student, version }]);
  });

  it('takes what was lost again under its id, and gives no code of the next 1000 students', async () => {
    const person = clients[0] ?? { branchId: 1n, userId: 1n };
    const { id } = await (await server.clientFor(person)).create(students, { name: 'Lost' });
    const same = await copy.clientFor(person);
    const again = await same.create(students, { id, name: 'Lost' });
    expect([again.id, Number(String(again.code).slice(2)) > 1000]).toEqual([id, true]);
  });

  it('gives no version twice when the same backup is restored into an empty database again', async () => {
    const person = clients[0] ?? { branchId: 1n, userId: 1n };
    const database = await bareDatabase();
    await restoreBackup(database.settings, file);
    const second = await startTestServer({ database });
    const [before, after] = [await copy.clientFor(person), await second.clientFor(person)];
    await before.create(students, { name: 'One' });
    await after.create(students, { name: 'Two' });
    const [student] = await after.listAll(students);
    const known = (await before.get(`${students}${student?.id}/`)).body;
    expect(Number(student?.version)).toBeGreaterThan(Number(known.version));
    await second.close();
  });

  it('has the same schema: every constraint, index and trigger', async () => {
    const facts = `
      select conname as name, pg_get_constraintdef(oid) || convalidated::text as fact from pg_constraint
        where connamespace = 'public'::regnamespace
      union all select indexname, indexdef from pg_indexes where schemaname = 'public'
      union all select tgname, pg_get_triggerdef(oid) || tgenabled::text from pg_trigger where not tgisinternal
      union all select relname, relacl::text from pg_class where relnamespace = 'public'::regnamespace
      order by 1, 2`;
    expect(await copy.queryAsOwner(facts)).toEqual(await server.queryAsOwner(facts));
  });
});

it('a backup taken during writes is consistent', async () => {
  const server = await startTestServer();
  const file = path.join(temporaryFolder(), 'desk.backup');
  const client = await server.newClient();
  const { id } = await enrol(client, '100000');
  let writing = true;
  const hands = Array.from({ length: 8 }, async () => {
    for (; writing; ) await client.create(courses, installment(id, '1'));
  });
  for (let time = 0; time < 3; time++) await writeBackup(server.settings, file, { force: time > 0 });
  writing = false;
  await Promise.all(hands);
  const database = await bareDatabase();
  const { rows } = await restoreBackup(database.settings, file);
  const copy = await startTestServer({ database });
  expect(rows).toBeGreaterThan(10);
  const [sums] = await copy.queryAsOwner(
    `select (select installments_paid from enrolment where id = $1)::text as kept,
      (select coalesce(sum(paid_amount), 0) from enrolment where related_id = $1)::text as counted`,
    [id],
  );
  expect(sums?.kept).toBe(sums?.counted);
  await Promise.all([server.close(), copy.close()]);
});

describe('a backup file', () => {
  it('is readable by its owner only, overwrites nothing by default, and is complete once it has its name', async () => {
    const server = await startTestServer();
    await server.newClient();
    const folder = temporaryFolder();
    const file = path.join(folder, 'desk.backup');
    await writeBackup(server.settings, file, { force: false });
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await expect(writeBackup(server.settings, file, { force: false })).rejects.toThrow(/is there already/);
    await writeBackup(server.settings, file, { force: true });
    expect(readdirSync(folder)).toEqual(['desk.backup']);
    await expect(
      writeBackup(server.settings, path.join(folder, 'no', 'such', 'folder'), { force: false }),
    ).rejects.toThrow(/^The backup cannot be written to /);
    await server.close();
  });

  it('is not created from a database without a schema', async () => {
    const { settings, drop } = await bareDatabase();
    const folder = temporaryFolder();
    const made = writeBackup(settings, path.join(folder, 'desk.backup'), { force: false });
    await expect(made).rejects.toThrow(/nothing to back up/);
    expect(readdirSync(folder)).toEqual([]);
    await drop();
  });
});
