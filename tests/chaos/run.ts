import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { signedInApi } from '../support/api.ts';
import { addPerson } from '../support/extra-users.ts';
import { firstUser, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { runScenario } from './browser/run-scenario.ts';
import { buildDevice } from './device-process.ts';
import { drainAndSettle, killServer, operationsPerServerKill, weightedOperations } from './operations.ts';
import { type Simulation, startSimulation } from './simulation.ts';

const MAX_PROBLEMS_SHOWN = 20;
/** Number of operations between two progress lines. */
const PROGRESS_STEP = 1_000;
const second = { email: 'second@example.com', password: 'second-password', branch: firstUser.branch };

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    operations: { type: 'string' },
    browser: { type: 'boolean', default: false },
    log: { type: 'boolean', default: false },
  },
});
const seed = Number(values.seed);
/** An operation takes seconds in a browser and milliseconds on a simulated device. */
const operations = Number(values.operations ?? (values.browser ? 200 : 10_000));

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Performs random operations. @returns how often each was performed, by name */
async function runOperations(simulation: Simulation): Promise<Map<string, number>> {
  const { chance } = simulation.factory;
  const totalWeight = weightedOperations.reduce((sum, [share]) => sum + share, 0);
  const counts = new Map<string, number>();
  for (let count = 0; count < operations; ) {
    const device = chance.pick(simulation.devices);
    let draw = chance.whole(1, totalWeight);
    const drawn = weightedOperations.find(([share]) => {
      draw -= share;
      return draw <= 0;
    });
    const [, name, operation] =
      chance.whole(1, operationsPerServerKill) === 1
        ? ([0, 'server killed', killServer] as const)
        : (drawn ?? []);
    if (!name || !operation) continue;
    const performed = await operation(simulation, device);
    if (!performed && values.log) print(`not applicable on device ${device.number}: ${name}`);
    if (!performed) continue;
    count += 1;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    if (count % PROGRESS_STEP === 0 && count < operations)
      print(`  ${count} operations, ${Math.round(performance.now() / 1000)} s`);
    if (values.log)
      print(
        `${count} device ${device.number} (${device.user}, ${device.profile}): ${name}; ${traceOf(simulation)}`,
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
  return audit({ saved: simulation.log.all(), entries, records, months });
}

/** Returns a short hash of all requests and outcomes, equal for equal runs. */
function traceOf({ devices, log }: Simulation): string {
  const requests = devices.map(({ proxy }) =>
    proxy.passages.map(({ method, path, key, fault }) => [method, path, key, fault]),
  );
  const outcomes = log
    .all()
    .map(({ device, seq, removed, acknowledged }) => [device, seq, removed, acknowledged?.id]);
  return createHash('sha256')
    .update(JSON.stringify([requests, outcomes]))
    .digest('hex')
    .slice(0, 12);
}

const listed = (counts: Iterable<readonly [string, number]>) =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function printSummary(simulation: Simulation, counts: Map<string, number>): void {
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
      `${count(({ acknowledged, removed }) => !acknowledged && !removed)} shown with a reason; trace ${traceOf(simulation)}`,
  );
}

/** Runs the operations on simulated devices and audits the result. */
async function runDevices(): Promise<void> {
  const startedAt = performance.now();
  const { program, remove } = await buildDevice();
  const server = await startServer({ ACCESS_TOKEN_SECONDS: '600' });
  let simulation: Simulation | undefined;
  try {
    addPerson(server, second);
    await (await signedInApi(server.origin)).post(paths.months, { name: 'The first month' });
    simulation = await startSimulation(seed, server, [firstUser, second], program);
    const counts = await runOperations(simulation);
    await drainAndSettle(simulation);
    const problems = await auditSimulation(simulation);
    printSummary(simulation, counts);
    for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) print(`  ✗ ${problem}`);
    if (problems.length > MAX_PROBLEMS_SHOWN) print(`  … and ${problems.length - MAX_PROBLEMS_SHOWN} more`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(
      problems.length === 0
        ? `Nothing lost, nothing duplicated (${seconds} s).`
        : `${problems.length} problems with seed ${seed} (${seconds} s).`,
    );
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    for (const device of simulation?.devices ?? []) {
      await device.process.stop();
      await device.proxy.close();
    }
    await server.remove();
    remove();
  }
}

print(`Chaos with seed ${seed}, ${operations} operations.`);
if (values.browser) process.exitCode = await runScenario(seed, operations);
else await runDevices();
