import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

function deadCode(folder: string): { found: string; code: number | null } {
  const knip = join(projectRoot, 'node_modules/knip/bin/knip.js');
  const run = spawnSync(
    process.execPath,
    [knip, '--directory', folder, '--no-progress', '--no-config-hints'],
    {
      encoding: 'utf8',
    },
  );
  return { found: `${run.stdout}${run.stderr}`.trim(), code: run.status };
}

it('no file, export, type or package is unused', { timeout: 300_000 }, () =>
  expect(deadCode(projectRoot), 'Remove what nothing uses, or stop exporting it').toEqual({
    found: '',
    code: 0,
  }),
);

it('knip finds a dead one of each kind in a sample project with our settings', () => {
  const folder = mkdtempSync(join(tmpdir(), 'knip-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(projectRoot, 'knip.json'), join(folder, 'knip.json'));
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  mkdirSync(join(folder, 'src/server'), { recursive: true });
  const imports = { '#server/*': './src/server/*' };
  const manifest = { name: 'sample', type: 'module', imports, dependencies: { zod: '4.6.7' } };
  for (const [path, text] of Object.entries({
    'package.json': JSON.stringify(manifest),
    'src/server/main.ts': "import { used } from '#server/a.ts';\nused();\n",
    'src/server/a.ts':
      'export const used = () => 1;\nexport const forgotten = 1;\nexport interface Forgotten { a: 1 }\n',
    'src/server/left-over.ts': 'export {};\n',
  }))
    writeFileSync(join(folder, path), text);
  const { found, code } = deadCode(folder);
  expect(code).toBeGreaterThan(0);
  for (const finding of [
    /^Unused exports \(1\)\nforgotten\b.*src\/server\/a\.ts/m,
    /^Unused exported types \(1\)\nForgotten\b.*src\/server\/a\.ts/m,
    /^Unused files \(1\)\nsrc\/server\/left-over\.ts/m,
    /^Unused dependencies \(1\)\nzod\b/m,
  ])
    expect(found).toMatch(finding);
});
