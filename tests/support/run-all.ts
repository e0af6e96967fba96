import { findChromium } from './find-chromium.ts';
import {
  check,
  checkThatTells,
  type Outcome,
  onDebiansPostgresql,
  playwright,
  type Step,
  vitest,
} from './steps.ts';

const build = check('build', ['vite/bin/vite.js', 'build'], ['vite/bin/vite.js', 'build', '--ssr']);

/** As many kills as fit in half a minute; "npm run test:kill" does a hundred and twenty. */
const kills = ['--server', '10', '--database', '2'];
/** A short chaos, the same each time; "npm run chaos" makes ten thousand things happen, of another seed each time. */
const chaos = ['--seed', '2026', '--operations', '300'];
/** What is about the embedded database itself, or about HTTP alone, need not run on another database. */
const onAnyDatabase = {
  folders: ['tests/server/api', 'tests/server/backup', 'tests/server/upgrade'],
  without: [
    '**/hostile*.test.ts',
    '**/password-reset*.test.ts',
    '**/sign-in*.test.ts',
    '**/demo-branch.test.ts',
  ],
};

const steps: readonly Step[] = [
  check('types', ['typescript7/bin/tsc', '-b']),
  check('lint', ['@biomejs/biome/bin/biome', 'check', '.']),
  vitest('house', ['house']),
  vitest('contract, server, app', ['contract', 'server', 'two-servers', 'app']),
  onDebiansPostgresql("server on Debian's PostgreSQL", onAnyDatabase),
  build,
  checkThatTells('kill test', ['tsx/dist/cli.mjs', 'tests/kill/run.ts', ...kills]),
  checkThatTells('chaos', ['tsx/dist/cli.mjs', 'tests/chaos/run.ts', ...chaos]),
  check('bundle budget', ['tsx/dist/cli.mjs', 'tests/bench/bundle-budget.ts']),
  playwright('journeys'),
];
/** What can say nothing without a build. */
const needsBuild: readonly string[] = ['kill test', 'chaos', 'bundle budget', 'journeys'];
const needsBrowser: readonly string[] = ['bundle budget', 'journeys'];

const print = (text: string) => process.stdout.write(`${text}\n`);

async function outcomeOf(step: Step, built: boolean): Promise<Outcome> {
  const broken = (output: string): Outcome => ({ passed: 0, failed: 1, skipped: 0, output });
  if (!built && needsBuild.includes(step.name)) return broken('Not run: there is no build.');
  try {
    if (needsBrowser.includes(step.name)) process.env.CHROMIUM = findChromium();
    return await step.run();
  } catch (error) {
    return broken(error instanceof Error ? error.message : String(error));
  }
}

function tell(step: Step, { passed, failed, skipped, output, note }: Outcome, startedAt: number): void {
  if (failed > 0) print(`\n--- ${step.name} ---\n${output.trim()}\n---`);
  const left = skipped > 0 ? `, ${skipped} left out` : '';
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  print(`${failed > 0 ? '✗' : '✓'} ${step.name}: ${passed} passed, ${failed} failed${left} (${seconds} s)`);
  if (note && failed === 0) print(`  ${note.replaceAll('\n', '\n  ')}`);
}

let passed = 0;
let failed = 0;
let built = true;
for (const step of steps) {
  const startedAt = performance.now();
  const outcome = await outcomeOf(step, built);
  tell(step, outcome, startedAt);
  passed += outcome.passed;
  failed += outcome.failed;
  if (step === build) built = outcome.failed === 0;
}
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
