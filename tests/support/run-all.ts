import { findChromium } from './find-chromium.ts';
import { needed, type Phase, runPhases } from './run-phases.ts';
import { check, checkThatTells, onDebiansPostgresql, playwright, type Step, vitest } from './steps.ts';

const build = needed(
  check('build', ['vite/bin/vite.js', 'build'], ['vite/bin/vite.js', 'build', '--ssr']),
  'Not run: there is no build.',
);

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

/** The same step, with a Chromium to be found where it looks for one. */
const inBrowser = (step: Step): Step => ({
  name: step.name,
  run: () => {
    process.env.CHROMIUM = findChromium();
    return step.run();
  },
});

const phases: readonly Phase[] = [
  [[check('types', ['typescript7/bin/tsc', '-b'])]],
  [[check('lint', ['@biomejs/biome/bin/biome', 'check', '.'])], [vitest('house', ['house'])]],
  [[vitest('contract, server, app', ['contract', 'server', 'two-servers', 'app'])]],
  // What is measured of a page is measured while nothing else slows it down.
  [
    [
      build.step,
      build.by(inBrowser(check('bundle budget', ['tsx/dist/cli.mjs', 'tests/bench/bundle-budget.ts']))),
    ],
  ],
  // One after the other: each of them keeps two processors busy by itself, and side by side they only wait for each other.
  [
    [
      onDebiansPostgresql("server on Debian's PostgreSQL", onAnyDatabase),
      build.by(checkThatTells('kill test', ['tsx/dist/cli.mjs', 'tests/kill/run.ts', ...kills])),
      build.by(checkThatTells('chaos', ['tsx/dist/cli.mjs', 'tests/chaos/run.ts', ...chaos])),
      build.by(inBrowser(playwright('journeys'))),
    ],
  ],
];

const print = (text: string) => process.stdout.write(`${text}\n`);
const { passed, failed } = await runPhases(phases, print);
print(`${passed} passed, ${failed} failed`);
process.exitCode = failed > 0 ? 1 : 0;
