import { readFileSync } from 'node:fs';
import { isAbsolute, relative } from 'node:path';
import { z } from 'zod';
import { projectRoot } from './project-root.ts';

/** A test file with the wall seconds of its tests. */
export interface FileTime {
  readonly file: string;
  readonly seconds: number;
}

export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
  /** Tests that passed only when they were repeated, with their first failure where the report has it. */
  readonly repeated: readonly string[];
  readonly files: readonly FileTime[];
}

const number = z.number();
const inProject = (path: string) => (isAbsolute(path) ? relative(projectRoot, path) : path);

/** A suite of Playwright's report: suites within suites, each test with the milliseconds of its attempts. */
interface PlaywrightSuite {
  readonly file: string;
  readonly suites: readonly PlaywrightSuite[];
  readonly specs: readonly {
    readonly tests: readonly { readonly results: readonly { readonly duration: number }[] }[];
  }[];
}
const playwrightSpec = z.object({
  tests: z.array(z.object({ results: z.array(z.object({ duration: number })) })),
});
const playwrightSuite: z.ZodType<PlaywrightSuite> = z.lazy(() =>
  z.object({
    file: z.string(),
    suites: z.array(playwrightSuite).default([]),
    specs: z.array(playwrightSpec).default([]),
  }),
);
const millisecondsOf = ({ suites, specs }: PlaywrightSuite): number =>
  suites.reduce((sum, suite) => sum + millisecondsOf(suite), 0) +
  specs
    .flatMap(({ tests }) => tests.flatMap(({ results }) => results))
    .reduce((sum, { duration }) => sum + duration, 0);

const vitestReport = z
  .object({
    numPassedTests: number,
    numFailedTests: number,
    numPendingTests: number,
    testResults: z.array(
      z.object({
        name: z.string(),
        startTime: number,
        endTime: number,
        status: z.string(),
        assertionResults: z.array(
          z.object({
            status: z.string(),
            fullName: z.string().default(''),
            failureMessages: z.array(z.string()).default([]),
          }),
        ),
      }),
    ),
  })
  .transform(({ numPassedTests, numFailedTests, numPendingTests, testResults }): Counts => {
    // A file that fails outside of its tests, such as one that does not load, counts as one failure.
    const failedFiles = testResults.filter(
      ({ status, assertionResults }) =>
        status === 'failed' && !assertionResults.some((test) => test.status === 'failed'),
    );
    return {
      passed: numPassedTests,
      failed: numFailedTests + failedFiles.length,
      skipped: numPendingTests,
      repeated: testResults
        .flatMap(({ assertionResults }) => assertionResults)
        .filter(({ status, failureMessages }) => status === 'passed' && failureMessages.length > 0)
        .map(({ fullName, failureMessages }) => `${fullName}\n${failureMessages[0]}`),
      files: testResults.map(({ name, startTime, endTime }) => ({
        file: inProject(name),
        seconds: (endTime - startTime) / 1000,
      })),
    };
  });

const playwrightReport = z
  .object({
    errors: z.array(z.unknown()),
    suites: z.array(playwrightSuite),
    stats: z.object({ expected: number, unexpected: number, flaky: number, skipped: number }),
  })
  .transform(
    ({ stats, errors, suites }): Counts => ({
      passed: stats.expected + stats.flaky,
      // Errors outside of tests count as failures.
      failed: stats.unexpected + errors.length,
      skipped: stats.skipped,
      repeated: stats.flaky > 0 ? [`${stats.flaky} tests, see test-results`] : [],
      files: suites.map((suite) => ({
        file: `tests/e2e/${suite.file}`,
        seconds: millisecondsOf(suite) / 1000,
      })),
    }),
  );

/** Kinds of reports: the arguments that have one written, and its counts. */
export const reports = {
  vitest: {
    args: (file: string) => ['--reporter=dot', '--reporter=json', `--outputFile.json=${file}`],
    counts: vitestReport,
  },
  playwright: {
    args: () => ['--reporter=line,json,./tests/e2e/page-at-failure.ts'],
    counts: playwrightReport,
  },
};

export const counts = (passed: number, failed: number): Counts => ({
  passed,
  failed,
  skipped: 0,
  repeated: [],
  files: [],
});

/** Counts a report. A missing or empty report is a failure, and so is an exit code without a failed test. */
export function countReport(report: keyof typeof reports, file: string, ok: boolean): Counts {
  try {
    const found = reports[report].counts.parse(JSON.parse(readFileSync(file, 'utf8')));
    return found.failed === 0 && (!ok || found.passed === 0) ? { ...found, failed: 1 } : found;
  } catch {
    return counts(0, 1);
  }
}
