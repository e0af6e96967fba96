import { prepareChromium } from '../support/find-chromium.ts';
import { startFromData } from '../support/prepared-data.ts';
import { startServer } from '../support/running-server.ts';
import { shareServer } from '../support/shared-server.ts';

/**
 * Prepares the data of a newly installed server once for all tests: creating it takes several times as long as starting. Also finds
 * Chromium and starts the server on which most files have a branch of their own. Returns the teardown.
 */
export default async function prepareServer(): Promise<() => Promise<void>> {
  prepareChromium();
  const server = await startServer();
  await server.kill();
  startFromData(server.dataDir);
  const shared = await startServer();
  shareServer(shared);
  return async () => {
    await Promise.all([server.remove(), shared.remove()]);
  };
}
