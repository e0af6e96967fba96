import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../house/source-tree.ts';
import { type Defence, defences } from './defences.ts';

/** Copies that are worked on side by side. */
const BENCHES = 2;
const copied = ['src', 'tests', 'package.json', 'vitest.config.ts', 'tsconfig.json', 'tsconfig.base.json'];

const report = z.object({
  testResults: z.array(
    z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
  ),
});

const print = (text: string) => process.stdout.write(`${text}\n`);

/** A copy of the sources in which a defence can be taken out without anyone noticing. */
function setUp(at: number): string {
  const folder = join(projectRoot, 'node_modules', '.cache', `defences-${process.pid}-${at}`);
  mkdirSync(folder, { recursive: true });
  for (const name of copied) cpSync(join(projectRoot, name), join(folder, name), { recursive: true });
  symlinkSync(join(projectRoot, 'node_modules'), join(folder, 'node_modules'));
  return folder;
}

/** Runs a file's tests of this name. @returns how many passed and how many failed */
async function runTests(folder: string, file: string, test: string) {
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const found = join(folder, 'report.json');
  const words = ['run', '--project', 'app', file, '-t', test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')];
  const child = spawn(process.execPath, [vitest, ...words, '--reporter=json', `--outputFile=${found}`], {
    cwd: folder,
    stdio: 'ignore',
  });
  await once(child, 'exit');
  const results = report
    .parse(JSON.parse(readFileSync(found, 'utf8')))
    .testResults.flatMap(({ assertionResults }) => assertionResults)
    .filter(({ title }) => title.startsWith(test));
  const count = (status: string) => results.filter((one) => one.status === status).length;
  return { passed: count('passed'), failed: count('failed') };
}

function takeOut(folder: string, [name, find, replace]: Defence['without'][number]): void {
  const path = join(folder, name);
  const text = readFileSync(path, 'utf8');
  if (text.split(find).length !== 2) throw new Error(`${name} does not have this once: ${find}`);
  writeFileSync(
    path,
    text.replace(find, () => replace),
  );
}

const putBack = (folder: string, { without }: Defence) => {
  for (const [name] of without) cpSync(join(projectRoot, name), join(folder, name));
};

/** What is wrong: the test is red as it is, or green without its defence. Undefined where all is as it should be. */
async function tryDefence(folder: string, defence: Defence): Promise<string | undefined> {
  const { file, test, without } = defence;
  const whole = await runTests(folder, file, test);
  if (whole.passed === 0 || whole.failed > 0) return 'its test does not pass as it is';
  try {
    for (const change of without) takeOut(folder, change);
    const { failed } = await runTests(folder, file, test);
    return failed > 0 ? undefined : 'its test passes without it';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    putBack(folder, defence);
  }
}

/** Only those of these faults, where numbers are given. */
const wanted = new Set(process.argv.slice(2).map(Number));
const chosen = defences.filter(({ fault }) => wanted.size === 0 || wanted.has(fault));
const queue = [...chosen];
let wrong = 0;

async function work(at: number): Promise<void> {
  const folder = setUp(at);
  try {
    for (let defence = queue.shift(); defence; defence = queue.shift()) {
      const problem = await tryDefence(folder, defence);
      if (problem) wrong += 1;
      print(`${problem ? '✗' : '✓'} ${defence.fault} ${defence.holds}${problem ? `: ${problem}` : ''}`);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

await Promise.all(Array.from({ length: BENCHES }, (_, at) => work(at)));
print(`${chosen.length - wrong} of ${chosen.length} defences hold, and are missed when they are gone.`);
process.exitCode = wrong > 0 ? 1 : 0;
