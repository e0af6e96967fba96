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
import { drainAndSettle, killEvery, killServer, weightedOperations } from './operations.ts';
import { openBranch, type Simulation } from './simulation.ts';

const MOST_SHOWN = 20;
/** Whoever waits for a long day hears of it after so many operations. */
const STRETCH = 1_000;
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
/** In a browser a thing takes seconds, on a device without a screen a thousandth of that. */
const operations = Number(values.operations ?? (values.browser ? 200 : 10_000));

const print = (text: string) => process.stdout.write(`${text}\n`);

/** Lets things happen until as many have. @returns how often each did */
async function live(world: Simulation): Promise<Map<string, number>> {
  const { chance } = world.factory;
  const all = weightedOperations.reduce((sum, [share]) => sum + share, 0);
  const happened = new Map<string, number>();
  for (let count = 0; count < operations; ) {
    const desk = chance.pick(world.desks);
    let draw = chance.whole(1, all);
    const drawn = weightedOperations.find(([share]) => {
      draw -= share;
      return draw <= 0;
    });
    const [, name, deed] =
      chance.whole(1, killEvery) === 1 ? ([0, 'server killed', killServer] as const) : (drawn ?? []);
    if (!name || !deed) continue;
    const did = await deed(world, desk);
    if (!did && values.log) print(`nothing to do for desk ${desk.number}: ${name}`);
    if (!did) continue;
    count += 1;
    happened.set(name, (happened.get(name) ?? 0) + 1);
    if (count % STRETCH === 0 && count < operations)
      print(`  ${count} operations, ${Math.round(performance.now() / 1000)} s`);
    if (values.log)
      print(`${count} desk ${desk.number} (${desk.person}, ${desk.sky}): ${name}; ${traceOf(world)}`);
  }
  return happened;
}

async function inspect(world: Simulation): Promise<string[]> {
  const { office } = world;
  const records = new Map(
    await Promise.all(
      resourceNames.map(async (name) => [name, await office.all(resourceOf(name).path)] as const),
    ),
  );
  const months = pageOf(month).parse(await office.get(`${paths.months}?no_pagination=true`)).results;
  const rows = new Map(
    await Promise.all(world.desks.map(async ({ number, device }) => [number, await device.rows()] as const)),
  );
  return audit({ saved: world.ledger.all(), rows, records, months });
}

/** A few letters that are the same when the same things happened to the same writes, with the same end. */
function traceOf({ desks, ledger }: Simulation): string {
  const passed = desks.map(({ proxy }) =>
    proxy.passages.map(({ method, path, key, fault }) => [method, path, key, fault]),
  );
  const ends = ledger.all().map(({ device, seq, gone, done }) => [device, seq, gone, done?.id]);
  return createHash('sha256')
    .update(JSON.stringify([passed, ends]))
    .digest('hex')
    .slice(0, 12);
}

const listed = (counts: Iterable<readonly [string, number]>) =>
  [...counts]
    .sort(([a], [b]) => a.localeCompare(b))
    .map(([name, count]) => `${count} ${name}`)
    .join(', ');

function tell(world: Simulation, happened: Map<string, number>): void {
  const saved = world.ledger.all();
  const count = (suits: (one: (typeof saved)[number]) => unknown) => saved.filter(suits).length;
  const faults = new Map<string, number>();
  for (const { proxy } of world.desks) {
    for (const { fault } of proxy.passages) faults.set(fault, (faults.get(fault) ?? 0) + 1);
  }
  print(`  what happened: ${listed(happened)}`);
  print(`  what requests met: ${listed(faults)}`);
  print(
    `  ${saved.length} rows saved: ${count(({ done }) => done)} done, ${count(({ gone }) => gone)} taken back, ` +
      `${count(({ done, gone }) => !done && !gone)} shown with a reason; trace ${traceOf(world)}`,
  );
}

/** Lives the day on devices without a screen, and looks at what came of it. */
async function runDevices(): Promise<void> {
  const startedAt = performance.now();
  const { program, remove } = await buildDevice();
  const server = await startServer({ ACCESS_TOKEN_SECONDS: '600' });
  let world: Simulation | undefined;
  try {
    addPerson(server, second);
    await (await signedInApi(server.origin)).post(paths.months, { name: 'The first month' });
    world = await openBranch(seed, server, [firstUser, second], program);
    const happened = await live(world);
    await drainAndSettle(world);
    const problems = await inspect(world);
    tell(world, happened);
    for (const problem of problems.slice(0, MOST_SHOWN)) print(`  ✗ ${problem}`);
    if (problems.length > MOST_SHOWN) print(`  … and ${problems.length - MOST_SHOWN} more`);
    const seconds = Math.round((performance.now() - startedAt) / 1000);
    print(
      problems.length === 0
        ? `Nothing is lost and nothing is doubled (${seconds} s).`
        : `${problems.length} problems with seed ${seed} (${seconds} s).`,
    );
    process.exitCode = problems.length === 0 ? 0 : 1;
  } finally {
    for (const desk of world?.desks ?? []) {
      await desk.device.end();
      await desk.proxy.close();
    }
    await server.remove();
    remove();
  }
}

print(`Chaos with seed ${seed}, ${operations} operations.`);
if (values.browser) process.exitCode = await runScenario(seed, operations);
else await runDevices();
