import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    /** What the page tried although the security policy forbids it. */
    forbiddenTries?: string[];
  }
}

/** Has every page of this browser remember what it tries against the security policy; tries that are caught leave no other trace. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const tries: string[] = [];
    window.forbiddenTries = tries;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      tries.push(`${effectiveDirective}: ${blockedURI} by ${sourceFile}`);
    });
  });
}

/** Nothing of this page was held back by the security policy since it was loaded. */
export async function expectPolicyKept(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => window.forbiddenTries), `${where}: held back by the policy`).toEqual([]);
}
