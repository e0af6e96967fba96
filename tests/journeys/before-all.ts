import { startFromData } from '../support/prepared-data.ts';
import { startServer } from '../support/running-server.ts';

/**
 * Makes the data of a server that has just been started for the first time, once for all journeys: to make a database takes three times
 * as long as to start on one. Playwright calls this before it starts its workers, and what it answers after them.
 */
export default async function prepareData(): Promise<() => Promise<void>> {
  const server = await startServer();
  await server.kill();
  startFromData(server.dataDir);
  return () => server.remove();
}
