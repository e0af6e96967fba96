import fc from 'fast-check';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signedInApi } from '../support/api.ts';
import { addPerson } from '../support/extra-users.ts';
import { firstUser, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { unseenChanges } from './audit-changes.ts';
import { auditPrints } from './audit-prints.ts';
import { drainAndSettle, OPERATION_RANGE, operationAt } from './operations.ts';
import { type Simulation, startSimulation } from './simulation.ts';
import { Trace } from './trace.ts';

/** Number of operations between two progress lines. */
const PROGRESS_STEP = 1_000;
/** Seconds that no run takes: a token that expired in real time would expire elsewhere in a second run. */
const DAY_S = 86_400;
const second = { email: 'second@example.com', password: 'second-password', branch: firstUser.branch };

/** True time at the start of all devices: in the morning, so that the same operations fall on the same days. */
const start = new Date().setUTCHours(8, 0, 0, 0);

/** Describes one random operation; its values are drawn from its own seed, so that it stays the same in a shorter run. */
export interface Step {
  /** See `operationAt`. */
  readonly operation: number;
  readonly device: number;
  readonly seed: number;
}

/** Draws a step. */
export const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.noBias(fc.nat({ max: OPERATION_RANGE - 1 })),
  device: fc.noBias(fc.nat({ max: 2 })),
  seed: fc.noBias(fc.nat({ max: 2 ** 31 - 1 })),
});

/** Performs the steps. @returns how often each operation was performed, by name */
async function performSteps(
  simulation: Simulation,
  { steps, print, log }: Run,
  trace: Trace,
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  let count = 0;
  for (const step of steps) {
    const device = simulation.devices[step.device];
    const { name, operation } = operationAt(step.operation);
    simulation.factory = branchFactory(step.seed);
    const performed = device !== undefined && (await operation(simulation, device));
    count += 1;
    if (performed) counts.set(name, (counts.get(name) ?? 0) + 1);
    trace.add(`${count} device ${step.device}: ${name}`, simulation);
    if (count % PROGRESS_STEP === 0 && count < steps.length)
      print(`  ${count} operations, ${Math.round(performance.now() / 1000)} s`);
    if (log && device)
      print(
        `${count} device ${device.number} (${device.user}, ${device.profile}): ${name}${performed ? '' : ', not applicable'}; ${trace.hash()}`,
      );
  }
  return counts;
}

/** Audits the result. @returns the problems, and all that is known about them */
async function auditSimulation(simulation: Simulation) {
  const { managerApi } = simulation;
  const records = new Map(
    await Promise.all(
      allResourceNames.map(async (name) => [name, await managerApi.all(resourceOf(name).path)] as const),
    ),
  );
  const months = pageOf(month).parse(await managerApi.get(`${paths.months}?no_pagination=true`)).results;
  const entries = new Map(
    await Promise.all(
      simulation.devices.map(async ({ number, process }) => [number, await process.entries()] as const),
    ),
  );
  // The whole history is answered with a filter only (decision 50).
  const history = [];
  for (const name of [...allResourceNames, 'month']) {
    const ofResource = await managerApi.get(`${HISTORY_PATH}?resource=${name}&no_pagination=true`);
    history.push(...pageOf(historyEntry).parse(ofResource).results);
  }
  const { restores, restoredRows } = simulation.log;
  const saved = simulation.log.all();
  const problems = [
    ...audit({ saved, entries, records, months, restores, restoredRows }),
    ...unseenChanges(history, saved),
    ...(await auditPrints(managerApi, saved, { records, restores })),
  ];
  const known = { saved, entries, records, history, restoredRows, tracked: simulation.records };
  return { problems, known };
}

const listed = (counts: Iterable<readonly [string, number]>) =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function printSummary(
  simulation: Simulation,
  counts: Map<string, number>,
  trace: Trace,
  print: Run['print'],
): void {
  const saved = simulation.log.all();
  const count = (matches: (entry: (typeof saved)[number]) => unknown) => saved.filter(matches).length;
  const faults = new Map<string, number>();
  for (const { proxy } of simulation.devices) {
    for (const { fault } of proxy.passages) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  }
  print(`  operations: ${listed(counts)}`);
  print(`  faults: ${listed(faults)}`);
  print(
    `  ${saved.length} entries saved: ${count(({ acknowledged }) => acknowledged)} done, ${count(({ removed }) => removed)} removed, ` +
      `${count(({ acknowledged, removed }) => !acknowledged && !removed)} shown with a reason; trace ${trace.hash()}`,
  );
}

/** Configures a run. */
export interface Run {
  /** Path of the devices' program. */
  readonly program: string;
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly print: (text: string) => void;
  /** Prints each operation. */
  readonly log?: boolean;
}

/** Performs the steps on simulated devices with a server of their own, and audits the result. */
export async function runOnDevices(run: Run) {
  const { seed, program, print } = run;
  const server = await startServer({ ACCESS_TOKEN_SECONDS: String(DAY_S) });
  let simulation: Simulation | undefined;
  try {
    addPerson(server, second);
    await (await signedInApi(server.origin)).post(paths.months, { name: 'The first month' });
    simulation = await startSimulation({ seed, server, program, start }, [firstUser, second]);
    const trace = new Trace();
    const counts = await performSteps(simulation, run, trace);
    simulation.factory = branchFactory(seed);
    await drainAndSettle(simulation);
    trace.add('the end', simulation);
    trace.addOutcomes(simulation);
    const audited = await auditSimulation(simulation);
    printSummary(simulation, counts, trace, print);
    return { ...audited, trace };
  } finally {
    for (const device of simulation?.devices ?? []) {
      await device.process.stop();
      await device.proxy.close();
    }
    await server.remove();
  }
}
