import { describe, expect, it } from 'vitest';
import { readPlaywrightReport, readVitestReport } from './test-reports.ts';

const file = (status: string, ...tests: string[]) => ({
  status,
  assertionResults: tests.map((one) => ({ status: one })),
});
const vitestSays = (...testResults: unknown[]) => readVitestReport(JSON.stringify({ testResults }));

describe("vitest's report", () => {
  it('is counted test by test', () =>
    expect(
      vitestSays(file('passed', 'passed', 'passed'), file('failed', 'failed', 'passed', 'skipped')),
    ).toEqual({
      passed: 3,
      failed: 1,
      skipped: 1,
    }));

  it('counts a file that could not be loaded', () =>
    expect(vitestSays(file('failed'), file('passed', 'passed'))).toMatchObject({ passed: 1, failed: 1 }));

  it('counts a file whose set-up failed after its tests', () =>
    expect(vitestSays(file('failed', 'passed'))).toMatchObject({ passed: 1, failed: 1 }));

  it.each(['', '{}', '<html>'])('is not %j', (text) => expect(() => readVitestReport(text)).toThrow());
});

describe("Playwright's report", () => {
  const stats = { expected: 5, unexpected: 0, flaky: 0, skipped: 0 };

  it('is counted', () =>
    expect(readPlaywrightReport(JSON.stringify({ stats, errors: [] }))).toEqual({
      passed: 5,
      failed: 0,
      skipped: 0,
    }));

  it('counts a flaky test and an error outside tests as failures', () =>
    expect(
      readPlaywrightReport(JSON.stringify({ stats: { ...stats, flaky: 1, unexpected: 2 }, errors: [{}] })),
    ).toMatchObject({ passed: 5, failed: 4 }));
});
