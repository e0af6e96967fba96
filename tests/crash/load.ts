import { cpSync, existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { paths } from '#contract/http.ts';
import { resources } from '#contract/resources/registry.ts';
import { branchFactory, createRandom, type Random } from '#server/demo/branch-factory.ts';
import { tokensOfUsers } from '../support/extra-users.ts';
import { projectRoot } from '../support/project-root.ts';
import type { RunningServer } from '../support/running-server.ts';
import type { Audit } from './audit.ts';
import { runClient } from './client.ts';
import { runImporter } from './importer.ts';
import type { LoggedOperation, OperationLog } from './operation-log.ts';
import type { SharedRecords } from './operations.ts';
import { createSender, type Sender } from './sender.ts';
import { createTrafficGate, type TrafficGate } from './traffic-gate.ts';

export const CLIENT_COUNT = 24;
/** As many that no client waits for another one of the same user. */
const USER_COUNT = 6;
/** Between two acknowledged writes: a loaded machine is slow, not wrong. */
const ACKNOWLEDGED_WITHIN_MS = 60_000;
const MAX_PROBLEMS_SHOWN = 20;

export const print = (text: string) => process.stdout.write(`${text}\n`);

/** Copies the build, so that a new build cannot change the server between two starts. Stays in the project, where packages resolve. */
export function copyBuild(): string {
  const built = join(projectRoot, 'dist', 'server');
  if (!existsSync(built)) throw new Error('dist/server does not exist: run "npm run build" first.');
  const copy = join(projectRoot, 'dist', `killed-server-${process.pid}`);
  cpSync(built, copy, { recursive: true });
  return copy;
}

/** Waits for further acknowledged writes, so that kills hit random moments of the writes in flight. */
export async function waitForAcknowledged(log: OperationLog, more: number, random: Random): Promise<void> {
  const acknowledged = () => log.reduce((sum, { outcome }) => sum + (outcome === 'acknowledged' ? 1 : 0), 0);
  let last = acknowledged();
  const enough = last + more;
  for (let until = Date.now() + ACKNOWLEDGED_WITHIN_MS; last < enough; await sleep(random.whole(1, 15))) {
    if (Date.now() > until) throw new Error('The server no longer acknowledges writes.');
    if (acknowledged() === last) continue;
    last = acknowledged();
    until = Date.now() + ACKNOWLEDGED_WITHIN_MS;
  }
}

async function createSharedRecords({ send }: Sender, seed: number): Promise<SharedRecords> {
  const factory = branchFactory(seed);
  const idOf = async (entry: Promise<LoggedOperation>) => String((await entry).answer?.id);
  await send('month', 'POST', paths.months, { name: 'The first' });
  const student = await idOf(send('student', 'POST', resources.student.path, factory.student()));
  const body = factory.enrolment('adult-course', student, { price: '20000', paid_amount: '0' });
  const enrolment = await idOf(send('enrolment', 'POST', resources['adult-course'].path, body));
  const book = await idOf(send('book', 'POST', resources.book.path, factory.book()));
  return { enrolment, book, student };
}

export interface Load {
  /** The servers that they send to, on one database. */
  readonly servers: readonly [RunningServer, ...RunningServer[]];
  readonly log: OperationLog;
  readonly seed: number;
  /** Probability in percent that an unanswered write is retried; the others stay unacknowledged. */
  readonly retryPercent: number;
  /** Longest pause before a retry, in milliseconds. */
  readonly pauseMs?: number;
}

/** Does `work` while the clients write, and lets them finish. */
export async function runUnderLoad(
  { servers, log, seed, retryPercent, pauseMs }: Load,
  work: (gate: TrafficGate) => Promise<void>,
): Promise<void> {
  const tokens = await tokensOfUsers(servers[0], USER_COUNT);
  const gate = createTrafficGate();
  const sender = (senderSeed: number) =>
    createSender({
      origins: servers.map(({ origin }) => origin),
      access: tokens[senderSeed % USER_COUNT] ?? '',
      log,
      gate,
      random: createRandom(senderSeed),
      retryPercent,
      pauseMs,
    });
  const shared = await createSharedRecords(sender(seed), seed);
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
  const importerSeed = seed + CLIENT_COUNT + 1;
  clients.push(runImporter({ sender: sender(importerSeed), seed: importerSeed, isStopped: () => stopped }));
  try {
    await work(gate);
  } finally {
    stopped = true;
    gate.open();
    await Promise.all(clients);
  }
}

/** Prints the problems of an audit and the line with its figures. @returns whether there is no problem */
export function reportAudit(
  { problems, acknowledged, refused, unknown, unknownButPerformed }: Audit,
  log: OperationLog,
  { after, more }: { readonly after: string; readonly more: string },
): boolean {
  for (const problem of problems.slice(0, MAX_PROBLEMS_SHOWN)) print(problem);
  const imports = (method: string) =>
    log.filter((one) => one.target === 'import' && one.method === method && one.outcome === 'acknowledged')
      .length;
  print(
    `${problems.length === 0 ? 'Nothing lost, nothing duplicated' : `${problems.length} problems`} after ${after}: ` +
      `${acknowledged} writes acknowledged, ${refused} refused, ${unknown} without an answer, ${unknownButPerformed} of them performed once; ` +
      `sent ${log.reduce((sum, entry) => sum + entry.attempts, 0)} times; ` +
      `${imports('POST')} files imported, ${imports('DELETE')} undone; ${more}.`,
  );
  return problems.length === 0;
}
