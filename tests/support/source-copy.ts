import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot } from './project-root.ts';

const copied = [
  'src',
  'tests',
  'public',
  'index.html',
  'package.json',
  'package-lock.json',
  'vite.config.ts',
  'vitest.config.ts',
  'playwright.config.ts',
  'tsconfig.json',
  'tsconfig.base.json',
];

/** File, the text to replace (found once), and its replacement. */
export type Change = readonly [file: string, find: string | RegExp, replace: string];

export interface SourceCopy {
  readonly folder: string;
  /** Applies changes in order. @throws {Error} if a text does not occur exactly once; earlier changes stay */
  readonly change: (changes: readonly Change[]) => void;
  readonly putBack: () => void;
  /** Runs a program of the product or of a package in the copy. @returns exit and output */
  readonly run: (
    program: string,
    args: readonly string[],
    env?: Record<string, string>,
  ) => Promise<{ readonly code: number | null; readonly output: string }>;
  readonly remove: () => void;
}

/** Copies the sources to a folder outside of node_modules, where files are not compiled. */
export function copySources(): SourceCopy {
  const folder = mkdtempSync(join(tmpdir(), 'branch-desk-sources-'));
  for (const name of copied) cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  const originals = new Map<string, string>();
  return {
    folder,
    change: (changes) => {
      for (const one of changes) {
        const path = join(folder, one[0]);
        const text = readFileSync(path, 'utf8');
        if (!originals.has(path)) originals.set(path, text);
        writeFileSync(path, changed(text, one));
      }
    },
    putBack: () => {
      for (const [path, text] of originals) writeFileSync(path, text);
      originals.clear();
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

function changed(text: string, [name, find, replace]: Change): string {
  if (text.split(find).length !== 2) throw new Error(`${name} does not have this once: ${find}`);
  return text.replace(find, () => replace);
}

/**
 * Builds the app of a copy, or the server.
 * @returns the folder of the build
 * @throws {Error} with the bundler's output
 */
export async function build({ folder, run }: SourceCopy, part: 'app' | 'server'): Promise<string> {
  const { code, output } = await run('vite/bin/vite.js', ['build', ...(part === 'server' ? ['--ssr'] : [])], {
    NODE_ENV: 'production',
  });
  if (code !== 0) throw new Error(output);
  return join(folder, 'dist', part);
}
