import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../house/source-tree.ts';
import { check, checkThatTells, counted } from './steps.ts';

let folder: string;
/** Programs are found under node_modules, as those of the real steps. */
const program = (name: string, text: string) => {
  writeFileSync(join(folder, name), text);
  return join('..', folder.slice(projectRoot.length), name);
};

beforeAll(() => {
  folder = mkdtempSync(join(projectRoot, 'node_modules/.cache-steps-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('a check', () => {
  it('counts one, passed', async () => {
    const good = program('good.mjs', 'console.log("fine")');
    expect(await check('a', [good], [good]).run()).toEqual({
      passed: 1,
      failed: 0,
      skipped: 0,
      output: 'fine\nfine\n',
    });
  });

  it('counts one, failed, with what it printed, and does not go on', async () => {
    const bad = program('bad.mjs', 'console.error("broken"); process.exit(3)');
    const never = program('never.mjs', 'console.log("never")');
    expect(await check('a', [bad], [never]).run()).toEqual({
      passed: 0,
      failed: 1,
      skipped: 0,
      output: 'broken\n',
    });
  });

  it('may tell the last line that it prints', async () => {
    const talks = program('talks.mjs', 'console.log("a\\nthe end")');
    expect(await checkThatTells('a', [talks]).run()).toMatchObject({ passed: 1, note: 'the end' });
  });

  it('fails where its program is not there, or is killed', async () => {
    expect(await check('a', ['no/such/program.js']).run()).toMatchObject({ passed: 0, failed: 1 });
    const killed = program('killed.mjs', 'process.kill(process.pid, "SIGKILL")');
    expect(await check('a', [killed]).run()).toMatchObject({ passed: 0, failed: 1 });
  });
});

describe('counted tests', () => {
  const step = (name: string, text: string) =>
    counted('a', program(name, text), JSON.parse, (report) => ({ args: [report] }));
  const reporting = (counts: object, code: number) =>
    `import { writeFileSync } from 'node:fs';
     writeFileSync(process.argv[2], ${JSON.stringify(JSON.stringify(counts))});
     process.exit(${code});`;

  it.each([
    [{ passed: 4, failed: 0, skipped: 0 }, 0, { passed: 4, failed: 0 }],
    [{ passed: 4, failed: 2, skipped: 1 }, 1, { passed: 4, failed: 2, skipped: 1 }],
    [{ passed: 4, failed: 0, skipped: 0 }, 1, { passed: 4, failed: 1 }],
    [{ passed: 0, failed: 0, skipped: 0 }, 0, { passed: 0, failed: 1 }],
  ])('%j with exit code %i', async (counts, code, told) => {
    expect(await step('run.mjs', reporting(counts, code)).run()).toMatchObject(told);
  });

  it('count one failure where there is no report', async () => {
    expect(await step('silent.mjs', 'console.log("nothing")').run()).toMatchObject({
      passed: 0,
      failed: 1,
      output: 'nothing\n',
    });
  });
});
