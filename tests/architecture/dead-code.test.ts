import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../support/project-root.ts';

/** Runs knip over a folder and returns its findings. */
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

describe('dead code', () => {
  it('does not exist: no unused file, export, type or package', { timeout: 300_000 }, () => {
    expect(deadCode(projectRoot), 'Remove what nothing uses, or stop exporting it').toEqual({
      found: '',
      code: 0,
    });
  });
});

describe('knip with our settings in a sample project', () => {
  const folders: string[] = [];
  afterEach(() => {
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
  });

  function createProject(files: Record<string, string>, dependencies: Record<string, string> = {}): string {
    const folder = mkdtempSync(join(tmpdir(), 'knip-'));
    folders.push(folder);
    copyFileSync(join(projectRoot, 'knip.json'), join(folder, 'knip.json'));
    symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
    const manifest = {
      name: 'sample',
      type: 'module',
      imports: { '#server/*': './src/server/*' },
      dependencies,
    };
    writeFileSync(join(folder, 'package.json'), JSON.stringify(manifest));
    mkdirSync(join(folder, 'src/server'), { recursive: true });
    for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
    return folder;
  }

  const main = `import { used } from '#server/a.ts';\nused();\n`;
  const used = 'export const used = () => 1;\n';

  it('reports nothing if everything is used', () => {
    expect(deadCode(createProject({ 'src/server/main.ts': main, 'src/server/a.ts': used }))).toEqual({
      found: '',
      code: 0,
    });
  });

  it.each([
    ['export', 'src/server/a.ts', `${used}export const forgotten = 1;\n`, 'forgotten'],
    ['type', 'src/server/a.ts', `${used}export interface Forgotten { a: 1 }\n`, 'Forgotten'],
    ['file', 'src/server/left-over.ts', 'export {};\n', 'left-over.ts'],
  ])('finds an unused %s', (_, path, text, name) => {
    const { found, code } = deadCode(
      createProject({ 'src/server/main.ts': main, 'src/server/a.ts': used, [path]: text }),
    );
    expect(found).toContain(name);
    expect(code).toBe(1);
  });

  it('finds a package that nothing imports', () => {
    const { found, code } = deadCode(
      createProject({ 'src/server/main.ts': main, 'src/server/a.ts': used }, { zod: '4.6.7' }),
    );
    expect(found).toContain('zod');
    expect(code).toBe(1);
  });
});
