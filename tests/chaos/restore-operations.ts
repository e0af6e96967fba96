import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { administer } from '../support/extra-users.ts';
import type { ChaosOperation } from './record-operations.ts';
import { collectAcknowledged, type Simulation } from './simulation.ts';

const backupFile = ({ server }: Simulation) => join(server.dataDir, 'chaos.backup');

/** Backs the running server up; the file of the last time is replaced. */
export const backUp: ChaosOperation = async (simulation) => {
  for (const device of simulation.devices) await collectAcknowledged(simulation, device);
  administer(simulation.server, ['backup', backupFile(simulation), '--force']);
  simulation.hasBackup = true;
  simulation.log.backedUp();
  return true;
};

/** Restores the last backup into a new database, as after the loss of the server's disk. */
export const restoreBackup: ChaosOperation = async (simulation) => {
  if (!simulation.hasBackup) return false;
  const { server, managerApi, log, records } = simulation;
  for (const device of simulation.devices) await collectAcknowledged(simulation, device);
  await server.kill();
  // Its connections are gone.
  simulation.late.length = 0;
  rmSync(join(server.dataDir, 'database'), { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  administer(server, ['restore', backupFile(simulation)]);
  await server.start();
  const rows = new Map(
    await Promise.all(
      allResourceNames.map(async (name) => [name, await managerApi.all(resourceOf(name).path)] as const),
    ),
  );
  log.restored(rows);
  // The backup may not know the sessions of today: who signs in next does so with a password.
  for (const device of simulation.devices) device.tokens.clear();
  for (const record of records) {
    if (!record.isAcknowledged) continue;
    const isThere = rows.get(record.resource)?.some(({ id }) => id === record.id) ?? false;
    if (isThere) delete record.deleted;
    else if (!record.deleted) record.isAcknowledged = false;
  }
  return true;
};
