import path from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { listBackups } from '#server/backups/backup-folder.ts';
import { addressOf, bareDatabase, testDatabase } from '../support/test-database.ts';
import { laterMigration, otherVersion } from './built-server.ts';
import { query } from './postgres/rows.ts';
import { run } from './programs.ts';
import { temporaryFolder } from './temporary.ts';

/** A version with one more migration, started as processes. */
let version: string;
beforeAll(() => {
  version = otherVersion(path.join(temporaryFolder(), 'later'), laterMigration);
});

const hasMigration = "select to_regclass('tomorrow') is not null as has";

it('two servers of a later version that start at once make one proven backup, and migrate once', async () => {
  const { settings, drop } = await testDatabase();
  await query(settings, "insert into branch (name) values ('Al Nour')");
  const backups = path.join(temporaryFolder(), 'backups');
  const env = { DATABASE_URL: addressOf(settings), BACKUP_DIR: backups, DATA_DIR: temporaryFolder() };
  const servers = [run('main', env, { version }), run('main', env, { version })];
  for (const server of servers) await server.address();
  for (const { child } of servers) child.kill('SIGTERM');
  const ended = await Promise.all(servers.map((server) => server.ended));
  const steps = /^A backup is made first, and tried …\nMigration 1 of 1, .*\.sql …\n$/;
  expect(ended.map(({ errors }) => errors).sort()).toEqual(['', expect.stringMatching(steps)]);
  const made = await listBackups(backups);
  expect(made.map(({ kind, proof }) => [kind, proof?.state])).toEqual([['upgrade', 'proven']]);
  expect(await query(settings, hasMigration)).toEqual([{ has: true }]);
  await drop();
});

it('a later version restores a backup of this one, and migrates it', async () => {
  const [old, empty] = [await testDatabase(), await bareDatabase()];
  await query(old.settings, "insert into branch (name) values ('Al Nour')");
  const file = path.join(temporaryFolder(), 'desk.backup');
  const admin = (
    settings: typeof old.settings,
    words: readonly string[],
    options: { version?: string } = {},
  ) =>
    run('admin', { DATABASE_URL: addressOf(settings), DATA_DIR: temporaryFolder() }, { words, ...options })
      .ended;
  expect(await admin(old.settings, ['backup', file])).toMatchObject({ code: 0 });
  expect(await admin(empty.settings, ['restore', file], { version })).toMatchObject({ code: 0 });
  expect(await query(empty.settings, hasMigration)).toEqual([{ has: true }]);
  expect(await query(empty.settings, 'select name from branch')).toEqual([{ name: 'Al Nour' }]);
  await Promise.all([old.drop(), empty.drop()]);
});
