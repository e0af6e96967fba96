import { afterAll, beforeAll } from 'vitest';
import { type Api, signedInApi } from '../support/api.ts';
import { type FaultProxy, startFaultProxy } from '../support/fault-proxy.ts';
import { prepareEngines } from '../support/find-engines.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import type { Driver } from './browser-tab.ts';
import { Desk } from './desk.ts';

/** The desk of the present file, its manager's API and the proxy between desk and server, set by `withDesk`. */
export let desk: Desk;
export let api: Api;
export let proxy: FaultProxy;

/** Gives the tests of this file a server and a tab of a new profile. @param start a browser of the engine */
export function withDesk(start: () => Promise<Driver>): void {
  let server: RunningServer;
  beforeAll(async () => {
    prepareEngines();
    server = await startServer();
    api = await signedInApi(server.origin);
    proxy = await startFaultProxy(server.origin);
    desk = new Desk(await start(), proxy.origin);
  });
  afterAll(async () => {
    await desk?.driver.close();
    await proxy?.close();
    await server?.remove();
  });
}
