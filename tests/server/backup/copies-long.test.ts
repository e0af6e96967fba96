import {
  chmodSync,
  cpSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { createServer } from 'node:http';
import path from 'node:path';
import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { BACKUPS_PATH } from '#contract/backups.ts';
import { paths } from '#contract/http.ts';
import { readCommand } from '#server/admin/commands.ts';
import { runCommand } from '#server/admin/run-command.ts';
import { listBackups, writeProof } from '#server/backups/backup-folder.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { newCopyKey, openCopies } from '#server/backups/copies/copies.ts';
import { type BackupPlace, makeBackup } from '#server/backups/make-backup.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { readConfig } from '#server/platform/config.ts';
import { packageRoot } from '#server/platform/package-root.ts';
import { listenLocally } from '../../support/local-port.ts';
import { addressOf, bareDatabase } from '../../support/test-database.ts';
import { startTestServer } from '../api/test-server.ts';
import { withServer } from '../api/with-server.ts';
import { afterwards, temporaryFolder } from '../temporary.ts';
import { highestVersion } from './all-answers.ts';
import { everyRow } from './every-row.ts';
import { secret, startS3Store } from './s3-store.ts';
import { runScriptedHistory } from './scripted-history.ts';

const server = withServer();
const clock = { now: new Date() };
let key: string;
let folder: string;

/** A proven backup of the clock's first morning, so that not every test makes one. */
const prepared = path.join(temporaryFolder(), 'backups');
const morning = new Date(2026, 10, 22, 9, 0);

beforeAll(async () => {
  key = await newCopyKey();
  await runScriptedHistory(server, await server.newClient(), 1);
  await server.queryAsOwner("update branch set created_at = created_at - interval '1 year'");
  clock.now = morning;
  folder = prepared;
  await makeBackup(await placeWith({}), 'daily');
});
beforeEach(async () => {
  folder = path.join(temporaryFolder(), 'backups');
  cpSync(prepared, folder, { recursive: true });
  await server.queryAsOwner('delete from stored_backup');
  clock.now = morning;
  for (const backup of await listBackups(folder))
    await writeProof(folder, backup, { state: 'proven', at: morning.toISOString() });
});

const hoursLater = (hours: number) => {
  clock.now = new Date(clock.now.getTime() + hours * 3_600_000);
};

interface Options {
  /** Settings that differ from those of the store. */
  readonly env?: NodeJS.ProcessEnv;
  readonly stalledAfterMs?: number;
}

async function newStore(options?: Parameters<typeof startS3Store>[0]) {
  const store = await startS3Store(options);
  const env = { BACKUP_COPY: store.address, BACKUP_COPY_SECRET: secret, BACKUP_COPY_KEY: key };
  return { store, env };
}

async function placeWith(env: NodeJS.ProcessEnv, stalledAfterMs?: number): Promise<BackupPlace> {
  const { copy } = readConfig(env).backups;
  const copies = copy && (await openCopies(copy, { ...(stalledAfterMs && { stalledAfterMs }) }));
  return { owner: server.settings, dataFolder: undefined, folder, keep: 2, now: () => clock.now, copies };
}

async function service(env: NodeJS.ProcessEnv, { stalledAfterMs }: Options = {}) {
  const reported: string[] = [];
  const made = new BackupService({
    place: await placeWith(env, stalledAfterMs),
    gate: new RestoreGate(),
    report: (level, _, message) => reported.push(`${level}: ${message}`),
  });
  return { made, reported };
}

/** Makes the backup of the day and copies it. */
async function backUpAndCopy({ made }: { readonly made: BackupService }) {
  await made.check();
  await made.copyNewest();
  return (await made.list()).results[0];
}

const admin = (env: NodeJS.ProcessEnv, ...words: string[]) => {
  const command = readCommand(words);
  if ('problem' in command) throw new Error(command.problem);
  return runCommand(command, readConfig(env));
};

describe('the place of copies', () => {
  it('is tried before the first copy is due, and every server shows that it does not answer', async () => {
    const env = { BACKUP_COPY: 'echo no such share >&2; exit 3', BACKUP_COPY_KEY: key };
    const wrong = await service(env);
    expect(await wrong.made.tryCopies()).toMatch(
      /^WARNING: The place of BACKUP_COPY was not reached; .* The command of BACKUP_COPY ended with 3 \(no such share\)\.$/,
    );
    const { env: right } = await newStore();
    const other = await service(right);
    expect((await other.made.list()).copies).toMatchObject({
      warning: 'failed',
      problem: expect.stringContaining('no such share'),
    });
    expect(await other.made.tryCopies()).toBeUndefined();
    expect((await wrong.made.list()).copies).toMatchObject({ warning: null, problem: null });
  });
});

describe('a copy of a backup in a store', () => {
  it('is encrypted, fetched back and compared, and made once by several servers', async () => {
    const { store, env } = await newStore();
    const [one, other] = [await service(env), await service(env)];
    await one.made.check();
    await Promise.all([one.made.copyNewest(), other.made.copyNewest()]);
    await one.made.copyNewest();
    const [backup] = (await one.made.list()).results;
    expect(backup).toMatchObject({ proof: { state: 'proven' }, copy: { state: 'fetched' } });
    const key = `al-nour/${backup?.name}.age`;
    expect(store.requests).toEqual([`PUT /desk-backups/${key}`, `GET /desk-backups/${key}`]);
    const copy = store.objects.get(key) ?? Buffer.of();
    expect(copy.subarray(0, 22).toString()).toBe('age-encryption.org/v1\n');
    expect(copy.includes(readFileSync(path.join(folder, backup?.name ?? '')).subarray(100, 200))).toBe(false);
    expect(readdirSync(folder).sort()).toEqual(
      ['', '.copy.json', '.proof.json'].map((ending) => `${backup?.name}${ending}`),
    );
    expect(readdirSync(folder).every((name) => (statSync(path.join(folder, name)).mode & 0o77) === 0)).toBe(
      true,
    );
  });

  it('works in a region that the address names', async () => {
    const { store, env } = await newStore({ region: 'fr-par' });
    const refused = await service(env);
    expect((await backUpAndCopy(refused))?.copy).toMatchObject({
      state: 'failed',
      reason: expect.stringMatching(/^The store 127\.0\.0\.1:\d+ answered with 403 SignatureDoesNotMatch\.$/),
    });
    const named = await service({ ...env, BACKUP_COPY: `${store.address}?region=fr-par` });
    expect((await backUpAndCopy(named))?.copy?.state).toBe('fetched');
  });

  it.each([
    ['answers 503', 'PUT', /answered with 503 SlowDown/],
    ['answers 503', 'GET', /answered with 503 SlowDown/],
    ['loses a byte', 'GET', /fetched back differs from the backup/],
    ['changes a byte', 'GET', /fetched back differs from the backup/],
    ['cuts answers off', 'GET', /terminated|other side closed|aborted/],
    ['hangs', 'PUT', /came to a standstill/],
    ['hangs', 'GET', /came to a standstill/],
  ] as const)('that %s on a %s has failed, is tried again later, and the backup stands', async (does, on, why) => {
    const { store, env } = await newStore();
    store.fault = { on, does };
    const one = await service(env, does === 'hangs' ? { stalledAfterMs: 1000 } : {});
    const failed = await backUpAndCopy(one);
    expect(failed).toMatchObject({ proof: { state: 'proven' }, copy: { state: 'failed' } });
    expect(failed?.copy?.reason).toMatch(why);
    expect((await one.made.list()).copies).toEqual({
      newest: null,
      warning: 'failed',
      problem: failed?.copy?.reason,
    });
    expect(one.reported.filter((line) => line.startsWith('error'))).toHaveLength(1);
    store.fault = undefined;
    const asked = store.requests.length;
    await one.made.copyNewest();
    expect(store.requests.length, 'not at once').toBe(asked);
    hoursLater(0.2);
    const patient = does === 'hangs' ? await service(env) : one;
    expect((await backUpAndCopy(patient))?.copy?.state).toBe('fetched');
    expect((await patient.made.list()).copies).toMatchObject({ warning: null, problem: null });
  });

  it('is tried less often after each failure, and at once by a server that was started again', async () => {
    const { store, env } = await newStore();
    store.fault = { on: 'PUT', does: 'answers 503' };
    const one = await service(env);
    await backUpAndCopy(one);
    const attempts = () => store.requests.length;
    for (const [minutes, expected] of [
      [9, 1],
      [2, 2],
      [11, 2],
      [10, 3],
      [30, 3],
      [11, 4],
    ] as const) {
      hoursLater(minutes / 60);
      await one.made.copyNewest();
      expect(attempts()).toBe(expected);
    }
    await (await service(env)).made.copyNewest();
    expect(attempts()).toBe(5);
  });

  it('of a store that is not there fails without the secret in its reason', async () => {
    const { env } = await newStore();
    const one = await service({ ...env, BACKUP_COPY: 's3+http://ID@127.0.0.1:1/desk-backups' });
    const { copy } = (await backUpAndCopy(one)) ?? {};
    expect(copy?.reason).toMatch(/^The store 127\.0\.0\.1:1 was not reached \(.+\)\.$/);
    expect(JSON.stringify([copy, one.reported])).not.toMatch(new RegExp(`${secret}|AGE-SECRET`));
  });

  it('that was sent but not fetched back when the server stopped is made again', async () => {
    const { store, env } = await newStore();
    store.fault = { on: 'GET', does: 'hangs' };
    const one = await service(env);
    await one.made.check();
    const copying = one.made.copyNewest();
    await expect.poll(() => store.requests.length).toBe(2);
    one.made.stop();
    await copying;
    expect((await listBackups(folder))[0]?.copy, 'no result').toBeUndefined();
    store.fault = undefined;
    expect((await backUpAndCopy(await service(env)))?.copy?.state).toBe('fetched');
    expect(store.requests.map((line) => line.slice(0, 3))).toEqual(['PUT', 'GET', 'PUT', 'GET']);
  });

  it('is late when the newest one is more than two days old', async () => {
    const { env } = await newStore();
    const one = await service(env);
    await backUpAndCopy(one);
    const [first] = await listBackups(folder);
    for (const [hours, warning] of [
      [47, null],
      [2, 'late'],
    ] as const) {
      hoursLater(hours);
      expect((await one.made.list()).copies).toMatchObject({
        newest: first?.madeAt.toISOString(),
        warning,
      });
    }
    await one.made.check();
    expect((await one.made.list()).copies?.warning, 'a backup alone is no copy').toBe('late');
    await one.made.copyNewest();
    expect((await one.made.list()).copies?.warning).toBeNull();
  });

  it('is not late at once when copies are turned on for backups that are there', async () => {
    const { env } = await newStore();
    hoursLater(72);
    const one = await service(env);
    expect((await one.made.list()).copies?.warning).toBeNull();
    hoursLater(2);
    expect((await one.made.list()).copies?.warning).toBe('late');
  });

  it('is made of a backup that could not be tried, but of none that does not prove itself', async () => {
    const { store, env } = await newStore();
    const one = await service(env);
    await one.made.check();
    const [backup] = await listBackups(folder);
    if (!backup) throw new Error('no backup');
    await writeProof(folder, backup, { state: 'failed', at: clock.now.toISOString() });
    await one.made.copyNewest();
    expect(store.requests).toEqual([]);
    await writeProof(folder, backup, { state: 'unproven', at: clock.now.toISOString() });
    await one.made.copyNewest();
    expect((await listBackups(folder))[0]?.copy?.state).toBe('fetched');
  });
});

/** Stands for ssh in the command of deploy: runs what it is to do on the other machine in a folder of this one. */
function fakeSsh(home: string): string {
  const program = path.join(temporaryFolder(), 'ssh');
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" = backup@nas ] || exit 9\nenv > "${home}/environment"\ncd "${home}" && sh -c "$2"\n`,
  );
  chmodSync(program, 0o755);
  return program;
}

/** Drops what it gets. `peak` is how much memory of buffers this process had meanwhile, in bytes. */
async function droppingStore() {
  const seen = { bytes: 0, peak: 0 };
  const store = createServer(async (request, response) => {
    for await (const chunk of request) {
      seen.bytes += chunk.length;
      seen.peak = Math.max(seen.peak, process.memoryUsage().arrayBuffers);
    }
    response.writeHead(request.method === 'PUT' ? 200 : 404).end();
  });
  const port = await listenLocally(store);
  afterwards(() => store.close());
  return { seen, address: `s3+http://ID@127.0.0.1:${port}/desk-backups` };
}

it('a copy of a large backup is never in memory as a whole', async () => {
  const { seen, address } = await droppingStore();
  const { copies } = await placeWith({
    BACKUP_COPY: address,
    BACKUP_COPY_SECRET: secret,
    BACKUP_COPY_KEY: key,
  });
  const file = path.join(temporaryFolder(), 'large.backup');
  writeFileSync(file, '');
  const size = 200_000_000;
  truncateSync(file, size);
  const before = process.memoryUsage().arrayBuffers;
  await expect(copies?.copy(file, new AbortController().signal)).rejects.toThrow(/answered with 404/);
  expect(seen.bytes).toBeGreaterThan(size);
  expect(seen.peak - before).toBeLessThan(size / 2);
});

describe('a copy by a command', () => {
  it('is sent, fetched back and found again by the one in deploy, which learns no secret', async () => {
    const home = temporaryFolder();
    const env = { BACKUP_COPY: path.join(packageRoot, 'deploy', 'backup-copy.sh'), BACKUP_COPY_KEY: key };
    const surroundings = {
      COPY_HOST: 'backup@nas',
      COPY_SSH: fakeSsh(home),
      TOKEN_SECRET: 'the secret of the tokens',
      OIDC_CLIENT_SECRET: 'the secret at the provider',
      SECRET_OF_TOMORROW: 'a setting that is not known yet',
      BACKUP_COPY_KEY: key,
    };
    for (const [name, value] of Object.entries(surroundings)) vi.stubEnv(name, value);
    const backup = await backUpAndCopy(await service(env));
    expect(backup?.copy).toMatchObject({ state: 'fetched' });
    expect(readdirSync(path.join(home, 'branch-desk'))).toEqual([`${backup?.name}.age`]);
    expect(await admin(env, 'backup', 'copies')).toBe(
      `Copies, newest first:\n${backup?.made_at.replace('T', ' ').replace(/\..*/, ' UTC')}  ${backup?.name}`,
    );
    vi.unstubAllEnvs();
    const learned = readFileSync(path.join(home, 'environment'), 'utf8');
    expect(learned).toMatch(/^COPY_TASK=list$/m);
    expect(learned).not.toMatch(/SECRET|BACKUP_COPY_KEY/);
  });

  it.each([
    [
      'echo "no route to host" >&2; exit 3',
      /^The command of BACKUP_COPY ended with 3 \(no route to host\)\.$/,
    ],
    ['true', /fetched back differs/],
    ['cat > /dev/null; sleep 60', /came to a standstill/],
    ['/nowhere/copy', /^The command of BACKUP_COPY ended with 127 \(.*not found\)\.$/],
  ])('%j has failed with a reason', async (command, reason) => {
    const one = await service({ BACKUP_COPY: command, BACKUP_COPY_KEY: key }, { stalledAfterMs: 1000 });
    expect((await backUpAndCopy(one))?.copy?.reason).toMatch(reason);
  });
});

describe('when the machine is gone', () => {
  it('a new one has every row again, with the settings alone', async () => {
    const { store, env } = await newStore();
    const one = await service(env);
    await backUpAndCopy(one);
    hoursLater(24);
    await backUpAndCopy(one);
    const [newest, before] = await listBackups(folder);
    rmSync(folder, { recursive: true });

    const database = await bareDatabase();
    const file = path.join(temporaryFolder(), 'desk.backup');
    const onNewMachine = { ...env, DATABASE_URL: addressOf(database.settings) };
    const listed = await admin(onNewMachine, 'backup', 'copies');
    expect(listed.split('\n')).toHaveLength(1 + store.objects.size);
    expect(listed.split('\n')[2]).toContain(before?.name);
    expect(await admin(onNewMachine, 'backup', 'fetch', file)).toMatch(
      new RegExp(`^Fetched the backup of 2026-11-23 .* UTC to ${file} \\(\\d+ KB\\)\\.$`),
    );
    expect(statSync(file).size).toBe(newest?.size);
    expect(statSync(file).mode & 0o77).toBe(0);
    expect(await admin(onNewMachine, 'restore', file)).toMatch(/^Restored [\d,]+ rows/);

    const copy = await startTestServer({ database });
    const leap = (await highestVersion(copy.queryAsOwner)) - (await highestVersion(server.queryAsOwner));
    expect(await everyRow(copy, leap)).toEqual(await everyRow(server));
    await copy.close();
  });

  it('a wrong key, a wrong name or a changed copy leave no file and say why', async () => {
    const { store, env } = await newStore();
    const backup = await backUpAndCopy(await service(env));
    const here = temporaryFolder();
    const file = path.join(here, 'desk.backup');
    const other = { ...env, BACKUP_COPY_KEY: await newCopyKey() };
    await expect(admin(other, 'backup', 'fetch', file)).rejects.toThrow(
      /^The copy of .* was encrypted with another key than BACKUP_COPY_KEY\.$/,
    );
    await expect(admin(env, 'backup', 'fetch', file, '--name', '../x')).rejects.toThrow(
      /is not the name of a backup/,
    );
    const missing = String(backup?.name).replace('2026', '2025');
    await expect(admin(env, 'backup', 'fetch', file, '--name', missing)).rejects.toThrow(/404 NoSuchKey/);
    store.fault = { on: 'GET', does: 'loses a byte' };
    await expect(admin(env, 'backup', 'fetch', file, '--name', String(backup?.name))).rejects.toThrow(
      /differs/,
    );
    expect(readdirSync(here)).toEqual([]);
    await expect(admin({}, 'backup', 'fetch', file)).rejects.toThrow(/^BACKUP_COPY is not set/);
    store.fault = undefined;
    writeFileSync(file, 'mine');
    await expect(admin(env, 'backup', 'fetch', file)).rejects.toThrow(/is there already.*--force/);
    expect(readFileSync(file, 'utf8')).toBe('mine');
    await admin(env, 'backup', 'fetch', file, '--force');
    expect(statSync(file).size).toBe(backup?.size);
    const mistyped = `${key.slice(0, -1)}${key.endsWith('Q') ? 'P' : 'Q'}`;
    const refused = admin({ ...env, BACKUP_COPY_KEY: mistyped }, 'backup', 'copies');
    await expect(refused).rejects.toThrow(/^BACKUP_COPY_KEY has a wrong checksum/);
    await expect(refused).rejects.not.toThrow(/AGE-SECRET/);
  });
});

describe('the age of copies', () => {
  it('is on the health check and in the list of backups, only where backups are copied', async () => {
    const { env } = await newStore();
    const { made } = await service(env);
    const plain = await service({});
    const [copying, other] = [
      await startTestServer({ backups: () => made }),
      await startTestServer({ backups: () => plain.made }),
    ];
    const client = await copying.newClient();
    await backUpAndCopy({ made });
    hoursLater(1);
    const newest = (await listBackups(folder))[0]?.madeAt.toISOString();
    expect((await client.get(paths.health)).body.backup).toMatchObject({
      proof: 'proven',
      copy: { newest, age_seconds: 3600, warning: null },
    });
    expect((await client.get(BACKUPS_PATH)).body.copies).toEqual({ newest, warning: null, problem: null });
    const without = await other.newClient();
    expect((await without.get(paths.health)).body.backup).not.toHaveProperty('copy');
    expect((await without.get(BACKUPS_PATH)).body.copies).toBeNull();
    await Promise.all([copying.close(), other.close()]);
  });
});
