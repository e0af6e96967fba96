import { type ChildProcess, type ChildProcessByStdio, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { z } from 'zod';
import { run } from './build-image.ts';
import { composeOf, type Service } from './compose-file.ts';

/**
 * Stands for the program "docker" where there is no engine: containers are processes, in their image's tree of files with the limits of
 * their compose file where the image has one, else as they are. It knows the calls that the page for schools and deploy/upgrade.sh make,
 * and refuses others. In STAND_IN: images.json, volumes, the state of the server's container.
 */

const image = z.object({
  /** Root of its files, for chroot; without it commands run in `cwd` of this machine, with "/data" for the volume. */
  root: z.string().optional(),
  env: z.record(z.string(), z.string()),
  cwd: z.string(),
  user: z.string(),
  command: z.array(z.string()),
  health: z.array(z.string()),
  stopSignal: z.string(),
});
type StandInImage = z.output<typeof image>;

const containerState = z.object({
  id: z.string(),
  image: z.string(),
  environment: z.record(z.string(), z.string()),
  supervisor: z.number(),
  restarts: z.number(),
  health: z.enum(['starting', 'healthy', 'unhealthy']),
  isRunning: z.boolean(),
});
type ContainerState = z.output<typeof containerState>;

const SERVER = 'branch-desk';
const PATH = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin';
const PAUSE_MS = 300;
const HEALTHY_PAUSE_MS = 5_000;
const STOP_WITHIN_MS = 60_000;

const folder = z.string().parse(process.env.STAND_IN);
const inFolder = (name: string) => path.join(folder, name);

function images(): Record<string, StandInImage> {
  return z.record(z.string(), image).parse(JSON.parse(readFileSync(inFolder('images.json'), 'utf8')));
}

function imageNamed(name: string): StandInImage {
  const found = images()[name];
  if (!found) throw new Error(`Error response from daemon: manifest for ${name} not found`);
  return found;
}

function serverService(): Service {
  const service = composeOf(process.cwd()).services[SERVER];
  if (!service) throw new Error(`The compose file has no service ${SERVER}.`);
  return service;
}

/** A volume is first a copy of what the image has there, with its owner. */
function volumeOf(of: StandInImage): string {
  const volume = inFolder('volume');
  if (existsSync(volume)) return volume;
  if (of.root === undefined) mkdirSync(volume, { mode: 0o711 });
  else run('cp', ['-a', path.join(of.root, 'data'), volume]);
  return volume;
}

/** The limits of the compose file, by the system calls that Docker uses. */
const IN_TREE = `
root=$1 volume=$2 user=$3 cwd=$4 read_only=$5 limits=$6
shift 6
mount --bind "$root" "$root" && mount --bind "$volume" "$root/data" && mount -t proc proc "$root/proc" &&
mount -t tmpfs tmpfs "$root/tmp" && mount -t tmpfs -o size=64m,mode=1777 tmpfs "$root/dev/shm" || exit 125
test -z "$read_only" || mount -o remount,bind,ro "$root" || exit 125
exec chroot "$root" setpriv --reuid="$user" --regid="$user" --clear-groups $limits sh -c 'cd "$1" && shift && exec "$@"' sh "$cwd" "$@"`;

function limitsOf(service: Service): string {
  const words = [
    ...(service.cap_drop.includes('ALL') ? ['--bounding-set=-all', '--inh-caps=-all'] : []),
    ...(service.security_opt.includes('no-new-privileges:true') ? ['--no-new-privs'] : []),
  ];
  return words.join(' ');
}

type Stdio = 'inherit' | 'ignore' | number;

/** Starts words in a container of an image. The compose file has limits and settings for it; "docker run" has none. */
function start(
  of: StandInImage,
  words: readonly string[],
  { service, stdio = 'inherit' }: { readonly service?: Service | undefined; readonly stdio?: Stdio } = {},
): ChildProcess {
  const volume = volumeOf(of);
  const env: NodeJS.ProcessEnv = { PATH, ...of.env, ...service?.environment };
  // Several of them share this machine.
  if (process.env.STAND_IN_PORT !== undefined) env.PORT = process.env.STAND_IN_PORT;
  const input = stdio === 'inherit' ? 'inherit' : 'ignore';
  if (of.root !== undefined) {
    const isReadOnly = service?.read_only ? 'yes' : '';
    const limits = service ? limitsOf(service) : '';
    const place = [of.root, volume, of.user, of.cwd, isReadOnly, limits];
    const unshared = ['--mount', '--propagation', 'private', 'sh', '-c', IN_TREE, 'sh', ...place, ...words];
    return spawn('unshare', unshared, { env, stdio: [input, stdio, stdio] });
  }
  const [program = '', ...rest] = words.map((word) => word.replace(/^\/data\b/, volume));
  return spawn(program === 'node' ? process.execPath : program, rest, {
    cwd: of.cwd,
    env: { ...env, DATA_DIR: volume, HOST: '127.0.0.1' },
    stdio: [input, stdio, stdio],
  }) satisfies ChildProcess | ChildProcessByStdio<null, null, null>;
}

async function endOf(child: ChildProcess): Promise<number> {
  if (child.exitCode !== null) return child.exitCode;
  const [code] = (await once(child, 'exit')) as [number | null];
  return code ?? 137;
}

const STATE = inFolder('container.json');
const LOG = inFolder('container.log');
const stored = (): ContainerState | undefined =>
  existsSync(STATE) ? containerState.parse(JSON.parse(readFileSync(STATE, 'utf8'))) : undefined;

function store(state: ContainerState): void {
  writeFileSync(`${STATE}.new`, JSON.stringify(state));
  renameSync(`${STATE}.new`, STATE);
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Keeps the container running, as the engine does, and asks for its health. Ends with it when it is told to. */
async function supervise(): Promise<void> {
  const service = serverService();
  const of = imageNamed(service.image);
  const log = openSync(LOG, 'a');
  let state: ContainerState = {
    id: `${SERVER}-${process.pid}`,
    image: service.image,
    environment: service.environment,
    supervisor: process.pid,
    restarts: 0,
    health: 'starting',
    isRunning: true,
  };
  let isStopping = false;
  let child: ChildProcess | undefined;
  process.on('SIGTERM', () => {
    isStopping = true;
    child?.kill(z.enum(['SIGTERM', 'SIGINT', 'SIGQUIT']).parse(of.stopSignal));
    setTimeout(() => child?.kill('SIGKILL'), STOP_WITHIN_MS).unref();
  });
  while (!isStopping) {
    store(state);
    child = start(of, of.command, { service, stdio: log });
    const ended = endOf(child);
    for (let isUp = true; isUp; ) {
      const checked = await endOf(start(of, of.health, { service, stdio: 'ignore' }));
      isUp = child.exitCode === null && child.signalCode === null;
      if (isUp && checked === 0 && state.health !== 'healthy') {
        state = { ...state, health: 'healthy' };
        store(state);
      }
      await Promise.race([ended, sleep(state.health === 'healthy' ? HEALTHY_PAUSE_MS : PAUSE_MS)]);
    }
    if (!isStopping) state = { ...state, restarts: state.restarts + 1, health: 'starting' };
  }
  store({ ...state, health: 'unhealthy', isRunning: false });
}

async function stop(): Promise<void> {
  const state = stored();
  if (!state?.isRunning) return;
  if (isAlive(state.supervisor)) process.kill(state.supervisor, 'SIGTERM');
  while (isAlive(state.supervisor)) await sleep(PAUSE_MS / 3);
}

/** Makes the container anew where its image or settings changed, as compose does. */
async function up(): Promise<void> {
  const service = serverService();
  imageNamed(service.image);
  const state = stored();
  const isSame =
    state?.image === service.image &&
    JSON.stringify(state.environment) === JSON.stringify(service.environment);
  if (isSame && state.isRunning && isAlive(state.supervisor)) return;
  await stop();
  if (!isSame) writeFileSync(LOG, '');
  const thisFile = fileURLToPath(import.meta.url);
  const child = spawn(process.execPath, [...process.execArgv, thisFile, 'supervise'], {
    detached: true,
    stdio: 'ignore',
  });
  child.unref();
  while (stored()?.supervisor !== child.pid) {
    if (child.exitCode !== null) throw new Error('The container could not be started.');
    await sleep(PAUSE_MS / 3);
  }
}

function printLogs(tail: string | undefined): void {
  const lines = existsSync(LOG) ? readFileSync(LOG, 'utf8').trimEnd().split('\n') : [];
  const shown = tail === undefined ? lines : lines.slice(-Number(tail));
  process.stdout.write(shown.map((line) => `${SERVER}-1  | ${line}\n`).join(''));
}

const flag = { type: 'boolean', default: false } as const;
function requireServer(words: readonly string[]): readonly string[] {
  if (words[0] !== SERVER) throw new Error(`Only ${SERVER} is a container here, not ${words[0]}.`);
  return words.slice(1);
}

/** The options that stand before the service; all words after it are of its command. */
function optionsBefore(words: readonly string[], known: readonly string[]): readonly string[] {
  const at = words.findIndex((word) => !word.startsWith('-'));
  const unknown = words.slice(0, Math.max(at, 0)).find((word) => !known.includes(word));
  if (unknown !== undefined) throw new Error(`unknown flag: ${unknown}`);
  return requireServer(words.slice(at));
}

async function compose([command = '', ...words]: readonly string[]): Promise<number> {
  switch (command) {
    case 'config': {
      parseArgs({ args: words, options: { services: flag }, allowPositionals: false });
      const { services, profiles } = composeOf(process.cwd());
      const names = Object.entries(services)
        .filter(([, one]) => one.profiles.every((profile) => profiles.includes(profile)))
        .map(([name]) => name);
      process.stdout.write(`${names.join('\n')}\n`);
      return 0;
    }
    case 'up': {
      const options = { detach: { ...flag, short: 'd' }, 'no-build': flag } as const;
      const { values } = parseArgs({ args: words, options, allowPositionals: false });
      if (!values.detach) throw new Error('Only "up --detach" is known here.');
      await up();
      return 0;
    }
    case 'stop':
      requireServer(words);
      await stop();
      return 0;
    case 'down':
      await stop();
      return 0;
    case 'ps': {
      const options = { all: flag, quiet: flag } as const;
      const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
      if (positionals.length > 0) requireServer(positionals);
      const state = stored();
      if (state && (state.isRunning || values.all))
        process.stdout.write(values.quiet ? `${state.id}\n` : `${SERVER}  ${state.image}  ${state.health}\n`);
      return 0;
    }
    case 'logs': {
      const options = { tail: { type: 'string' } } as const;
      const { values, positionals } = parseArgs({ args: words, options, allowPositionals: true });
      requireServer(positionals);
      printLogs(values.tail);
      return 0;
    }
    case 'exec': {
      const inside = optionsBefore(words, ['-T']);
      const state = stored();
      if (!state?.isRunning) throw new Error(`service "${SERVER}" is not running`);
      return endOf(start(imageNamed(state.image), inside, { service: serverService() }));
    }
    case 'run': {
      const inside = optionsBefore(words, ['--rm', '-T']);
      const service = serverService();
      return endOf(start(imageNamed(service.image), inside, { service }));
    }
    default:
      throw new Error(`unknown docker command: "compose ${command}"`);
  }
}

async function docker([command = '', ...words]: readonly string[]): Promise<number> {
  switch (command) {
    case 'supervise':
      await supervise();
      return 0;
    case 'compose':
      return compose(words);
    case 'pull':
      imageNamed(words[0] ?? '');
      return 0;
    case 'run': {
      const [rm, name = '', ...inside] = words;
      if (rm !== '--rm') throw new Error('Only "run --rm" is known here.');
      return endOf(start(imageNamed(name), inside));
    }
    case 'inspect': {
      const [option, format = '', id] = words;
      const state = stored();
      if (option !== '--format' || state?.id !== id) throw new Error(`no such object: ${id}`);
      const shown = format
        .replace('{{.RestartCount}}', String(state?.restarts))
        .replace('{{.State.Health.Status}}', String(state?.health));
      if (shown.includes('{{')) throw new Error(`unknown field in ${format}`);
      process.stdout.write(`${shown}\n`);
      return 0;
    }
    default:
      throw new Error(`unknown command: docker ${command}`);
  }
}

try {
  process.exitCode = await docker(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
  process.exitCode = 1;
}
