import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { HISTORY_PATH, historyEntry } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { RECEIPTS_PATH, receipt } from '#contract/receipts.ts';
import { allResourceNames, RECEIPT_PRINT } from '#contract/resource-names.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { type Api, signedInApi } from '../support/api.ts';
import { addPerson } from '../support/extra-users.ts';
import { firstUser, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { unseenChanges } from './audit-changes.ts';
import type { Rows, SavedMutation } from './operation-log.ts';
import { drainAndSettle, OPERATION_RANGE, operationAt } from './operations.ts';
import { type Simulation, startSimulation } from './simulation.ts';

/** Records what happened in each step of a run: all requests with their faults and answers, and all outcomes. */
class Trace {
  readonly #steps: string[] = [];
  readonly #seen = new Map<number, number>();
  readonly #hash = createHash('sha256');
  /** Numbers the ids that a restored server has given: they depend on the time of the restore. */
  readonly #laterIds = new Map<string, number>();

  add(step: string, { devices }: Simulation): void {
    const requests = devices.flatMap(({ number, proxy }) => {
      const passages = proxy.passages.slice(this.#seen.get(number) ?? 0);
      this.#seen.set(number, proxy.passages.length);
      return passages.map(
        ({ method, path, key = '', fault, status = '' }) =>
          `  device ${number}: ${method} ${path} ${key} ${fault} ${status}`,
      );
    });
    this.#addText([step, ...requests].join('\n'));
  }

  addOutcomes({ log }: Simulation): void {
    const outcomes = log.all().map(({ device, seq, removed = '', acknowledged }) => {
      const { id = '', result } = acknowledged ?? {};
      return `  device ${device}, entry ${seq}: ${removed} ${id} ${result?.id ?? ''}`;
    });
    this.#addText(['outcomes', ...outcomes].join('\n'));
  }

  #addText(given: string): void {
    const text = given.replace(/\b[1-9]\d{9,}\b/g, (id) => {
      const number = this.#laterIds.get(id) ?? this.#laterIds.size;
      this.#laterIds.set(id, number);
      return `later id ${number}`;
    });
    this.#steps.push(text);
    this.#hash.update(text);
  }

  hash(): string {
    return this.#hash.copy().digest('hex').slice(0, 12);
  }

  /** Returns the first step in which another run differs, from both runs; undefined if they are equal. */
  differenceFrom(other: Trace): string | undefined {
    const length = Math.max(this.#steps.length, other.#steps.length);
    for (let at = 0; at < length; at++) {
      const [one, two] = [this.#steps[at], other.#steps[at]];
      if (one !== two) return `step ${at + 1} of the first run:\n${one}\nof the second run:\n${two}`;
    }
    return undefined;
  }
}

function printsByRecord(prints: readonly SavedMutation[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { mutations } of prints) {
    const { resource, record } = mutations[0]?.body ?? {};
    const name = `${String(resource)} ${String(record)}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  return counts;
}

/** Checks that each print of a receipt that a device was told of is counted once. */
async function auditPrints(
  api: Api,
  saved: readonly SavedMutation[],
  { records, restores }: { readonly records: Rows; readonly restores: number },
): Promise<string[]> {
  const prints = saved.filter(({ mutations }) => mutations[0]?.resource === RECEIPT_PRINT);
  const acknowledged = prints.filter((print) => print.acknowledged);
  const sure = printsByRecord(acknowledged.filter(({ acknowledgedIn }) => acknowledgedIn === restores));
  // An attempt that was given up may have arrived.
  const possible = printsByRecord(prints.filter((print) => print.acknowledged || print.removed));
  const existing = [...records].flatMap(([resource, rows]) =>
    rows.map(({ id }) => `${resource} ${String(id)}`),
  );
  const problems: string[] = [];
  // Reads one after the other: hundreds at once are refused to one user (decision 50).
  for (const name of existing) {
    const [resource, id] = name.split(' ');
    const [least, highest] = [sure.get(name) ?? 0, possible.get(name) ?? 0];
    if (highest === 0 || !isResourceName(resource)) continue;
    const found = receipt.parse(await api.get(`${RECEIPTS_PATH}?resource=${resource}&id=${id}`)).prints;
    if (found > highest || found < least)
      problems.push(`the receipt of ${name} counts ${found} prints, and devices made ${least}`);
  }
  return problems;
}

const PROGRESS_STEP = 1_000;
/** Seconds that no run takes: a token that expired in real time would expire elsewhere in a second run. */
const DAY_S = 86_400;
const second = { email: 'second@example.com', password: 'second-password', branch: firstUser.branch };

/** True time at the start of all devices: in the morning, so that the same operations fall on the same days. */
const start = new Date().setUTCHours(8, 0, 0, 0);

/** Describes one random operation; its values are drawn from its own seed, so that it stays the same in a shorter run. */
export interface Step {
  readonly operation: number;
  readonly device: number;
  readonly seed: number;
}

export const anyStep: fc.Arbitrary<Step> = fc.record({
  operation: fc.noBias(fc.nat({ max: OPERATION_RANGE - 1 })),
  device: fc.noBias(fc.nat({ max: 2 })),
  seed: fc.noBias(fc.nat({ max: 2 ** 31 - 1 })),
});

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

export interface Run {
  readonly program: string;
  readonly seed: number;
  readonly steps: readonly Step[];
  readonly print: (text: string) => void;
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
