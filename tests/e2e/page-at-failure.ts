import { readFileSync } from 'node:fs';
import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Name of the attachment in which Playwright describes the page of a failed test. */
const ATTACHMENT = 'error-context';

/** Prints the accessibility tree of the page at which a test failed, for the log of a machine that is gone then. */
export default class PageAtFailure implements Reporter {
  onTestEnd(test: TestCase, { attachments, status }: TestResult): void {
    if (status === test.expectedStatus) return;
    for (const { name, path, body } of attachments) {
      if (name !== ATTACHMENT) continue;
      const text = body?.toString() ?? (path === undefined ? '' : readFileSync(path, 'utf8'));
      const tree = /```yaml\n(.*?)```/s.exec(text)?.[1] ?? text;
      process.stdout.write(`\n${test.title}: the page at the failure\n${tree}\n`);
    }
  }

  printsToStdio(): boolean {
    return false;
  }
}
