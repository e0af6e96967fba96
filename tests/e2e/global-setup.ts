import { prepareChromium } from '../support/find-chromium.ts';
import { startFromData } from '../support/prepared-data.ts';
import { startDemo, startServer } from '../support/running-server.ts';
import { shareServer } from '../support/shared-server.ts';

/** Names the environment variable with the demo's address. */
export const DEMO_ORIGIN = 'JOURNEYS_DEMO_ORIGIN';

/**
 * Prepares the data of a newly installed server once for all tests: creating a database takes three times as long as starting on one.
 * Also finds Chromium and starts the demo, which all workers share because no test changes it, and the server on which most files have a
 * branch of their own. Returns the teardown.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  prepareChromium();
  const [server, demo] = await Promise.all([startServer(), startDemo({ ACCESS_TOKEN_SECONDS: '36000' })]);
  await server.kill();
  startFromData(server.dataDir);
  const shared = await startServer();
  shareServer(shared);
  process.env[DEMO_ORIGIN] = demo.origin;
  return async () => {
    await Promise.all([server.remove(), shared.remove(), demo.remove()]);
  };
}
