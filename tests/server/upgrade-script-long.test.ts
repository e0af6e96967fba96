import { cpSync, existsSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { packageRoot } from '#server/platform/package-root.ts';
import { createStandIn, type StandIn } from '../image/stand-in.ts';
import { signedInApi } from '../support/api.ts';
import { firstUser, freePort } from '../support/running-server.ts';
import { laterMigration, otherVersion } from './built-server.ts';
import { afterwards, temporaryFolder } from './temporary.ts';

/** The script changes images of the real server, as processes; tests/image/docker.ts stands for the engine. */

/** Milliseconds: servers start up to six times in a test. */
const HANGS_AFTER = 600_000;

let machine: StandIn;
let school: string;
let origin: string;

/** Makes an image of the built server in a folder, with files of its own over it. */
function addVersion(name: string, files: Readonly<Record<string, string>>): void {
  const folder = otherVersion(path.join(temporaryFolder(), name), files);
  const health =
    "fetch('http://127.0.0.1:' + process.env.PORT + '/api/health').then(({ ok }) => process.exit(ok ? 0 : 1))";
  machine.addImage(`branch-desk:${name}`, {
    env: { NODE_ENV: 'production' },
    cwd: folder,
    user: 'root',
    command: ['node', 'dist/server/main.js'],
    health: ['node', '-e', health],
    stopSignal: 'SIGTERM',
  });
}

const failure = z.object({ code: z.number(), stdout: z.string(), stderr: z.string() });

/** Runs the script with the words of a person on its input, and returns its status and everything that it printed. */
async function upgrade(
  words: string,
  answers = '',
): Promise<{ readonly status: number; readonly output: string }> {
  try {
    const line = `printf '%s' '${answers}' | sh upgrade.sh ${words} 2>&1`;
    return { status: 0, output: await machine.sh(line, school) };
  } catch (error) {
    const { code, stdout, stderr } = failure.parse(error);
    return { status: code, output: stdout + stderr };
  }
}

const imageInUse = () =>
  /^BRANCH_DESK_IMAGE=(.*)$/m.exec(readFileSync(path.join(school, '.env'), 'utf8'))?.[1];
const students = async () => {
  const api = await signedInApi(origin);
  return (await api.all('/students/')).map(({ name }) => name).sort();
};
const addStudent = async (name: string) => {
  const api = await signedInApi(origin);
  await api.post('/students/', { name, phone: '01000000001' });
};
const setAside = () =>
  readdirSync(path.join(machine.env.STAND_IN ?? '', 'volume')).filter((name) => name.startsWith('database-'));

beforeAll(async () => {
  const port = await freePort();
  origin = `http://127.0.0.1:${port}`;
  machine = await createStandIn(temporaryFolder(), port);
  school = temporaryFolder();
  for (const name of ['compose.embedded.yaml', 'upgrade.sh'])
    cpSync(path.join(packageRoot, 'deploy', name), path.join(school, name));
  const settings = [
    ...['BRANCH_DESK_IMAGE=branch-desk:old', 'COMPOSE_FILE=compose.embedded.yaml', 'LOG_LEVEL=error'],
    ...[`SETUP_EMAIL=${firstUser.email}`, `SETUP_PASSWORD=${firstUser.password}`, 'SETUP_BRANCH=Al Nour'],
  ];
  writeFileSync(path.join(school, '.env'), `${settings.join('\n')}\n`, { mode: 0o600 });
  addVersion('old', {});
  addVersion('good', laterMigration);
  addVersion('ends', { 'dist/server/main.js': "console.error('No.'); process.exit(1);" });
  afterwards(() => machine.sh('docker compose down', school));
  await machine.sh('docker compose up --detach', school);
  while (
    !(await fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    ))
  )
    await sleep(20);
  await addStudent('Mona Adel');
});

it('refuses an image that cannot be had, and the one that runs, and changes nothing', async () => {
  expect((await upgrade('branch-desk:of-nobody')).status).toBe(1);
  expect(await upgrade('branch-desk:old')).toEqual({
    status: 1,
    output: 'branch-desk:old is the image that runs.\n',
  });
  expect((await upgrade('--back')).output).toBe('There was no upgrade from here.\n');
  expect(imageInUse()).toBe('branch-desk:old');
  expect(await students()).toEqual(['Mona Adel']);
});

it(
  'goes back to the old version when the new one does not start, and the data stay as they are',
  { timeout: HANGS_AFTER },
  async () => {
    const { status, output } = await upgrade('branch-desk:ends');
    expect(output).toMatch(/No\.[\s\S]*branch-desk:old runs again, with everything that was recorded/);
    expect(status).toBe(1);
    expect(imageInUse()).toBe('branch-desk:old');
    expect(await students()).toEqual(['Mona Adel']);
    expect(setAside()).toEqual([]);
  },
);

it(
  'changes to a new version, and back to the data from before only when a person who sees their age agrees',
  { timeout: HANGS_AFTER },
  async () => {
    await addStudent('Karim Adel');
    expect(await upgrade('branch-desk:good')).toMatchObject({
      status: 0,
      output: expect.stringContaining('branch-desk:good runs. To go back: sh upgrade.sh --back'),
    });
    expect(imageInUse()).toBe('branch-desk:good');
    await addStudent('Recorded since');
    expect(await students()).toEqual(['Karim Adel', 'Mona Adel', 'Recorded since']);
    const threeWeeksAgo = new Date(Date.now() - 21 * 86_400_000 - 5_000);
    utimesSync(path.join(school, '.before-upgrade'), threeWeeksAgo, threeWeeksAgo);
    for (const answers of ['', 'no\n']) {
      const kept = await upgrade('--back', answers);
      expect(kept.output).toContain('21 days and 0 hours old');
      expect(kept.output).toMatch(/branch-desk:good runs on: nothing was changed\.\n$/);
      expect(kept.status).toBe(1);
      expect(imageInUse()).toBe('branch-desk:good');
      expect(await students()).toEqual(['Karim Adel', 'Mona Adel', 'Recorded since']);
    }
    const { status, output } = await upgrade('--back', 'yes\n');
    expect(output).toContain('with the data from before the upgrade');
    expect(status).toBe(0);
    expect(imageInUse()).toBe('branch-desk:old');
    expect(await students()).toEqual(['Karim Adel', 'Mona Adel']);
    expect(setAside()).toHaveLength(1);
    expect(statSync(path.join(school, '.env')).mode & 0o777).toBe(0o600);
    expect(existsSync(path.join(school, '.env.new'))).toBe(false);
  },
);
