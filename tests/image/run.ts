import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { SETUP_PATH } from '#contract/setup.ts';
import { signedInApi } from '../support/api.ts';
import { installPackages } from '../support/debian-packages.ts';
import { projectRoot } from '../support/project-root.ts';
import { freePort } from '../support/running-server.ts';
import { buildArguments, buildImage, type Image, makeBase, run } from './build-image.ts';
import { commandsOf, settingsOf } from './page-commands.ts';
import { createStandIn, type StandIn } from './stand-in.ts';

/**
 * Tries the image where there is no engine. The steps of the Dockerfile run in a bare Debian 12 with Node 22; then a school follows
 * docs/run-it-for-your-school.md with what they made, command by command: it installs, records, is upgraded badly and well, and moves to
 * another machine. The proxy of the compose files stands in front. Needs root, amd64, debootstrap, unshare, caddy and the registries of
 * Debian and npm.
 */

const { values } = parseArgs({
  options: {
    /** A tree that stands for the base image already: `node:22-bookworm-slim`. */
    base: { type: 'string' },
    keep: { type: 'boolean', default: false },
  },
});

const IMAGE = 'registry.example.org/branch-desk:0.1.0';
const NEWER = 'registry.example.org/branch-desk:0.2.0';
const manager = { email: 'manager@example.org', password: 'a long password of Mona', branch: 'Al Nour' };
const print = (text: string) => process.stdout.write(`${text}\n`);

function requireMachine(): void {
  if (process.getuid?.() !== 0)
    throw new Error('Run it as root: it mounts, and starts containers by chroot.');
  if (process.arch !== 'x64') throw new Error('It needs amd64: Node for the image comes from npm for that.');
  const missing = ['debootstrap', 'caddy'].filter(
    (name) => !['/usr/sbin', '/usr/bin'].some((folder) => existsSync(path.join(folder, name))),
  );
  const problem = missing.length > 0 ? installPackages(...missing) : undefined;
  if (problem !== undefined) throw new Error(problem);
}

async function healthy(origin: string): Promise<void> {
  for (const until = Date.now() + 300_000; Date.now() < until; await sleep(250)) {
    const isHealthy = await fetch(`${origin}/api/health`).then(
      ({ ok }) => ok,
      () => false,
    );
    if (isHealthy) return;
  }
  throw new Error(`${origin} did not become healthy.`);
}

/** The folder of the page is another here, and the engine that renews the proxy is not. */
const isElsewhere = (line: string) => / && cd |^docker compose pull /.test(line);

/** Follows the commands of one section of the page, in a folder; `edit` is what a person does in the editor. Returns what they printed. */
async function follow(machine: StandIn, section: string, folder: string, edit?: () => void): Promise<string> {
  let printed = '';
  for (const line of commandsOf(section).filter((one) => !isElsewhere(one))) {
    print(`  $ ${line}`);
    if (line.startsWith('nano ')) edit?.();
    // Somebody who is asked whether older data may replace the present ones agrees.
    else printed += await machine.sh(line.endsWith(' --back') ? `echo yes | ${line}` : line, folder);
  }
  return printed;
}

function set(folder: string, settings: Readonly<Record<string, string>>): void {
  const file = path.join(folder, '.env');
  let text = readFileSync(file, 'utf8');
  for (const [name, value] of Object.entries(settings)) {
    if (!new RegExp(`^${name}=`, 'm').test(text)) throw new Error(`school.env has no line ${name}=.`);
    text = text.replace(new RegExp(`^${name}=.*$`, 'm'), () => `${name}=${value}`);
  }
  writeFileSync(file, text);
}

/** What the proxy of the compose files answers over TLS, with its own certificate authority. */
async function throughProxy(upstream: number, folder: string): Promise<void> {
  const [httpPort, httpsPort] = [await freePort(), await freePort()];
  const env = {
    PATH: process.env.PATH,
    PUBLIC_URL: 'https://localhost',
    UPSTREAM: `127.0.0.1:${upstream}`,
    HOME: folder,
    XDG_DATA_HOME: folder,
    XDG_CONFIG_HOME: folder,
  };
  const file = path.join(projectRoot, 'deploy/Caddyfile');
  const { stdout } = await outputOf('caddy', ['adapt', '--config', file], env);
  const config = z
    .looseObject({
      apps: z.looseObject({ http: z.looseObject({ servers: z.record(z.string(), z.looseObject({})) }) }),
    })
    .parse(JSON.parse(stdout));
  const { http } = config.apps;
  Object.assign(http, { http_port: httpPort, https_port: httpsPort });
  for (const server of Object.values(http.servers)) Object.assign(server, { listen: [`:${httpsPort}`] });
  const configFile = path.join(folder, 'caddy.json');
  writeFileSync(configFile, JSON.stringify(config));
  run('chown', ['-R', 'nobody', folder]);
  // As nobody it cannot make this machine trust its certificate authority.
  const words = [
    '--reuid=nobody',
    '--regid=nogroup',
    '--clear-groups',
    'caddy',
    'run',
    '--config',
    configFile,
  ];
  const proxy = spawn('setpriv', words, { env, stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  proxy.stderr.on('data', (chunk) => {
    log += chunk;
  });
  try {
    const ask = (name: string) =>
      new Promise<{ status: number; text: string; hsts: string | undefined }>((resolve, reject) => {
        const asked = request(
          {
            host: '127.0.0.1',
            port: httpsPort,
            servername: 'localhost',
            path: name,
            rejectUnauthorized: false,
            headers: { host: 'localhost' },
          },
          (answer) => {
            let text = '';
            answer.on('data', (chunk) => {
              text += chunk;
            });
            answer.on('end', () =>
              resolve({
                status: answer.statusCode ?? 0,
                text,
                hsts: answer.headers['strict-transport-security'],
              }),
            );
          },
        );
        asked.on('error', reject);
        asked.end();
      });
    for (const until = Date.now() + 60_000; ; await sleep(250)) {
      const answer = await ask('/api/health').catch((error: unknown) => error);
      if (!(answer instanceof Error)) break;
      if (Date.now() > until) throw new Error(`The proxy does not answer: ${answer.message}\n${log}`);
    }
    const { status, text, hsts } = await ask('/');
    if (hsts !== 'max-age=15552000') throw new Error(`The proxy sends Strict-Transport-Security: ${hsts}`);
    if (status !== 200 || !text.includes('<title>')) throw new Error(`The proxy answers ${status}: ${text}`);
    const redirect = await fetch(`http://127.0.0.1:${httpPort}/`, {
      redirect: 'manual',
      headers: { host: 'localhost' },
    });
    if (redirect.status !== 308) throw new Error(`http:// is not led to https://: ${redirect.status}`);
  } finally {
    const ended = once(proxy, 'exit');
    proxy.kill();
    await ended;
  }
}

async function outputOf(program: string, words: readonly string[], env: NodeJS.ProcessEnv) {
  const child = spawn(program, words, { env, stdio: ['ignore', 'pipe', 'inherit'] });
  let stdout = '';
  child.stdout.on('data', (chunk) => {
    stdout += chunk;
  });
  const [code] = (await once(child, 'exit')) as [number | null];
  if (code !== 0) throw new Error(`${program} ${words.join(' ')} ended with ${code}.`);
  return { stdout };
}

/** A newer version that changes the database; a bad one ends afterwards. */
function newerImage(image: Image, folder: string, isBad: boolean): Image {
  const root = path.join(folder, isBad ? 'newer-and-bad' : 'newer');
  run('cp', ['-a', image.root, root]);
  const inside = path.join(root, image.cwd);
  const later = path.join(inside, 'src/server/db/schema', 'migrations');
  mkdirSync(later, { recursive: true });
  writeFileSync(path.join(later, '9999-of-tomorrow.sql'), 'create table tomorrow ();');
  if (isBad)
    writeFileSync(
      path.join(inside, 'dist/server/main.js'),
      "process.argv.push('user', 'list'); await import('./admin.js');",
    );
  return { ...image, root };
}

async function expectStudents(origin: string, names: readonly string[]): Promise<void> {
  const api = await signedInApi(origin, manager);
  const found = (await api.all('/students/')).map(({ name }) => String(name)).sort();
  if (found.join() !== names.join()) throw new Error(`Expected ${names.join()}, found ${found.join()}.`);
  print(`  found: ${found.join(', ')}`);
}

async function addStudent(origin: string, name: string): Promise<void> {
  const api = await signedInApi(origin, manager);
  await api.post('/students/', { name, phone: '01000000001' });
}

/** A machine with Docker and nothing else: its containers and images are in this folder. */
async function newMachine(
  folder: string,
  port: number,
  image: Image,
): Promise<{ machine: StandIn; school: string }> {
  const school = path.join(folder, 'branch-desk');
  mkdirSync(school, { recursive: true });
  const machine = await createStandIn(folder, port);
  machine.addImage(IMAGE, image);
  return { machine, school };
}

async function tryImage(folder: string): Promise<void> {
  print('The base image: Debian 12 and Node 22');
  const base = values.base ?? makeBase(folder);
  const started = Date.now();
  const image = buildImage(
    projectRoot,
    { 'node:22-bookworm-slim': base },
    { folder, args: buildArguments, print },
  );
  print(`The Dockerfile's steps took ${Math.round((Date.now() - started) / 1000)} s.`);
  const size = run('du', ['-sm', path.join(image.root, image.cwd)]).split('\t')[0];
  print(`  ${size} MB in ${image.cwd}`);

  const port = await freePort();
  const origin = `http://127.0.0.1:${port}`;
  const { machine, school } = await newMachine(path.join(folder, 'one-machine'), port, image);
  const machines = [{ machine, school }];
  try {
    print('Install');
    await follow(machine, 'Install', school, () => set(school, settingsOf('Install')));
    const elsewhere = path.join(folder, 'elsewhere');
    mkdirSync(elsewhere, { mode: 0o777 });
    chmodSync(elsewhere, 0o777);

    print('First sign-in');
    await healthy(origin);
    const printed = await follow(machine, 'First sign-in', school);
    const [, code] = /and enter the code (\S+)/.exec(printed) ?? [];
    if (code === undefined) throw new Error(`There is no code for the first run in: ${printed}`);
    const month = 'November 2026';
    const body = { code, first_name: 'Mona', last_name: 'Adel', month, ...manager };
    const answer = await fetch(`${origin}/api${SETUP_PATH}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`The first run: ${answer.status} ${await answer.text()}`);
    await addStudent(origin, 'Mona Adel');
    await expectStudents(origin, ['Mona Adel']);

    print('It is stopped and started again');
    await machine.sh('docker compose stop branch-desk', school);
    await machine.sh('docker compose up -d', school);
    await healthy(origin);
    await expectStudents(origin, ['Mona Adel']);

    print('The proxy');
    const proxyFolder = path.join(folder, 'proxy');
    mkdirSync(proxyFolder, { mode: 0o755 });
    await throughProxy(port, proxyFolder);
    print('  https:// shows the app, http:// leads there');

    print('Backups');
    const key = /AGE-SECRET-KEY-1\w+/.exec(
      await follow(machine, 'Backups, and copies elsewhere', school),
    )?.[0];
    if (key === undefined) throw new Error('No key was printed.');
    // A command in place of a store; what it keeps is carried to the other machine.
    const copies = [
      'mkdir -p /data/elsewhere && cd /data/elsewhere && case $COPY_TASK in',
      'send) cat > $COPY_NAME;; fetch) cat $COPY_NAME;; list) ls;; esac',
    ];
    set(school, { BACKUP_COPY_KEY: key, BACKUP_COPY: `'${copies.join(' ')}'` });
    await machine.sh('docker compose up -d', school);
    await healthy(origin);

    print('An upgrade that fails');
    machine.addImage(NEWER, newerImage(image, folder, true));
    try {
      await follow(machine, 'A newer version, and back', school);
      throw new Error('It should have failed.');
    } catch (error) {
      const { stdout } = z.object({ stdout: z.string() }).parse(error);
      const [last] = stdout.trim().split('\n').slice(-1);
      print(`  ${last}`);
      if (!last?.includes('with the data from before the upgrade')) throw error;
    }
    await expectStudents(origin, ['Mona Adel']);

    print('An upgrade, and back');
    machine.addImage(NEWER, newerImage(image, folder, false));
    await follow(machine, 'A newer version, and back', school);
    await healthy(origin);
    await expectStudents(origin, ['Mona Adel']);

    print('A copy elsewhere');
    const volume = path.join(folder, 'one-machine/volume');
    for (const until = Date.now() + 600_000; !hasCopy(volume); await sleep(500))
      if (Date.now() > until) throw new Error('There is no copy elsewhere.');
    const settings = readFileSync(path.join(school, '.env'), 'utf8');
    const secret = readFileSync(path.join(volume, 'token-secret'), 'utf8');
    await machine.sh('docker compose down', school);

    print('A new machine');
    const otherPort = await freePort();
    const other = await newMachine(path.join(folder, 'other-machine'), otherPort, image);
    machines.push(other);
    const otherVolume = path.join(folder, 'other-machine/volume');
    run('cp', ['-a', path.join(image.root, 'data'), otherVolume]);
    run('cp', ['-a', path.join(volume, 'elsewhere'), otherVolume]);
    const [install = ''] = [commandsOf('Install').find((line) => line.includes('tar'))];
    await other.machine.sh(install, other.school);
    writeFileSync(path.join(other.school, '.env'), settings, { mode: 0o600 });
    set(other.school, { TOKEN_SECRET: secret.trim() });
    await follow(other.machine, 'The machine is gone', other.school);
    const otherOrigin = `http://127.0.0.1:${otherPort}`;
    await healthy(otherOrigin);
    await expectStudents(otherOrigin, ['Mona Adel']);
  } finally {
    for (const one of machines)
      if (existsSync(path.join(one.school, '.env'))) await one.machine.sh('docker compose down', one.school);
  }
}

const hasCopy = (volume: string) => {
  const folder = path.join(volume, 'elsewhere');
  return existsSync(folder) && run('ls', [folder]).includes('.age');
};

requireMachine();
const folder = mkdtempSync(path.join(tmpdir(), 'branch-desk-image-'));
chmodSync(folder, 0o755);
try {
  await tryImage(folder);
  print('The image works: installed, used, upgraded, taken back and moved.');
} finally {
  if (values.keep) print(`Kept: ${folder}`);
  else rmSync(folder, { recursive: true, force: true });
}
