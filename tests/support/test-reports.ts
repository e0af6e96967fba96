import { z } from 'zod';

/** How many tests passed, failed and were left out. */
export interface Counts {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

const vitestReport = z.object({
  testResults: z.array(
    z.object({ status: z.string(), assertionResults: z.array(z.object({ status: z.string() })) }),
  ),
});

/** Counts vitest's JSON report; a file that could not even be loaded counts as one failure. */
export function readVitestReport(text: string): Counts {
  const { testResults } = vitestReport.parse(JSON.parse(text));
  const statuses = testResults.flatMap(({ status, assertionResults }) => {
    const own = assertionResults.map((one) => one.status);
    return status === 'failed' && !own.includes('failed') ? [...own, 'failed'] : own;
  });
  return count(statuses, { passed: ['passed'], failed: ['failed'] });
}

const playwrightReport = z.object({
  errors: z.array(z.unknown()).default([]),
  stats: z.object({
    expected: z.number(),
    unexpected: z.number(),
    flaky: z.number(),
    skipped: z.number(),
  }),
});

/** Counts Playwright's JSON report; a test that passed only when tried again has failed. */
export function readPlaywrightReport(text: string): Counts {
  const { stats, errors } = playwrightReport.parse(JSON.parse(text));
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + errors.length,
    skipped: stats.skipped,
  };
}

function count(statuses: readonly string[], names: { passed: string[]; failed: string[] }): Counts {
  const passed = statuses.filter((status) => names.passed.includes(status)).length;
  const failed = statuses.filter((status) => names.failed.includes(status)).length;
  return { passed, failed, skipped: statuses.length - passed - failed };
}
