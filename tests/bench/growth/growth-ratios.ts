import { type Line, ms, type Timing, timed, timing } from '../measure.ts';
import type { BranchUnderBench } from './branch-under-bench.ts';
import { poolOf } from './pool-of.ts';
import { allCandidates, type BenchQuery, benchQueries } from './queries.ts';
import { rowsTouched, startRecordingServer } from './rows-touched.ts';

const ROUNDS = 3;
const RUNS = 25;
/** Limits the time per query, so that slow ones run less often, in milliseconds. */
const MAX_ROUND_MS = 200;
const MIN_RUNS = 2;
const MAX_GROWTH_RATIO = 2;

interface Side {
  readonly branch: BranchUnderBench;
  readonly questions: readonly BenchQuery[];
}

/** Compares the latency of each query with many and few payments, measured alternately on one connection each. */
export async function growthRatios(few: BranchUnderBench, many: BranchUnderBench): Promise<Line[]> {
  const sides = await Promise.all(
    [few, many].map(async (branch) => ({ branch, questions: await benchQueries(branch) })),
  );
  const timings = await timeByTurns(sides);
  const rows = await Promise.all(sides.map(rowsOf));
  const [first] = sides;
  return (first?.questions ?? []).map(({ what, mustStayConstant }, index) => {
    const [peer, ours] = timings[index] ?? [];
    if (!ours || !peer) throw new Error(`${what} was not measured.`);
    return {
      what,
      ours: ms(ours.median),
      peer: ms(peer.median),
      ratio: ours.median / peer.median,
      ...(mustStayConstant && { bar: MAX_GROWTH_RATIO }),
      note: `${ms(ours.p99)} against ${ms(peer.p99)}; ${rows
        .map((side) => side[index])
        .reverse()
        .join(' against ')} rows`,
    };
  });
}

async function timeByTurns(sides: readonly Side[]): Promise<Timing[][]> {
  const asking = sides.map(({ branch }) => branch.ask(1));
  const count = sides[0]?.questions.length ?? 0;
  const all: Timing[][] = [];
  for (let question = 0; question < count; question++) {
    const times = sides.map((): number[] => []);
    for (let round = 0; round < ROUNDS; round++) {
      for (const [side, { questions }] of sides.entries()) {
        const path = questions[question]?.path ?? '';
        const until = performance.now() + MAX_ROUND_MS;
        for (let run = 0; run < RUNS && (run < MIN_RUNS || performance.now() < until); run++) {
          const start = performance.now();
          await asking[side]?.get(path);
          // The first answers of a round are slower because the other branch filled the caches.
          if (run > 0) times[side]?.push(performance.now() - start);
        }
      }
    }
    all.push(times.map(timing));
  }
  for (const one of asking) one.end();
  return all;
}

async function rowsOf({ branch, questions }: Side): Promise<string[]> {
  const server = await startRecordingServer(branch.owner);
  const pool = poolOf({ ...branch.owner, max: 1 });
  try {
    const rows: string[] = [];
    for (const { path } of questions) {
      const touched = await rowsTouched(pool, await server.statementsOf('GET', path));
      rows.push(touched.toLocaleString('en'));
    }
    return rows;
  } finally {
    await pool.end();
    await server.close();
  }
}

/** Compares the unpaged list, whose answer grows with the branch, with its SQL statement by the driver alone. */
export async function unboundedAnswerRatio({ ask, owner }: BranchUnderBench): Promise<Line> {
  const asking = ask(1);
  const server = await startRecordingServer(owner);
  const pool = poolOf({ ...owner, max: 1 });
  try {
    const statements = await server.statementsOf('GET', allCandidates.path);
    let [bytes, rows] = [0, 0];
    const answered = await timed(MIN_RUNS + 1, 1, async () => {
      bytes = await asking.get(allCandidates.path);
    });
    const read = await timed(MIN_RUNS + 1, 1, async () => {
      for (const { text, values } of statements) rows = (await pool.query(text, values)).rowCount ?? 0;
    });
    return {
      what: allCandidates.what,
      ours: ms(answered.median),
      peer: ms(read.median),
      ratio: answered.median / read.median,
      note: `${rows.toLocaleString('en')} rows, ${(bytes / 1e6).toFixed(0)} MB, ${((answered.median * 1000) / rows).toFixed(0)} µs a row`,
    };
  } finally {
    asking.end();
    await server.close();
    await pool.end();
  }
}
