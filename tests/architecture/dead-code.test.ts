import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
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

  describe('with a dead one of each kind', () => {
    let sample: ReturnType<typeof deadCode>;
    // Runs once for all kinds: a run takes a second, whatever the size of the project.
    beforeAll(() => {
      const files = {
        'src/server/main.ts': main,
        'src/server/a.ts': `${used}export const forgotten = 1;\nexport interface Forgotten { a: 1 }\n`,
        'src/server/left-over.ts': 'export {};\n',
      };
      sample = deadCode(createProject(files, { zod: '4.6.7' }));
    });

    it.each([
      ['an unused export', /^Unused exports \(1\)\nforgotten\b.*src\/server\/a\.ts/m],
      ['an unused type', /^Unused exported types \(1\)\nForgotten\b.*src\/server\/a\.ts/m],
      ['an unused file', /^Unused files \(1\)\nsrc\/server\/left-over\.ts/m],
      ['a package that nothing imports', /^Unused dependencies \(1\)\nzod\b/m],
    ])('finds %s', (_, finding) => {
      expect(sample.found).toMatch(finding);
      expect(sample.code).toBeGreaterThan(0);
    });
  });
});
