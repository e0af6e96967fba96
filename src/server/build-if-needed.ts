import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { isBuildInUse } from './platform/build-in-use.ts';
import { packageRoot } from './platform/package-root.ts';

const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];
const dist = path.join(packageRoot, 'dist');
const fingerprintFile = path.join(dist, 'built-from');
const outputs = ['app/index.html', 'server/main.js', 'server/admin.js', 'server/demo.js'].map(
  (name) => `dist/${name}`,
);

function filesUnder(name: string): string[] {
  const file = path.join(packageRoot, name);
  const kind = statSync(file, { throwIfNoEntry: false });
  if (kind === undefined) return [];
  return kind.isDirectory()
    ? readdirSync(file).flatMap((inside) => filesUnder(path.join(name, inside)))
    : [name];
}

/** Includes the VITE_ variables that the build compiles into the app. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const name of sources.flatMap(filesUnder).sort()) {
    const { mtimeMs, size } = statSync(path.join(packageRoot, name));
    hash.update(`${name}\0${mtimeMs}\0${size}\n`);
  }
  const buildVariables = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(buildVariables.sort())).digest('hex');
}

function builtFrom(): string | undefined {
  const isWhole =
    existsSync(fingerprintFile) && outputs.every((name) => existsSync(path.join(packageRoot, name)));
  return isWhole ? readFileSync(fingerprintFile, 'utf8') : undefined;
}

const current = fingerprint();
// A command beside the running server works with its build: another one would take the files that it serves.
const built = builtFrom();
const isKept = process.argv.includes('--keep') && built !== undefined;
if (isKept && built !== current)
  process.stderr.write('This runs the version that was built last. "npm start" builds the present one.\n');
if (!isKept && built !== current) {
  if (existsSync(dist) && (await isBuildInUse(dist))) {
    process.stderr.write(
      'A server runs from this folder, and a build would take the files that it serves. Stop it, then try again.\n',
    );
    process.exit(1);
  }
  process.stdout.write('Building the app, once for this version ...\n');
  // Removed first, so that an interrupted build does not look finished.
  rmSync(fingerprintFile, { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: packageRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('The app could not be built: run "npm run build" to see why.\n');
    process.exit(1);
  }
  mkdirSync(path.dirname(fingerprintFile), { recursive: true });
  writeFileSync(fingerprintFile, current);
}
