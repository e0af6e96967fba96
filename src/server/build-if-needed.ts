import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { packageRoot } from './package-root.ts';

const sources = ['src', 'public', 'index.html', 'vite.config.ts', 'package.json', 'package-lock.json'];
const stamp = path.join(packageRoot, 'dist', 'built-from');
const products = ['app/index.html', 'server/main.js', 'server/admin.js', 'server/demo.js'].map(
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

/** Changes with any source file and with the settings that the build writes into the app. */
function fingerprint(): string {
  const hash = createHash('sha256').update(process.version);
  for (const name of sources.flatMap(filesUnder).sort()) {
    const { mtimeMs, size } = statSync(path.join(packageRoot, name));
    hash.update(`${name}\0${mtimeMs}\0${size}\n`);
  }
  const baked = Object.entries(process.env).filter(([name]) => name.startsWith('VITE_'));
  return hash.update(JSON.stringify(baked.sort())).digest('hex');
}

function isBuilt(wanted: string): boolean {
  if (!products.every((name) => existsSync(path.join(packageRoot, name)))) return false;
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
}

const wanted = fingerprint();
if (!isBuilt(wanted)) {
  process.stdout.write('Building the app, once for this version ...\n');
  // An interrupted build must not look finished.
  rmSync(stamp, { force: true });
  const { status } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: packageRoot,
    stdio: ['ignore', 'ignore', 'inherit'],
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write('The app could not be built: run "npm run build" to see why.\n');
    process.exit(1);
  }
  mkdirSync(path.dirname(stamp), { recursive: true });
  writeFileSync(stamp, wanted);
}
