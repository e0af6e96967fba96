import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { build, type SourceCopy } from '../support/source-copy.ts';

export interface NamedTest {
  readonly file: string;
  /** The beginning of its name. */
  readonly test: string;
}

interface Ran {
  readonly title: string;
  readonly passed: boolean;
}

const vitestReport = z
  .object({
    testResults: z.array(
      z.object({ assertionResults: z.array(z.object({ title: z.string(), status: z.string() })) }),
    ),
  })
  .transform(({ testResults }): Ran[] =>
    testResults
      .flatMap(({ assertionResults }) => assertionResults)
      .filter(({ status }) => status === 'passed' || status === 'failed')
      .map(({ title, status }) => ({ title, passed: status === 'passed' })),
  );

const suite = z.object({
  specs: z.array(z.object({ title: z.string(), ok: z.boolean() })),
  get suites() {
    return z.array(suite).default([]);
  },
});
type Suite = z.output<typeof suite>;

const specsOf = ({ specs, suites }: Suite): Ran[] => [
  ...specs.map(({ title, ok }) => ({ title, passed: ok })),
  ...suites.flatMap(specsOf),
];
const playwrightReport = z
  .object({ suites: z.array(suite) })
  .transform(({ suites }): Ran[] => suites.flatMap(specsOf));

async function runEndToEnd(copy: SourceCopy, file: string, pattern: string, report: string): Promise<Ran[]> {
  await build(copy, 'app');
  await build(copy, 'server');
  const args = ['test', file, '-g', pattern, '--workers=1', '--reporter=json'];
  await copy.run('@playwright/test/cli.js', args, { PLAYWRIGHT_JSON_OUTPUT_FILE: report });
  return playwrightReport.parse(JSON.parse(readFileSync(report, 'utf8')));
}

async function runUnit(copy: SourceCopy, file: string, pattern: string, report: string): Promise<Ran[]> {
  const [, folder = ''] = file.split('/');
  const project = file.endsWith('-long.test.ts') ? 'long' : folder;
  const args = [
    'run',
    '--project',
    project,
    file,
    '-t',
    pattern,
    '--reporter=json',
    `--outputFile=${report}`,
  ];
  await copy.run('vitest/vitest.mjs', args);
  return vitestReport.parse(JSON.parse(readFileSync(report, 'utf8')));
}

/**
 * Runs a test in a copy, in a browser for an end-to-end test.
 * @returns how many of this name passed and how many failed
 * @throws {Error} where the copy can't be built
 */
export async function runTest(copy: SourceCopy, { file, test }: NamedTest) {
  const report = join(copy.folder, 'report.json');
  rmSync(report, { force: true });
  const pattern = test.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  const run = file.endsWith('.e2e.ts') ? runEndToEnd : runUnit;
  const ran = (await run(copy, file, pattern, report)).filter(({ title }) => title.startsWith(test));
  const passed = ran.filter((one) => one.passed).length;
  return { passed, failed: ran.length - passed };
}
