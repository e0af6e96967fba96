import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { packageRoot } from '#server/platform/package-root.ts';

/** Outside of node_modules, where the type in our package.json does not count. */
const cache = path.join(packageRoot, 'dist', 'servers-under-test');
const sources = ['src/server', 'src/contract', 'package.json', 'package-lock.json', 'vite.config.ts'];
let built: string | undefined;

function namesOfSources(): string[] {
  return sources.flatMap((source) => {
    const isFile = statSync(path.join(packageRoot, source)).isFile();
    const inside = isFile
      ? []
      : readdirSync(path.join(packageRoot, source), { recursive: true, encoding: 'utf8' });
    return [source, ...inside.map((name) => path.join(source, name))];
  });
}

function stateOfSources(): string {
  const state = createHash('sha256').update(process.version);
  for (const name of namesOfSources().sort()) {
    const { mtimeMs, size } = statSync(path.join(packageRoot, name));
    state.update(`${name} ${mtimeMs} ${size}\n`);
  }
  return state.digest('hex').slice(0, 16);
}

/** Returns the folder of the present build if it is newer than every source. A deleted source changes the time of its folder. */
function currentBuild(): string | undefined {
  const timeOf = (name: string) =>
    statSync(path.join(packageRoot, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const programs = ['main', 'admin', 'demo'].map((name) => timeOf(`dist/server/${name}.js`));
  const newest = Math.max(...namesOfSources().map(timeOf));
  return Math.min(...programs) > newest ? path.join(packageRoot, 'dist', 'server') : undefined;
}

/**
 * Returns the folder of the built server. Where the present build is older than the sources, one is built for their state: compiling them
 * in each process would take most of the time, and users run the build as well. Test files that start at once may both build; all use the
 * build that is finished first.
 */
export function builtServer(): string {
  built ??= currentBuild() ?? build(path.join(cache, stateOfSources()));
  return built;
}

const schema = 'src/server/db/schema';

/** A migration that no version has yet, by its path, for `otherVersion`. */
export const laterMigration = { [`${schema}/migrations/9999-of-tomorrow.sql`]: 'create table tomorrow ();' };

/** Makes another version of the built server in a folder: this one, with files of its own over it. */
export function otherVersion(folder: string, files: Readonly<Record<string, string>>): string {
  cpSync(builtServer(), path.join(folder, 'dist/server'), { recursive: true });
  cpSync(path.join(packageRoot, schema), path.join(folder, schema), { recursive: true });
  cpSync(path.join(packageRoot, 'package.json'), path.join(folder, 'package.json'));
  symlinkSync(path.join(packageRoot, 'node_modules'), path.join(folder, 'node_modules'));
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), text);
  }
  return folder;
}

function build(folder: string): string {
  if (existsSync(folder)) return folder;
  const making = `${folder}-${process.pid}`;
  const vite = path.join(packageRoot, 'node_modules', 'vite', 'bin', 'vite.js');
  const words = ['build', '--ssr', '--outDir', making, '--logLevel', 'error'];
  const { status, stderr } = spawnSync(process.execPath, [vite, ...words], {
    cwd: packageRoot,
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`The server cannot be built: ${stderr}`);
  try {
    renameSync(making, folder);
  } catch (error) {
    if (!existsSync(folder)) throw error;
    rmSync(making, { recursive: true });
  }
  forgetOldBuilds(folder);
  return folder;
}

/** Removes builds of other sources after an hour: a concurrent run may use newer ones. */
function forgetOldBuilds(kept: string): void {
  const anHourAgo = Date.now() - 60 * 60 * 1000;
  for (const name of readdirSync(cache)) {
    const folder = path.join(cache, name);
    const found = statSync(folder, { throwIfNoEntry: false });
    if (folder !== kept && found && found.mtimeMs < anHourAgo)
      rmSync(folder, { recursive: true, force: true });
  }
}
