import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { expect, it } from 'vitest';
import { restoreBackup } from '#server/backups/restore-backup.ts';
import { writeBackup } from '#server/backups/write-backup.ts';
import { migrate } from '#server/db/migrate.ts';
import { packageRoot } from '#server/platform/package-root.ts';
import { asWhom, findPrograms, NoPostgresql } from '../../support/debian-postgresql.ts';
import { inMemory } from '../../support/in-memory.ts';
import { query } from '../postgres/rows.ts';
import { afterwards, temporaryFolder } from '../temporary.ts';

const PORT = 5432;
const READY_WITHIN_MS = 30_000;

const [, ...afterTitle] = readFileSync(path.join(packageRoot, 'docs', 'operations.md'), 'utf8').split(
  '### pg_dump and point-in-time recovery',
);
const section = afterTitle.join('').split('\n## ')[0] ?? '';

/** PostgreSQL as Debian arranges it: settings beside the folder of its data, all of it in one temporary folder. */
class Cluster {
  readonly #programs: string;
  readonly #folder: string;
  readonly #archive: string;
  #child: ChildProcess | undefined;

  constructor(programs: string) {
    this.#programs = programs;
    this.#folder = mkdtempSync(path.join(inMemory, `point-in-time-${process.pid}-`));
    this.#archive = path.join(this.#folder, 'archive');
    mkdirSync(this.#archive);
    chmodSync(this.#folder, 0o711);
    if (asWhom.uid !== undefined) {
      for (const owned of [this.#folder, this.#archive]) chownSync(owned, asWhom.uid, asWhom.gid);
    }
    afterwards(async () => {
      await this.stop();
      rmSync(this.#folder, { recursive: true, force: true });
    });
    this.run('initdb -D main -U postgres --auth=trust --encoding=UTF8 --locale=C.UTF-8 --no-sync');
    this.run('cp main/pg_hba.conf main/pg_ident.conf .');
    const inFolder = (name: string) => `'${path.join(this.#folder, name)}'`;
    this.configure(
      `data_directory = ${inFolder('main')}`,
      `hba_file = ${inFolder('pg_hba.conf')}`,
      `ident_file = ${inFolder('pg_ident.conf')}`,
      `unix_socket_directories = '${this.#folder}'`,
      "listen_addresses = ''",
      'fsync = off',
    );
  }

  /** Returns the line of the document that begins so, for the folders of this cluster. */
  documented(beginning: string, replaced: Readonly<Record<string, string>> = {}): string {
    const lines = section.split(/\n|`/).map((line) => line.trim());
    const found = lines.find((line) => line.startsWith(beginning));
    if (found === undefined) throw new Error(`The document has no "${beginning}"`);
    return Object.entries({ '/mnt/archive': this.#archive, ...replaced }).reduce(
      (line, [from, to]) => line.replaceAll(from, to),
      found,
    );
  }

  run(line: string): string {
    return execFileSync('sh', ['-c', line], {
      ...asWhom,
      cwd: this.#folder,
      encoding: 'utf8',
      env: { PATH: `${this.#programs}:${process.env.PATH}`, PGHOST: this.#folder, PGUSER: 'postgres' },
    });
  }

  configure(...lines: string[]): void {
    writeFileSync(path.join(this.#folder, 'postgresql.conf'), `${lines.join('\n')}\n`, { flag: 'a' });
  }

  settings(database: string, user = 'branch_desk'): pg.ClientConfig {
    return { host: this.#folder, port: PORT, user, database };
  }

  async start(): Promise<void> {
    const config = `config_file=${path.join(this.#folder, 'postgresql.conf')}`;
    const postgres = ['--pdeathsig', 'QUIT', '--', path.join(this.#programs, 'postgres'), '-c', config];
    this.#child = spawn('setpriv', postgres, { ...asWhom, cwd: this.#folder, stdio: 'ignore' });
    const admin = this.settings('postgres', 'postgres');
    await until(async () => {
      const [row] = await query(admin, 'select not pg_is_in_recovery() as ready');
      return (row as { ready: boolean }).ready;
    });
  }

  async stop(): Promise<void> {
    const child = this.#child;
    this.#child = undefined;
    if (!child || child.exitCode !== null) return;
    const closed = new Promise((resolve) => child.once('close', resolve));
    child.kill('SIGINT');
    await closed;
  }
}

async function until(isSo: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + READY_WITHIN_MS; ; await sleep(20)) {
    try {
      if (await isSo()) return;
    } catch (error) {
      if (Date.now() > end) throw error;
    }
    if (Date.now() > end) throw new Error('PostgreSQL was not ready in time');
  }
}

async function textOf(settings: pg.ClientConfig, statement: string): Promise<string> {
  const [row] = await query(settings, statement);
  return (row as { text: string }).text;
}

const branches = (settings: pg.ClientConfig) =>
  textOf(settings, "select string_agg(name, ', ' order by id) as text from branch");
const generation = (settings: pg.ClientConfig) =>
  textOf(settings, 'select generation::text as text from generation');

it(
  'PostgreSQL of Debian comes back as it was at a moment, as the document says',
  { timeout: 120_000 },
  async ({ skip }) => {
    let programs = '';
    try {
      programs = findPrograms();
    } catch (error) {
      if (error instanceof NoPostgresql) skip(error.message);
      throw error;
    }
    const cluster = new Cluster(programs);
    for (const setting of ['archive_mode', 'archive_command', 'archive_timeout'])
      cluster.configure(cluster.documented(setting));
    await cluster.start();
    const admin = cluster.settings('postgres', 'postgres');
    await query(admin, 'create role branch_desk login createdb createrole');
    for (const name of ['branch_desk', 'branch_desk_old', 'branch_desk_new'])
      await query(admin, `create database ${name} owner branch_desk`);
    const desk = cluster.settings('branch_desk');
    await migrate(desk);
    await query(desk, "insert into branch (name) values ('Al Nour')");
    cluster.run(cluster.documented('pg_dump'));
    cluster.run(cluster.documented('pg_basebackup'));
    await query(desk, "insert into branch (name) values ('After the base')");
    const moment = await textOf(desk, 'select clock_timestamp()::text as text');
    await query(desk, "update branch set name = 'A mistake ' || id");
    const written = await textOf(
      admin,
      'select pg_walfile_name(pg_current_wal_lsn()) as text from pg_switch_wal()',
    );
    await until(async () => {
      const archived = await textOf(
        admin,
        "select coalesce(last_archived_wal, '') as text from pg_stat_archiver",
      );
      return archived >= written;
    });
    await cluster.stop();

    cluster.run(cluster.documented('mv main before'));
    cluster.run(cluster.documented('tar -xzf /mnt/archive/base-2026-11-22/pg_wal'));
    cluster.configure(
      cluster.documented('restore_command'),
      cluster.documented('recovery_target_time', { '2026-11-25 11:05:00+02': moment }),
      cluster.documented('recovery_target_action'),
    );
    await cluster.start();
    expect(await branches(desk)).toBe('Al Nour, After the base');

    cluster.run(cluster.documented('pg_restore'));
    const old = cluster.settings('branch_desk_old');
    await migrate(old);
    expect(await branches(old)).toBe('Al Nour');

    const file = path.join(temporaryFolder(), 'desk.backup');
    await writeBackup(desk, file, { force: false });
    const fresh = cluster.settings('branch_desk_new');
    await restoreBackup(fresh, file);
    expect(await branches(fresh)).toBe('Al Nour, After the base');
    expect(await generation(fresh)).not.toBe(await generation(desk));
    expect(await generation(old), 'so devices would not notice').toBe(await generation(desk));
  },
);
