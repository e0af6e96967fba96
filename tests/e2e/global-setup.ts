import { startFromData } from '../support/prepared-data.ts';
import { startDemo, startServer } from '../support/running-server.ts';

/** Names the variable with the address of the demo, for the processes of one run. */
export const DEMO_ORIGIN = 'JOURNEYS_DEMO_ORIGIN';

/**
 * Makes the data of a server that has just been started for the first time, once for all journeys: to make a database takes three times
 * as long as to start on one. Starts the demo as well, once for all workers: nothing changes its data. Playwright calls this before it
 * starts its workers, and what it answers after them.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.kill();
  startFromData(server.dataDir);
  const demo = await startDemo({ ACCESS_TOKEN_SECONDS: '36000' });
  process.env[DEMO_ORIGIN] = demo.origin;
  return async () => {
    await Promise.all([server.remove(), demo.remove()]);
  };
}
