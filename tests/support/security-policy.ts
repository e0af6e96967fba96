import { type BrowserContext, expect, type Page } from '@playwright/test';

declare global {
  interface Window {
    forbiddenTries?: string[];
  }
}

/** Records content security policy violations in every page of the browser. */
export async function watchPolicy(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const tries: string[] = [];
    window.forbiddenTries = tries;
    document.addEventListener('securitypolicyviolation', ({ effectiveDirective, blockedURI, sourceFile }) => {
      tries.push(`${effectiveDirective}: ${blockedURI} by ${sourceFile}`);
    });
  });
}

/** Expects no content security policy violation since the page was loaded. */
export async function expectPolicyKept(page: Page, where: string): Promise<void> {
  expect(await page.evaluate(() => window.forbiddenTries), `${where}: held back by the policy`).toEqual([]);
}
