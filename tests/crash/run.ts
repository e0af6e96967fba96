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
import { signedInTokens } from '../support/api.ts';
import { type RunningServer, startServer } from '../support/running-server.ts';
import { audit } from './audit.ts';
import { runClient } from './client.ts';
import { killPostgres } from './kill-postgres.ts';
import type { LoggedOperation, OperationLog } from './operation-log.ts';
import type { SharedRecords } from './operations.ts';
import { createSender, type Sender } from './sender.ts';
import { createTrafficGate, type TrafficGate } from './traffic-gate.ts';

const CLIENTS = 24;
/** In a hundred: how often a write without an answer is sent again. The others stay unacknowledged. */
const SENDS_AGAIN = 55;
/** How many writes are acknowledged between two kills. */
const UNDISTURBED = { least: 1, most: 80 };
const BACK_WITHIN_MS = 60_000;
const MOST_SHOWN = 20;

const print = (text: string) => process.stdout.write(`${text}\n`);

const { values } = parseArgs({
  options: {
    server: { type: 'string', default: '100' },
    database: { type: 'string', default: '20' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  },
});
const wanted = { server: Number(values.server), database: Number(values.database) };
const seed = Number(values.seed);
const chance = createRandom(seed);
const ledger: OperationLog = [];
const restarts: number[] = [];

/** The database's kills spread evenly among those of the server. */
function* plan(): Generator<'server' | 'database'> {
  const all = wanted.server + wanted.database;
  for (let at = 0; at < all; at++) {
    const before = Math.floor((at * wanted.database) / all);
    yield Math.floor(((at + 1) * wanted.database) / all) > before ? 'database' : 'server';
  }
}

async function healthy(origin: string): Promise<void> {
  const until = Date.now() + BACK_WITHIN_MS;
  for (;;) {
    const answer = await fetch(`${origin}/api/health`).catch(() => undefined);
    if (answer?.status === 200) return;
    if (Date.now() > until) throw new Error('The server did not come back after its database was killed.');
    await sleep(10);
  }
}

/** A kill comes at no particular moment of the writes that are under way then. */
async function untilAcknowledged(more: number): Promise<void> {
  const acknowledged = () => ledger.reduce((sum, { fate }) => sum + (fate === 'acknowledged' ? 1 : 0), 0);
  const enough = acknowledged() + more;
  for (const until = Date.now() + BACK_WITHIN_MS; acknowledged() < enough; ) {
    if (Date.now() > until) throw new Error('The server acknowledges nothing any more.');
    await sleep(chance.whole(1, 15));
  }
}

async function killAll(server: RunningServer, gate: TrafficGate): Promise<void> {
  for (const victim of plan()) {
    await untilAcknowledged(chance.whole(UNDISTURBED.least, UNDISTURBED.most));
    gate.shut();
    const since = Date.now();
    if (victim === 'server') {
      await server.kill('SIGKILL');
      await server.start();
    } else {
      killPostgres(server.dataDir, chance);
      await healthy(server.origin);
    }
    restarts.push(Date.now() - since);
    gate.open();
  }
}

/** A build made meanwhile must not change the server between two starts. It stays inside the project, where its packages are found. */
function copyOfBuild(): string {
  const built = join(projectRoot, 'dist', 'server');
  if (!existsSync(built)) throw new Error('There is no dist/server: run "npm run build" first.');
  const copy = join(projectRoot, 'node_modules', '.cache', `killed-server-${process.pid}`);
  cpSync(built, copy, { recursive: true });
  return copy;
}

/** A month, and what all clients will write to at once. */
async function openDesk({ send }: Sender): Promise<SharedRecords> {
  const factory = branchFactory(seed);
  const idOf = async (entry: Promise<LoggedOperation>) => String((await entry).answer?.id);
  await send('month', 'POST', paths.months, { name: 'The first' });
  const student = await idOf(send('student', 'POST', resources.student.path, factory.student()));
  const dear = factory.enrolment('adult-course', student, { price: '20000', paid_amount: '0' });
  const enrolment = await idOf(send('enrolment', 'POST', resources['adult-course'].path, dear));
  const book = await idOf(send('book', 'POST', resources.book.path, factory.book()));
  return { enrolment, book, student };
}

async function underLoad(server: RunningServer): Promise<void> {
  const { access } = await signedInTokens(server.origin);
  const gate = createTrafficGate();
  const sender = (own: number) =>
    createSender({
      origin: server.origin,
      access,
      ledger,
      gate,
      chance: createRandom(own),
      sendsAgain: SENDS_AGAIN,
    });
  const shared = await openDesk(sender(seed));
  let over = false;
  const clients = Array.from({ length: CLIENTS }, (_, index) =>
    runClient({
      sender: sender(seed + index + 1),
      seed: seed + index + 1,
      shared,
      endsMonths: index === 0,
      isOver: () => over,
    }),
  );
  try {
    await killAll(server, gate);
  } finally {
    over = true;
    gate.open();
    await Promise.all(clients);
  }
}

async function auditOf(server: RunningServer) {
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, { attach: true });
  const pool = new pg.Pool(database.owner);
  try {
    return await audit(async (text, values) => (await pool.query(text, values)).rows, ledger);
  } finally {
    await pool.end();
    await database.stop();
  }
}

const startedAt = Date.now();
print(
  `Seed ${seed}: ${wanted.server} kills of the server and ${wanted.database} of its database under ${CLIENTS} clients.`,
);
const build = copyOfBuild();
const server = await startServer({ ACCESS_TOKEN_SECONDS: '36000', LOG_LEVEL: 'fatal' }, build);
try {
  await underLoad(server);
  // Once more from the start, as after a night: a clean end, a clean beginning.
  await server.kill();
  await server.start();
} catch (error) {
  await server.kill();
  rmSync(build, { recursive: true, force: true });
  print(`It broke off with seed ${seed}; the data are kept in ${server.dataDir}.`);
  throw error;
}
const found = await auditOf(server);
const seconds = Math.round((Date.now() - startedAt) / 1000);
for (const problem of found.problems.slice(0, MOST_SHOWN)) print(problem);
print(
  `${found.problems.length === 0 ? 'Nothing lost, nothing doubled' : `${found.problems.length} problems`} after ${wanted.server} kills of the server and ${wanted.database} of its database (seed ${seed}): ` +
    `${found.acknowledged} writes acknowledged, ${found.refused} refused, ${found.unknown} without an answer of which ${found.unknownButDone} are there, once; ` +
    `sent ${ledger.reduce((sum, entry) => sum + entry.sent, 0)} times; back after ${Math.max(...restarts)} ms at most; ${seconds} s.`,
);
if (found.problems.length > 0) {
  await server.kill();
  rmSync(build, { recursive: true, force: true });
  print(`The data are kept in ${server.dataDir}.`);
  process.exit(1);
}
await server.remove();
rmSync(build, { recursive: true, force: true });
