import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { holdBuild } from '#server/platform/build-in-use.ts';
import { packageRoot } from '#server/platform/package-root.ts';
import { temporaryFolder } from './temporary.ts';

/** Replaces the build by a script that counts its runs and writes the same files. It fails while a file named `broken` exists. */
const fakeBuild = `
import { appendFileSync, existsSync, mkdirSync, writeFileSync } from 'node:fs';
appendFileSync('builds', 'x');
for (const name of ['app/index.html', 'server/main.js', 'server/admin.js', 'server/demo.js']) {
  mkdirSync('dist/' + name.split('/')[0], { recursive: true });
  writeFileSync('dist/' + name, '');
}
process.exit(existsSync('broken') ? 1 : 0);
`;

it('the build runs after a change or an unfinished build, is skipped silently otherwise, and takes no files of a server', async () => {
  const folder = temporaryFolder();
  const at = (name: string) => path.join(folder, name);
  mkdirSync(at('src/server/platform'), { recursive: true });
  for (const name of ['build-if-needed.ts', 'platform/build-in-use.ts', 'platform/package-root.ts']) {
    cpSync(path.join(packageRoot, 'src/server', name), at(`src/server/${name}`));
  }
  writeFileSync(at('build.mjs'), fakeBuild);
  writeFileSync(at('package.json'), JSON.stringify({ type: 'module', scripts: { build: 'node build.mjs' } }));
  const run = (env: NodeJS.ProcessEnv = {}, ...given: string[]) => {
    const words = ['--import', 'tsx', at('src/server/build-if-needed.ts'), ...given];
    const { status, stdout } = spawnSync(process.execPath, words, {
      env: { ...process.env, ...env },
      encoding: 'utf8',
    });
    return { status, stdout, builds: readFileSync(at('builds'), 'utf8').length };
  };

  expect(run()).toMatchObject({ status: 0, builds: 1, stdout: expect.stringContaining('Building') });
  expect(run()).toEqual({ status: 0, builds: 1, stdout: '' });
  writeFileSync(at('src/new.ts'), '');
  writeFileSync(at('broken'), '');
  expect(run()).toMatchObject({ status: 1, builds: 2 });
  expect(existsSync(at('dist/server/main.js'))).toBe(true);
  expect(run()).toMatchObject({ status: 1, builds: 3 });
  expect(run({ VITE_API_URL: 'https://api.alnour.eg' })).toMatchObject({ builds: 4 });

  rmSync(at('broken'));
  expect(run({}, '--keep')).toMatchObject({ status: 0, builds: 5 });
  const other = { VITE_API_URL: 'https://api.alnour.eg' };
  expect(run(other, '--keep')).toMatchObject({ status: 0, builds: 5 });
  expect(run(other)).toMatchObject({ status: 0, builds: 6 });

  // What a killed server left holds nothing.
  writeFileSync(at('dist/in-use-1'), '');
  const release = holdBuild(at('dist'));
  expect(run()).toEqual({ status: 1, builds: 6, stdout: '' });
  expect(run(other)).toMatchObject({ status: 0, builds: 6 });
  await release();
  expect(run()).toMatchObject({ status: 0, builds: 7 });
});
