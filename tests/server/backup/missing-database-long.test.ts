import { cpSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { newDatabase, restore } from '#server/admin/backup-commands.ts';
import { backupName } from '#server/backups/backup-folder.ts';
import { openOwnDatabase } from '#server/backups/missing-database.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { migrate } from '#server/db/migrate.ts';
import { readConfig, tokenSecret } from '#server/platform/config.ts';
import { addressOf, bareDatabase } from '../../support/test-database.ts';
import { query } from '../postgres/rows.ts';
import { afterwards, temporaryFolder } from '../temporary.ts';

const prepared = path.join(temporaryFolder(), 'data');
const configOf = (dataDir: string) => readConfig({ DATA_DIR: dataDir });

async function open(dataDir: string) {
  const database = await openOwnDatabase(configOf(dataDir), { durable: false });
  afterwards(database.stop);
  return database;
}

beforeAll(async () => {
  const { owner, stop } = await open(prepared);
  tokenSecret(configOf(prepared));
  await migrate(owner);
  await query(owner, "insert into branch (name) values ('Al Nour')");
  await stop();
});

function copyOfPrepared(): string {
  const copy = path.join(temporaryFolder(), 'data');
  cpSync(prepared, copy, { recursive: true });
  return copy;
}

describe('a lost database', () => {
  it.each(['database', 'database/pg'])('is not replaced by an empty one when %s is gone', async (gone) => {
    const dataDir = copyOfPrepared();
    if (gone === 'database/pg') rmSync(path.join(dataDir, 'token-secret'));
    rmSync(path.join(dataDir, gone), { recursive: true });
    await expect(open(dataDir)).rejects.toThrow(
      `There is no database in ${dataDir}/database, but ${dataDir} was in use: it was lost, or is elsewhere. If it is elsewhere, correct DATA_DIR or DATABASE_URL. To begin with an empty database on purpose: npm run admin -- database new.`,
    );
    await newDatabase(configOf(dataDir));
    const { owner, stop } = await open(dataDir);
    expect(await query(owner, 'select name from branch')).toEqual([]);
    await stop();
    await expect(newDatabase(configOf(dataDir))).rejects.toThrow('There is a database already');
  });

  it('is replaced by the newest backup with the command that the refusal names', async () => {
    const dataDir = copyOfPrepared();
    const { owner, stop } = await open(dataDir);
    const { backups } = configOf(dataDir);
    const file = path.join(backups.folder, backupName('daily', new Date()));
    mkdirSync(backups.folder);
    await writeBackup(owner, file, { force: false });
    await stop();
    renameSync(path.join(dataDir, 'database'), path.join(dataDir, 'elsewhere'));
    rmSync(path.join(dataDir, 'token-secret'));
    await expect(open(dataDir)).rejects.toThrow(`npm run admin -- restore ${file}.`);
    await restore({ file }, configOf(dataDir));
    const restored = await open(dataDir);
    expect(await query(restored.owner, 'select name from branch')).toEqual([{ name: 'Al Nour' }]);
    await restored.stop();

    const { settings, drop } = await bareDatabase();
    const env = {
      DATABASE_URL: addressOf(settings),
      BACKUP_DIR: backups.folder,
      DATA_DIR: temporaryFolder(),
    };
    await expect(openOwnDatabase(readConfig(env))).rejects.toThrow(
      /^The database of DATABASE_URL is empty, but there are backups of another one in /,
    );
    await migrate(settings);
    await expect(openOwnDatabase(readConfig(env))).resolves.toMatchObject({ embedded: false });
    await drop();
  });

  it('whose password is gone is named, and its data stay', async () => {
    const dataDir = copyOfPrepared();
    const password = path.join(dataDir, 'database', 'password');
    renameSync(password, `${password}.lost`);
    await expect(open(dataDir)).rejects.toThrow(`put ${password} back from a copy of DATA_DIR`);
    renameSync(`${password}.lost`, password);
    const { owner, stop } = await open(dataDir);
    expect(await query(owner, 'select name from branch')).toEqual([{ name: 'Al Nour' }]);
    await stop();
  });
});
