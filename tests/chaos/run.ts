import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { signedInApi } from '../support/api.ts';
import { addPerson } from '../support/extra-users.ts';
import { checkSequences } from '../support/property.ts';
import { firstUser, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { unseenChanges } from './audit-changes.ts';
import { runScenario } from './browser/run-scenario.ts';
import { buildDevice } from './device-process.ts';
import { drainAndSettle, OPERATION_RANGE, operationAt } from './operations.ts';
import { type Simulation, startSimulation } from './simulation.ts';
import { Trace } from './trace.ts';

const MAX_PROBLEMS_SHOWN = 20;
/** Number of operations between two progress lines. */
const PROGRESS_STEP = 1_000;
/** Seconds that no run takes: a token that expired in real time would expire elsewhere in a second run. */
const DAY_S = 86_400;
const second = { email: 'second@example.com', password: 'second-password', branch: firstUser.branch };

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operations: { type: 'string' },
    browser: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
    /** Runs the operations twice, and fails unless both have the same trace. */
    twice: { type: 'boolean', default: false },
    /** Minutes in which the operations of a failing run are reduced to the few that it takes. */
    shrink: { type: 'string', default: '0' },
  },
});
const seed = Number(values.seed);
/** An operation takes seconds in a browser and milliseconds on a simulated device. */
const operations = Number(values.operations ?? (values.browser ? 200 : 10_000));
const shrinkTime = Number(values.shrink) * 60_000;

/** True time at the start of all devices: in the morning, so that the same operations fall on the same days. */
const start = new Date().setUTCHours(8, 0, 0, 0);

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Describes one random operation; its values are drawn from its own seed, so that it stays the same in a shorter run. */
interface Step {
  /** See `operationAt`. */
  readonly operation: number;
  readonly device: number;
  readonly seed: number;
}

const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.noBias(fc.nat({ max: OPERATION_RANGE - 1 })),
  device: fc.noBias(fc.nat({ max: 2 })),
  seed: fc.noBias(fc.nat({ max: 2 ** 31 - 1 })),
});

/** Performs the steps. @returns how often each operation was performed, by name */
async function performSteps(
  simulation: Simulation,
  steps: readonly Step[],
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
    if (values.log && device)
      print(
        `${count} device ${device.number} (${device.user}, ${device.profile}): ${name}${performed ? '' : ', not applicable'}; ${trace.hash()}`,
      );
  }
  return counts;
}

async function auditSimulation(simulation: Simulation): Promise<string[]> {
  const { managerApi } = simulation;
  const records = new Map(
    await Promise.all(
      resourceNames.map(async (name) => [name, await managerApi.all(resourceOf(name).path)] as const),
    ),
  );
  const months = pageOf(month).parse(await managerApi.get(`${paths.months}?no_pagination=true`)).results;
  const entries = new Map(
    await Promise.all(
      simulation.devices.map(async ({ number, process }) => [number, await process.entries()] as const),
    ),
  );
  const history = [];
  for (const name of [...resourceNames, 'month']) {
    const ofResource = await managerApi.get(`${HISTORY_PATH}?resource=${name}&no_pagination=true`);
    history.push(...pageOf(historyEntry).parse(ofResource).results);
  }
  const { restores, restoredRows } = simulation.log;
  const saved = simulation.log.all();
  return [
    ...audit({ saved, entries, records, months, restores, restoredRows }),
    ...unseenChanges(history, saved, serverIdsOf(simulation)),
  ];
}

const serverIdsOf = ({ records }: Simulation) =>
  new Map(
    records.flatMap(({ resource, temporaryId, serverId, formerIds }) =>
      serverId === undefined
        ? []
        : [temporaryId, ...formerIds.map((id) => `${resource} ${id}`)].map((id) => [id, serverId] as const),
    ),
  );

const listed = (counts: Iterable<readonly [string, number]>) =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function printSummary(simulation: Simulation, counts: Map<string, number>, trace: Trace): void {
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

/** Performs the steps on simulated devices with a server of their own, and audits the result. */
async function runOnDevices(program: string, steps: readonly Step[]) {
  const server = await startServer({ ACCESS_TOKEN_SECONDS: String(DAY_S) });
  let simulation: Simulation | undefined;
  try {
    addPerson(server, second);
    await (await signedInApi(server.origin)).post(paths.months, { name: 'The first month' });
    simulation = await startSimulation({ seed, server, program, start }, [firstUser, second]);
    const trace = new Trace();
    const counts = await performSteps(simulation, steps, trace);
    simulation.factory = branchFactory(seed);
    await drainAndSettle(simulation);
    trace.add('the end', simulation);
    trace.addOutcomes(simulation);
    const problems = await auditSimulation(simulation);
    printSummary(simulation, counts, trace);
    return { problems, trace };
  } finally {
    for (const device of simulation?.devices ?? []) {
      await device.process.stop();
      await device.proxy.close();
    }
    await server.remove();
  }
}

/** Runs random steps and throws if the audit finds problems; a failing run is reduced to the few steps that it takes. */
async function runDevices(): Promise<void> {
  const startedAt = performance.now();
  const seconds = () => Math.round((performance.now() - startedAt) / 1000);
  const { program, remove } = await buildDevice();
  let fewest: readonly Step[] = [];
  let found = 0;
  try {
    await checkSequences(anyStep, { runs: 1, length: operations, seed, shrinkTime }, async (steps) => {
      const { problems, trace } = await runOnDevices(program, steps);
      const difference = values.twice && (await runOnDevices(program, steps)).trace.differenceFrom(trace);
      if (difference) problems.push(`a second run of the same operations differs, in ${difference}`);
      if (problems.length === 0) return;
      fewest = steps;
      found = problems.length;
      for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) print(`  ✗ ${problem}`);
      if (problems.length > MAX_PROBLEMS_SHOWN) print(`  … and ${problems.length - MAX_PROBLEMS_SHOWN} more`);
      throw new Error(`${problems.length} problems after ${steps.length} operations`);
    });
    print(`Nothing lost, nothing duplicated, nothing overwritten or deleted unseen (${seconds()} s).`);
  } catch (error) {
    if (shrinkTime > 0)
      for (const { operation, device, seed: own } of fewest)
        print(`  device ${device}: ${operationAt(operation).name} (${own})`);
    if (found === 0) throw error;
    print(`${found} problems after ${fewest.length} operations with seed ${seed} (${seconds()} s).`);
    process.exitCode = 1;
  } finally {
    remove();
  }
}

print(`Chaos with seed ${seed}, ${operations} operations.`);
if (values.browser) process.exitCode = await runScenario(seed, operations);
else await runDevices();
