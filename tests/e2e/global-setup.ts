import { prepareChromium } from '../support/find-chromium.ts';
import { startFromData } from '../support/prepared-data.ts';
import { prepareDemo, startDemo, startServer } from '../support/running-server.ts';
import { shareServer } from '../support/shared-server.ts';

/** Names the environment variable with the demo's address. */
export const DEMO_ORIGIN = 'JOURNEYS_DEMO_ORIGIN';

/**
 * Prepares the data of a newly installed server and of the demo once for all tests: creating it takes several times as long as starting.
 * Also finds Chromium and starts the demo, which all workers share because no test changes it, and the server on which most files have a
 * branch of their own. Returns the teardown.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  prepareChromium();
  const withServer = async () => {
    const server = await startServer();
    await server.kill();
    startFromData(server.dataDir);
    return { server, shared: await startServer() };
  };
  const withDemo = async () => {
    const filled = await prepareDemo();
    startFromData(filled.dataDir, 'demo');
    return { filled, demo: await startDemo({ ACCESS_TOKEN_SECONDS: '36000' }) };
  };
  const [{ server, shared }, { filled, demo }] = await Promise.all([withServer(), withDemo()]);
  shareServer(shared);
  process.env[DEMO_ORIGIN] = demo.origin;
  return async () => {
    await Promise.all([server.remove(), shared.remove(), demo.remove()]);
    filled.remove();
  };
}
