import { randomUUID } from 'node:crypto';
import { Agent } from 'node:http';
import os from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { z } from 'zod';
import { resources } from '#contract/resources/registry.ts';
import type { RunningServer } from '../../support/running-server.ts';
import { type Headings, type Line, ms, type Timing, table, timing } from '../measure.ts';
import { type BenchRequest, sendRequest } from '../requests.ts';
import { commitRates } from './announcing.ts';
import { type ClientProcess, startClients } from './client-process.ts';
import {
  type BranchOfBench,
  HEAP_MB,
  type ManyBranches,
  METRICS_TOKEN,
  manyBranches,
} from './many-branches.ts';

export interface BranchesLoad {
  readonly branches: number;
  /** Of each measurement. */
  readonly seconds: number;
  /** Writes a second over all branches. */
  readonly writes: number;
}

export const fullLoad: BranchesLoad = { branches: 1_000, seconds: 60, writes: 200 };

const LIMIT_MS = 2_000;
const MIN_COMMIT_SHARE = 0.9;
const PROBE_PAUSE_MS = 100;
const SAMPLE_PAUSE_MS = 1_000;
const COMMIT_DELAY_MS = 100;
/** The part of a measurement's time that one turn of commits takes. */
const SHARE_OF_TURN = 0.1;
const MEGABYTE = 1024 ** 2;

const timed = z.object({ median: z.number().nullable(), p99: z.number().nullable() });
const written = z.object({
  perSecond: z.number(),
  fromSending: timed,
  fromAnswer: timed,
  statuses: z.record(z.string(), z.number()),
  unsent: z.number(),
  untold: z.number(),
  lostStreams: z.number(),
});
type Written = z.output<typeof written>;

/** Sends requests of one kind, one after the other, until told to stop. A refused one counts as without end. */
async function probe(requestAt: (turn: number) => BenchRequest, isOver: () => boolean): Promise<number[]> {
  const agent = new Agent({ keepAlive: true });
  const times: number[] = [];
  for (let turn = 0; !isOver(); turn++) {
    const start = performance.now();
    const { status } = await sendRequest(agent, requestAt(turn)).catch(() => ({ status: 0 }));
    const time = performance.now() - start;
    times.push(status < 300 && status > 0 ? time : Number.POSITIVE_INFINITY);
    await sleep(Math.max(0, PROBE_PAUSE_MS - time));
  }
  agent.destroy();
  return times;
}

/** Megabytes of a server's heap and memory. */
async function memoryOf({
  origin,
}: RunningServer): Promise<{ readonly heap: number; readonly resident: number }> {
  const answer = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } });
  const text = await answer.text();
  const read = (name: string) => Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1]) / MEGABYTE;
  return { heap: read('nodejs_heap_size_used_bytes'), resident: read('process_resident_memory_bytes') };
}

interface Phase {
  readonly list: Timing;
  readonly create: Timing;
  readonly refused: number;
  readonly written: Written;
  readonly heap: number;
  readonly resident: number;
}

async function measurePhase(
  tablets: ClientProcess,
  servers: readonly RunningServer[],
  other: BranchOfBench,
  load: BranchesLoad,
): Promise<Phase> {
  let isOver = false;
  const asked =
    (path: string, rest: Pick<BenchRequest, 'method' | 'body'>, tablet: number) => (turn: number) => ({
      url: `${servers[turn % servers.length]?.origin}/api${path}`,
      token: other.tokens[tablet] ?? '',
      ...rest,
      ...(rest.body && { key: randomUUID() }),
    });
  const list = asked(`${resources['adult-course'].path}?page=1`, { method: 'GET' }, 0);
  const body = { title: 'Chalk', amount: '12.00' };
  const create = asked(resources.expense.path, { method: 'POST', body }, 1);
  const sample = async () => {
    const peak = { heap: 0, resident: 0 };
    while (!isOver) {
      for (const { heap, resident } of await Promise.all(servers.map(memoryOf))) {
        peak.heap = Math.max(peak.heap, heap);
        peak.resident = Math.max(peak.resident, resident);
      }
      await sleep(SAMPLE_PAUSE_MS);
    }
    return peak;
  };
  const write = async () => {
    const { seconds, writes: perSecond } = load;
    return tablets.ask('write', { seconds, perSecond }, written).finally(() => {
      isOver = true;
    });
  };
  const [lists, creates, peak, ofWrites] = await Promise.all([
    probe(list, () => isOver),
    probe(create, () => isOver),
    sample(),
    write(),
  ]);
  const refused = [...lists, ...creates].filter((time) => !Number.isFinite(time)).length;
  return { list: timing(lists), create: timing(creates), refused, written: ofWrites, ...peak };
}

/** Does `work` while the users of the first branch send as much as they can, with a row of it locked. */
async function besideMisbehaving<T>({ owner, branches, servers }: ManyBranches, work: () => Promise<T>) {
  const clients = startClients('misbehaving.ts');
  const locker = new pg.Client(owner);
  await locker.connect();
  try {
    await locker.query('begin');
    const { rows } = await locker.query(
      `select id, (current_date - 364)::text as from, current_date::text as until from student
       where branch_id = $1 order by id limit 1 for update`,
      [branches[0]?.id],
    );
    const [locked] = z.array(z.object({ id: z.string(), from: z.string(), until: z.string() })).parse(rows);
    const origins = servers.map(({ origin }) => origin);
    const given = { origins, tokens: branches[0]?.tokens, student: locked?.id, ...locked };
    await clients.ask('begin', given, z.null());
    const measured = await work();
    await locker.query('rollback');
    return { measured, answers: await clients.ask('end', {}, z.record(z.string(), z.number())) };
  } finally {
    await clients.end();
    await locker.end();
  }
}

const time = (milliseconds: number | null) => ms(milliseconds ?? Number.NaN);

function compared(what: string, beside: Timing, quiet: Timing): Line {
  return {
    what,
    ours: ms(beside.median),
    peer: ms(quiet.median),
    ratio: beside.median / quiet.median,
    note: `${ms(beside.p99)} against ${ms(quiet.p99)}, ${(beside.p99 / quiet.p99).toFixed(2)}×`,
  };
}

const limited = (what: string, milliseconds: number | null, note = ''): Line => ({
  what,
  ours: time(milliseconds),
  peer: ms(LIMIT_MS),
  ratio: (milliseconds ?? Number.NaN) / LIMIT_MS,
  bar: 1,
  note,
});

function limitsOf(name: string, phases: Readonly<Record<string, Phase>>): Line[] {
  return Object.entries(phases).flatMap(
    ([when, { list, create, refused, written: writes, heap, resident }]) => [
      limited(`${name}, ${when}: list of another branch, p99`, list.p99, `${refused} refused`),
      limited(`${name}, ${when}: create of another branch, p99`, create.p99),
      limited(
        `${name}, ${when}: from sending a write to the event at another tablet, p99`,
        writes.fromSending.p99,
        `from its answer ${time(writes.fromAnswer.median)}, p99 ${time(writes.fromAnswer.p99)}; ${writes.untold} without event`,
      ),
      {
        what: `${name}, ${when}: heap of a server, highest`,
        ours: `${heap.toFixed(0)} MB`,
        peer: `${HEAP_MB} MB`,
        ratio: heap / HEAP_MB,
        bar: 1,
        note: `resident ${resident.toFixed(0)} MB`,
      },
    ],
  );
}

async function commitLines(
  name: string,
  { owner, branches }: ManyBranches,
  seconds: number,
): Promise<Line[]> {
  const others = branches.slice(1, 17).map(({ id }) => id);
  const slow = { delayMs: COMMIT_DELAY_MS, note: `the disk takes ${COMMIT_DELAY_MS} ms` };
  const variants = [
    { what: 'expenses of 16 branches', insert: 'expense', branchIds: others, delayMs: 0, note: '' },
    { what: 'expenses of 16 branches', insert: 'expense', branchIds: others, ...slow },
    { what: 'expenses of one branch', insert: 'expense', branchIds: others.slice(0, 1), ...slow },
    { what: 'entries of the history alone', insert: 'entry', branchIds: others, delayMs: 0, note: '' },
  ] as const;
  const lines: Line[] = [];
  for (const { what, note, ...variant } of variants) {
    const { announced, silent } = await commitRates({ owner, seconds, ...variant });
    lines.push({
      what: `${name}: ${what}`,
      ours: `${announced.toFixed(0)}/s`,
      peer: `${silent.toFixed(0)}/s`,
      ratio: announced / silent,
      bar: MIN_COMMIT_SHARE,
      isFloor: true,
      note,
    });
  }
  return lines;
}

interface Measured {
  readonly others: readonly Line[];
  readonly limits: readonly Line[];
  readonly commits: readonly Line[];
}

const besides = ({ perSecond, statuses, unsent, lostStreams }: Written) =>
  `${perSecond.toFixed(0)} writes a second, answers ${JSON.stringify(statuses)}, ${unsent} not sent, ${lostStreams} streams opened again`;

async function measure(
  many: ManyBranches,
  load: BranchesLoad,
  print: (line: string) => void,
): Promise<Measured> {
  const { branches, servers } = many;
  const [, other] = branches;
  if (!other) throw new Error('Another branch is needed.');
  const name = servers.length === 1 ? 'one server' : `${servers.length} servers`;
  const tablets = startClients('tablets.ts');
  try {
    const origins = servers.map(({ origin }) => origin);
    const start = performance.now();
    await tablets.ask('open', { origins, branches: branches.slice(1).map(({ tokens }) => tokens) }, z.null());
    print(`${name}: streams opened in ${Math.round((performance.now() - start) / 1_000)} s`);
    const quiet = await measurePhase(tablets, servers, other, load);
    print(`${name}, quiet: ${besides(quiet.written)}; load of the machine ${os.loadavg()[0]?.toFixed(1)}`);
    const { measured: beside, answers } = await besideMisbehaving(many, () =>
      measurePhase(tablets, servers, other, load),
    );
    print(
      `${name}, misbehaving: ${besides(beside.written)}; load of the machine ${os.loadavg()[0]?.toFixed(1)}`,
    );
    print(`${name}, answers of the misbehaving branch: ${JSON.stringify(answers)}`);
    return {
      others: [
        compared(`${name}: list of another branch`, beside.list, quiet.list),
        compared(`${name}: create of another branch`, beside.create, quiet.create),
      ],
      limits: limitsOf(name, { quiet, misbehaving: beside }),
      commits: await commitLines(name, many, load.seconds * SHARE_OF_TURN),
    };
  } finally {
    await tablets.end();
  }
}

function show({ others, limits, commits }: Measured, print: (line: string) => void): void {
  const part = (title: string, lines: readonly Line[], headings: Headings) =>
    print(`${title}\n${table(lines, headings)}\n`);
  part('Another branch beside one that misbehaves', others, { ours: 'beside', peer: 'quiet', note: 'p99' });
  part('Limits', limits, { ours: 'measured', peer: 'limit' });
  part('Commits of 16 SQL clients while streams are open', commits, {
    ours: 'announced',
    peer: 'not announced',
  });
}

/** Measures many branches on one database, with one server and with two. */
export async function benchBranches(load: BranchesLoad, print: (line: string) => void): Promise<void> {
  const start = performance.now();
  const many = await manyBranches(load.branches);
  try {
    print(`${load.branches} branches filled in ${Math.round((performance.now() - start) / 1_000)} s`);
    show(await measure(many, load, print), print);
    await many.addServer();
    show(await measure(many, load, print), print);
  } finally {
    await many.remove();
  }
}
