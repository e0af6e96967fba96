import { findChromium } from '../support/find-chromium.ts';
import { copySources, type SourceCopy } from '../support/source-copy.ts';
import { type Defence, defences } from './defences.ts';
import { runTest } from './run-test.ts';

/** Copies that are worked on side by side. */
const BENCHES = 2;

const print = (text: string) => process.stdout.write(`${text}\n`);

/** What is wrong: the test is red as it is, or green without its defence. Undefined where all is as it should be. */
async function tryDefence(copy: SourceCopy, defence: Defence): Promise<string | undefined> {
  try {
    const whole = await runTest(copy, defence);
    if (whole.passed === 0 || whole.failed > 0) return 'its test does not pass as it is';
    copy.change(defence.without);
    const { failed } = await runTest(copy, defence);
    return failed > 0 ? undefined : 'its test passes without it';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    copy.putBack();
  }
}

/** Only those of these faults, where numbers are given. */
const wanted = new Set(process.argv.slice(2).map(Number));
const chosen = defences.filter(({ fault }) => wanted.size === 0 || wanted.has(fault));
const isJourney = ({ file }: Defence) => file.endsWith('.journey.ts');
let wrong = 0;

async function work(queue: Defence[]): Promise<void> {
  if (queue.length === 0) return;
  const copy = copySources();
  try {
    for (let defence = queue.shift(); defence; defence = queue.shift()) {
      const problem = await tryDefence(copy, defence);
      if (problem) wrong += 1;
      print(`${problem ? '✗' : '✓'} ${defence.fault} ${defence.holds}${problem ? `: ${problem}` : ''}`);
    }
  } finally {
    copy.remove();
  }
}

const units = chosen.filter((one) => !isJourney(one));
const journeys = chosen.filter(isJourney);
await Promise.all(Array.from({ length: BENCHES }, () => work(units)));
// One after the other: a browser, a server and a bundler want the machine for themselves.
if (journeys.length > 0) process.env.CHROMIUM = findChromium();
await work(journeys);
print(`${chosen.length - wrong} of ${chosen.length} defences hold, and are missed when they are gone.`);
process.exitCode = wrong > 0 ? 1 : 0;
