import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  backupName,
  backupsToRemove,
  listBackups,
  type StoredBackup,
  tryBackupFolder,
} from '#server/backups/backup-folder.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { type BackupPlace, makeBackup, proveStored, upgradeSchema } from '#server/backups/make-backup.ts';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { migrate } from '#server/db/migrate.ts';
import { bareDatabase } from '../../support/test-database.ts';
import { withServer } from '../api/with-server.ts';
import { query } from '../postgres/rows.ts';
import { temporaryFolder } from '../temporary.ts';
import { runScriptedHistory } from './scripted-history.ts';

const server = withServer();
let folder: string;
let place: BackupPlace;
const clock = { now: new Date() };

beforeAll(async () => {
  await runScriptedHistory(server, await server.newClient(), 1);
  await server.queryAsOwner("update branch set created_at = created_at - interval '1 year'");
});
beforeEach(async () => {
  await server.queryAsOwner('delete from stored_backup; update backup_report set problem = null');
  folder = path.join(temporaryFolder(), 'backups');
  clock.now = new Date(2026, 10, 22, 9, 0);
  place = { owner: server.settings, dataFolder: undefined, folder, keep: 2, now: () => clock.now };
});

interface Reported {
  readonly level: string;
  readonly message: string;
}

function service(overrides: Partial<BackupPlace> = {}) {
  const reported: Reported[] = [];
  const made = new BackupService({
    place: { ...place, ...overrides },
    gate: new RestoreGate(),
    report: (level, _, message) => reported.push({ level, message }),
  });
  return { made, reported };
}

const aDayLater = () => {
  clock.now = new Date(clock.now.getFullYear(), clock.now.getMonth(), clock.now.getDate() + 1, 2, 1);
};
const scratchDatabases = () =>
  server.queryAsOwner(
    `select datname from pg_database where datname = 'branch_desk_scratch_' ||
      (select oid from pg_database where datname = current_database())`,
  );

describe('automatic backups', () => {
  it('are made once a day by several servers, proven, and kept as many as asked for', async () => {
    const [one, other] = [service(), service()];
    for (let day = 0; day < 3; day++) {
      await Promise.all([one.made.check(), other.made.check()]);
      await one.made.check();
      expect((await listBackups(folder)).length).toBe(Math.min(day + 1, 2));
      aDayLater();
    }
    const kept = await listBackups(folder);
    expect(kept.map(({ kind, proof }) => [kind, proof?.state])).toEqual(Array(2).fill(['daily', 'proven']));
    expect(kept[0]?.madeAt.getDate()).toBe(24);
    expect([...one.reported, ...other.reported].map(({ level }) => level)).toEqual(Array(3).fill('info'));
    expect(readdirSync(folder).every((name) => (statSync(path.join(folder, name)).mode & 0o77) === 0)).toBe(
      true,
    );
    expect(await scratchDatabases()).toEqual([]);
  });

  it('hold sums that a restore is compared with: a row that differs is found', async () => {
    const good = await makeBackup(place, 'manual');
    expect(good.proof?.state).toBe('proven');
    const file = path.join(folder, good.name);
    const [header = '', ...rest] = gunzipSync(readFileSync(file)).toString().split('\n');
    const changed = JSON.parse(header);
    const paid = BigInt(changed.summary.tables.enrolment.sums.paid_amount);
    changed.summary.tables.enrolment.sums.paid_amount = String(paid + 1n);
    const { createHash } = await import('node:crypto');
    const body = [JSON.stringify(changed), ...rest.slice(0, -2)].join('\n');
    const trailer = {
      ...JSON.parse(rest.at(-2) ?? ''),
      sha256: createHash('sha256').update(`${body}\n`).digest('hex'),
    };
    writeFileSync(file, gzipSync(`${body}\n${JSON.stringify(trailer)}\n`));
    const [tampered] = await listBackups(folder);
    expect(tampered?.proof, 'a proof is of one file').toBeUndefined();
    const again = await proveStored(place, { ...good, size: statSync(file).size });
    expect(again.proof).toMatchObject({
      state: 'failed',
      reason: expect.stringContaining('enrolment.paid_amount'),
    });
    expect((await listBackups(folder))[0]?.proof?.state).toBe('failed');
    const target = await bareDatabase();
    await expect(restoreBackup(target.settings, file)).rejects.toThrow(/differs from the backup/);
    expect(await query(target.settings, "select to_regclass('public.branch') as none")).toEqual([
      { none: null },
    ]);
    await target.drop();
  });

  it('are skipped with a loud word on a full disk, then made once there is room', async () => {
    let free = 1_000;
    const { made, reported } = service({ freeBytes: async () => free });
    await made.check();
    expect(reported).toEqual([
      { level: 'error', message: expect.stringMatching(/No backup was made: the disk of .* needs \d+ MB/) },
    ]);
    expect(await made.list()).toMatchObject({
      results: [],
      warning: 'late',
      problem: expect.stringContaining('No backup'),
    });
    free = Number.MAX_SAFE_INTEGER;
    const next = service({ freeBytes: async () => free });
    await next.made.check();
    expect(await next.made.list()).toMatchObject({
      results: [{ kind: 'daily' }],
      warning: null,
      problem: null,
    });
  });

  it('are unproven where the disk of the database has no room to try them', async () => {
    const free = async (of: string) => (of === folder ? 10 ** 12 : 1_000);
    const { proof } = await makeBackup({ ...place, dataFolder: '/', freeBytes: free }, 'daily');
    expect(proof).toMatchObject({ state: 'unproven', reason: expect.stringContaining('needs') });
    const { made } = service();
    await made.check();
    expect((await made.list()).results[0]?.proof?.state).toBe('unproven');
  });

  it('count only when whole: what a killed process left is removed, and a missing proof is made up for', async () => {
    const { made } = service();
    await made.check();
    const [first] = await listBackups(folder);
    const half = 'branch-desk-20261122T070000Z-daily.backup.partial';
    writeFileSync(path.join(folder, half), 'half');
    writeFileSync(path.join(folder, `${first?.name}.proof.json`), 'half');
    writeFileSync(path.join(folder, 'notes.partial'), 'not ours');
    expect((await listBackups(folder)).map(({ name, proof }) => [name, proof])).toEqual([
      [first?.name, undefined],
    ]);
    await made.check();
    expect((await listBackups(folder))[0]?.proof?.state).toBe('proven');
    aDayLater();
    await made.check();
    expect(readdirSync(folder).filter((name) => name.endsWith('.partial'))).toEqual(['notes.partial']);
  });

  it('tell nothing about a backup while PostgreSQL is gone, and go on when it is back', async () => {
    const gone = { ...server.settings, port: 1, connectionString: undefined };
    const { made, reported } = service({ owner: gone });
    await made.check();
    expect(reported).toMatchObject([{ level: 'error' }]);
    expect((await listBackups(folder)).length).toBe(0);
    const backup = await makeBackup(place, 'daily');
    expect(
      (await proveStored({ ...place, owner: gone }, { ...backup, proof: undefined })).proof,
    ).toBeUndefined();
    expect((await listBackups(folder))[0]?.proof?.state).toBe('proven');
  });

  it('are the same list on every server, with what lies in no list and what is gone', async () => {
    const [one, other] = [service(), service({ folder: path.join(temporaryFolder(), 'elsewhere') })];
    await one.made.check();
    const stranger = await bareDatabase();
    await migrate(stranger.settings);
    const foreign = backupName('daily', new Date(clock.now.getTime() + 60_000));
    await writeBackup(stranger.settings, path.join(folder, foreign), { force: false });
    await stranger.drop();
    clock.now = new Date(clock.now.getTime() + 120_000);
    const shown = await one.made.list();
    expect(shown.results.map(({ kind, own, missing_since }) => [kind, own, missing_since])).toEqual([
      ['daily', false, null],
      ['daily', true, null],
    ]);
    expect((await other.made.list()).results).toEqual(shown.results);
    const name = shown.results[1]?.name ?? '';
    expect((await one.made.state()).newest?.name, 'a file of another database is none of this one').toBe(
      name,
    );
    const described = await Promise.all([one, other].map(({ made }) => made.describe(name)));
    expect(described.map((found) => found?.isHere)).toEqual([true, false]);
    expect(described[1]?.branches).toEqual(described[0]?.branches);

    rmSync(path.join(folder, name));
    await server.queryAsOwner(
      "update stored_backup set seen_at = seen_at - interval '11 minutes' where name = $1",
      [name],
    );
    expect((await other.made.list()).results[1]?.missing_since).not.toBeNull();
    await one.made.check();
    expect(one.reported.map(({ message }) => message)).toContain(
      `The file of the backup ${name} is gone from the folder of backups.`,
    );
    const after = await other.made.list();
    expect(after.results.filter(({ own, missing_since }) => own && missing_since === null)).toHaveLength(1);
    expect(readdirSync(folder)).toContain(foreign);
  });

  it('have a folder that is tried at the start: a wrong BACKUP_DIR stops it, a disk for a while does not', async () => {
    const file = path.join(temporaryFolder(), 'a-file');
    writeFileSync(file, '');
    await expect(tryBackupFolder(path.join(file, 'backups'), true)).rejects.toThrow(
      /^BACKUP_DIR cannot be written to: choose another folder than .*, or change its permissions/,
    );
    expect(await tryBackupFolder(path.join(file, 'backups'), false)).toMatch(
      /^WARNING: no backup can be written to .* now/,
    );
    expect(await tryBackupFolder(folder, true)).toBeUndefined();
    expect(readdirSync(folder)).toEqual([]);
  });

  it('are late two hours after the time of a missing one', async () => {
    const { made } = service();
    await made.check();
    aDayLater();
    expect((await made.list()).warning).toBeNull();
    clock.now = new Date(clock.now.getTime() + 3 * 3_600_000);
    expect((await made.list()).warning).toBe('late');
  });
});

describe('which backups are removed', () => {
  const now = new Date('2026-11-22T12:00:00Z');
  const stored = (kind: StoredBackup['kind'], day: string, state?: 'proven' | 'failed'): StoredBackup => ({
    name: `${kind} ${day}`,
    kind,
    madeAt: new Date(`${day}T02:00:00Z`),
    size: 1,
    proof: state && { state, at: now.toISOString() },
    copy: undefined,
  });
  const removed = (...backups: StoredBackup[]) =>
    backupsToRemove(backups, { keep: 2, now }).map(({ name }) => name);

  it('are the oldest of their kind, so that many by hand push out no daily one', () => {
    const daily = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => stored('daily', day, 'proven'));
    const byHand = ['2026-11-18', '2026-11-21', '2026-11-22'].map((day) => stored('manual', day, 'proven'));
    expect(removed(...daily, ...byHand)).toEqual(['daily 2026-11-20', 'manual 2026-11-18']);
  });

  it('are never the newest one that is proven, and first those from the future', () => {
    const bad = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => stored('daily', day, 'failed'));
    expect(removed(...bad, stored('daily', '2026-11-01', 'proven'))).toEqual(['daily 2026-11-20']);
    const good = ['2026-11-21', '2026-11-22'].map((day) => stored('daily', day, 'proven'));
    expect(removed(...good, stored('daily', '2031-01-01', 'proven'))).toEqual(['daily 2031-01-01']);
  });

  it('are never the newest one of which there is a copy elsewhere, while backups are copied', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'].map((day) => stored('daily', day, 'proven'));
    const copied: StoredBackup = {
      ...stored('daily', '2026-11-01', 'proven'),
      copy: { state: 'fetched', at: now.toISOString(), attempts: 1 },
    };
    const names = (copies: boolean) =>
      backupsToRemove([...days, copied], { keep: 2, now, copies }).map(({ name }) => name);
    expect(names(true)).toEqual(['daily 2026-11-20']);
    expect(names(false)).toEqual(['daily 2026-11-20', 'daily 2026-11-01']);
  });
});

describe('an upgrade', () => {
  it('of an empty database makes none', async () => {
    const { settings, drop } = await bareDatabase();
    await upgradeSchema({ ...place, owner: settings }, () => undefined);
    expect(await listBackups(folder)).toEqual([]);
    await drop();
  });
});

afterAll(async () => expect(await scratchDatabases()).toEqual([]));
