import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { paths } from '#contract/http.ts';
import { resources } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { createRandom } from '#server/demo/seeded-random.ts';
import { openDatabase } from '#server/postgres/open-database.ts';
import { projectRoot } from '../architecture/source-tree.ts';
import { tokensOfUsers } from '../support/extra-users.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { runClient } from './client.ts';
import { killPostgres } from './kill-postgres.ts';
import type { LoggedOperation, OperationLog } from './operation-log.ts';
import type { SharedRecords } from './operations.ts';
import { createSender, type Sender } from './sender.ts';
import { createTrafficGate, type TrafficGate } from './traffic-gate.ts';

const CLIENT_COUNT = 24;
/** As many that no client waits for another one of the same user. */
const USER_COUNT = 6;
/** Probability in percent that an unanswered write is retried; the others stay unacknowledged. */
const RETRY_PERCENT = 55;
/** Number of acknowledged writes between two kills. */
const WRITES_BETWEEN_KILLS = { least: 1, most: 80 };
const RESTART_TIMEOUT_MS = 60_000;
const MAX_PROBLEMS_SHOWN = 20;

const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '100' },
    database: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const kills = { server: Number(values.server), database: Number(values.database) };
const seed = Number(values.seed);
const random = createRandom(seed);
const log: OperationLog = [];
const restarts: number[] = [];

/** Returns the order of the kills, those of the database spread evenly. */
function* planKills(): Generator<'server' | 'database'> {
  const all = kills.server + kills.database;
  for (let at = 0; at < all; at++) {
    const before = Math.floor((at * kills.database) / all);
    yield Math.floor(((at + 1) * kills.database) / all) > before ? 'database' : 'server';
  }
}

async function waitUntilHealthy(origin: string): Promise<void> {
  const until = Date.now() + RESTART_TIMEOUT_MS;
  for (;;) {
    const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > until) throw new Error('The server did not recover after its database was killed.');
    await sleep(10);
  }
}

/** Waits for further acknowledged writes, so that kills hit random moments of the writes in flight. */
async function waitForAcknowledged(more: number): Promise<void> {
  const acknowledged = () => log.reduce((sum, { outcome }) => sum + (outcome === 'acknowledged' ? 1 : 0), 0);
  const enough = acknowledged() + more;
  for (const until = Date.now() + RESTART_TIMEOUT_MS; acknowledged() < enough; ) {
    if (Date.now() > until) throw new Error('The server no longer acknowledges writes.');
    await sleep(random.whole(1, 15));
  }
}

async function performKills(server: RunningServer, gate: TrafficGate): Promise<void> {
  for (const victim of planKills()) {
    await waitForAcknowledged(random.whole(WRITES_BETWEEN_KILLS.least, WRITES_BETWEEN_KILLS.most));
    gate.close();
    const since = Date.now();
    if (victim === 'server') {
      await server.kill('SIGKILL');
      await server.start();
    } else {
      killPostgres(server.dataDir, random);
      await waitUntilHealthy(server.origin);
    }
    restarts.push(Date.now() - since);
    gate.open();
  }
}

/** Copies the build, so that a new build cannot change the server between two starts. Stays in the project, where packages resolve. */
function copyBuild(): string {
  const built = join(projectRoot, 'dist', 'server');
  if (!existsSync(built)) throw new Error('dist/server does not exist: run "npm run build" first.');
  const copy = join(projectRoot, 'node_modules', '.cache', `killed-server-${process.pid}`);
  cpSync(built, copy, { recursive: true });
  return copy;
}

/** Creates a month and the records that all clients write concurrently. */
async function createSharedRecords({ send }: Sender): Promise<SharedRecords> {
  const factory = branchFactory(seed);
  const idOf = async (entry: Promise<LoggedOperation>) => String((await entry).answer?.id);
  await send('month', 'POST', paths.months, { name: 'The first' });
  const student = await idOf(send('student', 'POST', resources.student.path, factory.student()));
  const body = factory.enrolment('adult-course', student, { price: '20000', paid_amount: '0' });
  const enrolment = await idOf(send('enrolment', 'POST', resources['adult-course'].path, body));
  const book = await idOf(send('book', 'POST', resources.book.path, factory.book()));
  return { enrolment, book, student };
}

async function runUnderLoad(server: RunningServer): Promise<void> {
  const tokens = await tokensOfUsers(server, USER_COUNT);
  const gate = createTrafficGate();
  const sender = (senderSeed: number) =>
    createSender({
      origin: server.origin,
      access: tokens[senderSeed % USER_COUNT] ?? '',
      log,
      gate,
      random: createRandom(senderSeed),
      retryPercent: RETRY_PERCENT,
    });
  const shared = await createSharedRecords(sender(seed));
  let stopped = false;
  const clients = Array.from({ length: CLIENT_COUNT }, (_, index) =>
    runClient({
      sender: sender(seed + index + 1),
      seed: seed + index + 1,
      shared,
      togglesMonths: index === 0,
      isStopped: () => stopped,
    }),
  );
  try {
    await performKills(server, gate);
  } finally {
    stopped = true;
    gate.open();
    await Promise.all(clients);
  }
}

async function auditServer(server: RunningServer) {
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, { attach: true });
  const pool = new pg.Pool(database.owner);
  try {
    return await audit(async (text, values) => (await pool.query(text, values)).rows, log);
  } finally {
    await pool.end();
    await database.stop();
  }
}

const startedAt = Date.now();
print(
  `Seed ${seed}: ${kills.server} kills of the server and ${kills.database} of its database under ${CLIENT_COUNT} clients.`,
);
const build = copyBuild();
const server = await startServer({ ACCESS_TOKEN_SECONDS: '36000', LOG_LEVEL: 'fatal' }, build);
try {
  await runUnderLoad(server);
  // Restarts once more cleanly, as after a night.
  await server.kill();
  await server.start();
} catch (error) {
  await server.kill();
  rmSync(build, { recursive: true, force: true });
  print(`Aborted with seed ${seed}; the data are kept in ${server.dataDir}.`);
  throw error;
}
const result = await auditServer(server);
const seconds = Math.round((Date.now() - startedAt) / 1000);
for (const problem of result.problems.slice(0, MAX_PROBLEMS_SHOWN)) print(problem);
print(
  `${result.problems.length === 0 ? 'Nothing lost, nothing duplicated' : `${result.problems.length} problems`} after ${kills.server} kills of the server and ${kills.database} of its database (seed ${seed}): ` +
    `${result.acknowledged} writes acknowledged, ${result.refused} refused, ${result.unknown} without an answer, ${result.unknownButPerformed} of them performed once; ` +
    `sent ${log.reduce((sum, entry) => sum + entry.attempts, 0)} times; restarted within ${Math.max(...restarts)} ms; ${seconds} s.`,
);
if (result.problems.length > 0) {
  await server.kill();
  rmSync(build, { recursive: true, force: true });
  print(`The data are kept in ${server.dataDir}.`);
  process.exit(1);
}
await server.remove();
rmSync(build, { recursive: true, force: true });
