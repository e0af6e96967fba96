import { findChromium } from '../support/find-chromium.ts';
import { copySources, type SourceCopy } from '../support/source-copy.ts';
import { type Mutant, mutants } from './mutants.ts';
import { runTest } from './run-test.ts';

/** Number of source copies in use at once. */
const COPIES = 2;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Returns why a mutant is not caught: its test fails without it, or passes with it. Undefined where it is caught. */
async function tryMutant(copy: SourceCopy, mutant: Mutant): Promise<string | undefined> {
  try {
    const whole = await runTest(copy, mutant);
    if (whole.passed === 0 || whole.failed > 0) return 'its test fails on the unchanged source';
    copy.change(mutant.replacements);
    const { failed } = await runTest(copy, mutant);
    return failed > 0 ? undefined : 'its test passes with the mutant';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    copy.putBack();
  }
}

/** Restricts the run to mutants with these fault numbers or of these files, sources or tests; all where none is given. */
const wanted = new Set(process.argv.slice(2));
const namesOf = ({ fault, file, replacements }: Mutant) => [
  String(fault),
  file,
  ...replacements.map(([path]) => path),
];
const chosen = mutants.filter((one) => wanted.size === 0 || namesOf(one).some((name) => wanted.has(name)));
const isEndToEnd = ({ file }: Mutant) => file.endsWith('.e2e.ts');
let wrong = 0;

async function work(queue: Mutant[]): Promise<void> {
  if (queue.length === 0) return;
  const copy = copySources();
  try {
    for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
      const problem = await tryMutant(copy, mutant);
      if (problem) wrong += 1;
      print(`${problem ? '✗' : '✓'} ${mutant.fault} ${mutant.guards}${problem ? `: ${problem}` : ''}`);
    }
  } finally {
    copy.remove();
  }
}

const units = chosen.filter((one) => !isEndToEnd(one));
const endToEnd = chosen.filter(isEndToEnd);
await Promise.all(Array.from({ length: COPIES }, () => work(units)));
// Runs one at a time: a browser, a server and a bundler need the whole machine.
if (endToEnd.length > 0) process.env.CHROMIUM = findChromium();
await work(endToEnd);
print(`${chosen.length - wrong} of ${chosen.length} mutants are caught.`);
process.exitCode = wrong > 0 ? 1 : 0;
