import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createFirstUser } from '#server/accounts/first-sign-in.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { FirstRun } from '#server/branch/first-run.ts';
import { connect } from '#server/db/connect.ts';
import { readConfig } from '#server/platform/config.ts';
import { bareDatabase, type TestDatabase, testDatabase } from '../../support/test-database.ts';
import { students } from '../api/bodies.ts';
import { startTestServer } from '../api/test-server.ts';
import { withServer } from '../api/with-server.ts';
import { query } from '../postgres/rows.ts';
import { temporaryFolder } from '../temporary.ts';
import { runScriptedHistory } from './scripted-history.ts';

const folder = temporaryFolder();
const whole = path.join(folder, 'desk.backup');
const notWhole = /is not whole: it was cut off, or changed/;
const notOurs = /is not a backup of Branch Desk/;

const server = withServer();
let target: TestDatabase;
let lines: string[];
beforeAll(async () => {
  await runScriptedHistory(server, await server.newClient(), 1);
  await writeBackup(server.settings, whole, { force: false });
  lines = gunzipSync(readFileSync(whole)).toString().split('\n');
  target = await bareDatabase();
});
afterAll(() => target.drop());

function fileOf(content: string | Buffer): string {
  const file = path.join(folder, 'other.backup');
  writeFileSync(file, typeof content === 'string' ? gzipSync(content) : content);
  return file;
}

const withLine = (index: number, change: (line: string) => string) =>
  lines.map((line, at) => (at === index ? change(line) : line)).join('\n');
const withHeader = (change: object) =>
  withLine(0, (line) => JSON.stringify({ ...JSON.parse(line), ...change }));

/** Returns the relations in the schema. */
const objects = () =>
  query(target.settings, "select relname from pg_class where relnamespace = 'public'::regnamespace");

async function refuse(file: string, sentence: RegExp): Promise<void> {
  await expect(restoreBackup(target.settings, file)).rejects.toThrow(sentence);
  expect(await objects()).toEqual([]);
}

describe('a backup file', () => {
  it.each([0.001, 0.2, 0.5, 0.9, 0.9999])('truncated to a part of %d is rejected', async (part) => {
    const packed = readFileSync(whole);
    await refuse(fileOf(packed.subarray(0, Math.floor(packed.length * part))), /not whole|not a backup/);
  });

  it('truncated between two lines and compressed again is rejected', async () => {
    for (const left of [1, 2, Math.floor(lines.length / 2), lines.length - 2]) {
      await refuse(fileOf(`${lines.slice(0, left).join('\n')}\n`), notWhole);
    }
  });

  it('with any change is rejected', async () => {
    const packed = readFileSync(whole);
    for (const part of [0.1, 0.5, 0.99]) {
      const changed = Buffer.from(packed);
      const at = Math.floor(packed.length * part);
      changed[at] = (packed[at] ?? 0) ^ 1;
      await refuse(fileOf(changed), notWhole);
    }
    const row = Math.floor(lines.length / 2);
    await refuse(
      fileOf(withLine(row, (line) => line.replace(/\d(?=")/, (digit) => `${9 - Number(digit)}`))),
      notWhole,
    );
    await refuse(fileOf(withLine(row, () => 'nonsense')), notWhole);
    await refuse(fileOf(lines.filter((_, at) => at !== row).join('\n')), notWhole);
    await refuse(fileOf(withHeader({ made_at: '2020-01-01T00:00:00Z' })), notWhole);
    await refuse(fileOf(`${lines.join('\n')}0 {}\n`), notWhole);
  });

  it('of another kind is rejected', async () => {
    await refuse(fileOf(Buffer.from('a letter to the bank')), notOurs);
    await refuse(fileOf(Buffer.alloc(0)), notWhole);
    await refuse(fileOf('a packed letter to the bank\n'), notOurs);
    await refuse(fileOf('{"hello": "bank"}\n'), notOurs);
    await refuse(path.join(folder, 'none'), /^There is no file /);
    await refuse(folder, /cannot be read/);
  });

  it('of another version is rejected with that reason', async () => {
    const newer = /was made by another version of Branch Desk: install that version/;
    const header = JSON.parse(lines[0] ?? '') as { migrations: string[] };
    await refuse(fileOf(withHeader({ branch_desk_backup: 2, tables: 'otherwise' })), newer);
    await refuse(fileOf(withHeader({ migrations: [...header.migrations, '9999-future.sql'] })), newer);
  });
});

describe('the target database of a restore', () => {
  it('with a branch is not touched', async () => {
    const other = await startTestServer();
    const client = await other.newClient();
    await client.create(students, { name: 'Mona' });
    await expect(restoreBackup(other.settings, whole)).rejects.toThrow(/^This database is not empty/);
    expect((await client.listAll(students)).map(({ name }) => name)).toEqual(['Mona']);
    await other.close();
  });

  it('is replaced at its first run, and no more once somebody signed in there', async () => {
    for (const isSignedIn of [false, true]) {
      const other = await testDatabase();
      const db = connect(other.settings);
      const { setup } = readConfig({});
      await createFirstUser(db, setup, () => undefined);
      if (isSignedIn) {
        await query(
          other.settings,
          "insert into known_source (person_id, source) select id, '10.0.0.7' from person",
        );
      }
      const restoring = restoreBackup(other.settings, whole);
      if (isSignedIn) await expect(restoring).rejects.toThrow(/^This database is not empty/);
      else await restoring;
      expect(await new FirstRun(db, 'a secret').isRequired()).toBe(isSignedIn);
      const addresses = await query(other.settings, 'select email from person');
      expect(addresses.some((row) => JSON.stringify(row).includes(setup.email))).toBe(isSignedIn);
      await db.destroy();
      await other.drop();
    }
  });
});

describe('a restore', () => {
  it('that is interrupted leaves nothing and can be repeated', async () => {
    const writing = `select pg_terminate_backend(pid) as ended from pg_stat_activity
      where datname = current_database() and backend_xid is not null and pid <> pg_backend_pid()`;
    const restoring = expect(restoreBackup(target.settings, whole)).rejects.toThrow(
      /could not be restored; the database is as it was/,
    );
    while ((await query(target.settings, writing)).length === 0);
    await restoring;
    expect(await objects()).toEqual([]);
    const again = await bareDatabase();
    expect((await restoreBackup(again.settings, whole)).rows).toBeGreaterThan(100);
    await again.drop();
  });

  it('reports unknown tables and columns that it skipped', async () => {
    await server.queryAsOwner('create table note (text text); alter table student add column shoe_size int');
    await server.queryAsOwner("insert into note values ('mine')");
    const file = path.join(folder, 'with-notes.backup');
    await writeBackup(server.settings, file, { force: false });
    const other = await bareDatabase();
    const { leftOut } = await restoreBackup(other.settings, file);
    expect(leftOut).toEqual(['note', 'student.shoe_size']);
    await other.drop();
  });
});
