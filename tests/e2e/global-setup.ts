import { startFromData } from '../support/prepared-data.ts';
import { prepareDemo, startDemo } from '../support/running-server.ts';
import prepareServer from './prepare-server.ts';

/** Names the environment variable with the demo's address. */
export const DEMO_ORIGIN = 'JOURNEYS_DEMO_ORIGIN';

/** Starts the demo, which all workers share because no test changes it, beside the server. Returns the teardown. */
export default async function prepareData(): Promise<() => Promise<void>> {
  const withDemo = async () => {
    const filled = await prepareDemo();
    startFromData(filled.dataDir, 'demo');
    return { filled, demo: await startDemo({ ACCESS_TOKEN_SECONDS: '36000' }) };
  };
  const [removeServer, { filled, demo }] = await Promise.all([prepareServer(), withDemo()]);
  process.env[DEMO_ORIGIN] = demo.origin;
  return async () => {
    await Promise.all([removeServer(), demo.remove()]);
    filled.remove();
  };
}
