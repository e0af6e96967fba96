import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from '../house/source-tree.ts';

const copied = [
  'src',
  'tests',
  'public',
  'index.html',
  'package.json',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
];

/** File, what stands there (once), and what is to stand there instead. */
export type Change = readonly [file: string, find: string | RegExp, replace: string];

/** The project's sources elsewhere, to be changed without anyone noticing. */
export interface SourceCopy {
  readonly folder: string;
  /** @throws {Error} where a file does not have exactly one such place; what came before it is changed */
  readonly change: (changes: readonly Change[]) => void;
  /** Makes the files of these changes what they were. */
  readonly putBack: (changes: readonly Change[]) => void;
  /** Runs a program of ours or of a package in the copy. @returns how it ended, with all it printed */
  readonly run: (
    program: string,
    args: readonly string[],
    env?: Record<string, string>,
  ) => Promise<{ readonly code: number | null; readonly output: string }>;
  readonly remove: () => void;
}

/** Copies the sources. Not under node_modules: nothing there would be compiled. */
export function copySources(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'branch-desk-sources-'));
  for (const name of copied) cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return {
    folder,
    change: (changes) => {
      for (const one of changes) replaceIn(folder, one);
    },
    putBack: (changes) => {
      for (const [name] of changes) cpSync(join(projectRoot, name), join(folder, name));
    },
    run: async (program, args, env) => {
      const child = spawn(process.execPath, [join(projectRoot, 'node_modules', program), ...args], {
        cwd: folder,
        stdio: ['ignore', 'pipe', 'pipe'],
        env: { ...process.env, ...env },
      });
      let output = '';
      for (const stream of [child.stdout, child.stderr]) {
        stream.on('data', (chunk: Buffer) => {
          output += chunk;
        });
      }
      const [code] = (await once(child, 'close')) as [number | null];
      return { code, output };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

function replaceIn(folder: string, [name, find, replace]: Change): void {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${name} does not have this once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
}

/**
 * Builds the app of a copy, or the server.
 * @returns the folder of what was built
 * @throws {Error} with what the bundler said
 */
export async function build({ folder, run }: SourceCopy, part: 'app' | 'server'): Promise<string> {
  const { code, output } = await run('vite/bin/vite.js', ['build', ...(part === 'server' ? ['--ssr'] : [])], {
    NODE_ENV: 'production',
  });
  if (code !== 0) throw new Error(output);
  return join(folder, 'dist', part);
}
