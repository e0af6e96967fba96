import { type Browser, test } from '@playwright/test';
import { type Api, signedInApi } from '../support/api.ts';
import { letFirefoxFill } from '../support/browser.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { type OwnBranch, ownBranch } from '../support/shared-server.ts';

/** The branch of the present file, its manager's API and a proxy in front of it, set by `withBranch`. */
export let branch: OwnBranch;
export let api: Api;
export let proxy: FaultProxy;

export function withBranch(begin?: (given: { browser: Browser }) => Promise<unknown>): void {
  test.beforeAll(async ({ browser }) => {
    branch = await ownBranch();
    api = await signedInApi(branch.origin, branch.user);
    proxy = await startFaultProxy(branch.origin);
    await begin?.({ browser });
  });
  if (process.env.ENGINE === 'firefox') test.beforeEach(({ context }) => letFirefoxFill(context));
  test.afterAll(() => proxy?.close());
}
