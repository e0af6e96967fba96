import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { build } from 'vite';
import { afterAll, expect, it } from 'vitest';
import config from '../../vite.config.ts';
import { projectRoot } from '../support/project-root.ts';

// In the project, where packages are found.
mkdirSync(path.join(projectRoot, 'dist'), { recursive: true });
const folder = mkdtempSync(path.join(projectRoot, 'dist', 'modules-'));
afterAll(() => rmSync(folder, { recursive: true }));

async function built(modules: Readonly<Record<string, string>>): Promise<ReadonlyMap<string, string>> {
  const { build: options, ...server } = config({ command: 'build', mode: 'production', isSsrBuild: true });
  const input = Object.keys(modules).map((name) => path.join(folder, name));
  for (const [name, text] of Object.entries(modules)) writeFileSync(path.join(folder, name), text);
  const { output, ...rest } = options?.rolldownOptions ?? {};
  const result = await build({
    ...server,
    configFile: false,
    logLevel: 'error',
    build: {
      ...options,
      write: false,
      rolldownOptions: { ...rest, input, output: { ...output, preserveModulesRoot: folder } },
    },
  });
  const outputs = [result].flat().flatMap((one) => ('output' in one ? one.output : []));
  return new Map(outputs.flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one.code]] : [])));
}

it('the server is translated file by file, with every expression and without its packages', async () => {
  const files = await built({
    'main.ts': `import { readText } from './read.ts';\nimport { z } from 'zod';\nexport const read = () => z.string().parse(readText('x'));`,
    'read.ts': `export function readText(text: string) {\n  decodeURIComponent(text);\n  return text;\n}\nexport const unused = 7;`,
    'thread.ts': `export {};\nnew URL('x:y');`,
  });
  expect([...files.keys()].sort()).toEqual(['main.js', 'read.js', 'thread.js']);
  expect(files.get('main.js')).toMatch(/from ["']zod["']/);
  expect(files.get('main.js')).toMatch(/from ["']\.\/read\.js["']/);
  expect(files.get('read.js')).toContain('decodeURIComponent(text);');
  expect(files.get('read.js')).toContain('unused');
  expect(files.get('thread.js')).toMatch(/new URL\(["']x:y["']\)/);
});
