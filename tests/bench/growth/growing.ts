import pg from 'pg';
import { type Line, ms, type Timing, timing } from '../measure.ts';
import type { BranchUnderBench } from './branch-under-bench.ts';
import { allCandidates, type Question, questionsTo } from './questions.ts';
import { readServer, rowsTouched } from './rows-touched.ts';

const ROUNDS = 3;
const RUNS = 25;
/** A slow answer need not be waited for so often. */
const LONGEST_ROUND_MS = 200;
const FEWEST_RUNS = 2;
const BAR = 2;

interface Side {
  readonly branch: BranchUnderBench;
  readonly questions: readonly Question[];
}

/** One connection after the other: how long each question takes with many payments against few, by turns in the same minute. */
export async function growing(few: BranchUnderBench, many: BranchUnderBench): Promise<Line[]> {
  const sides = await Promise.all(
    [few, many].map(async (branch) => ({ branch, questions: await questionsTo(branch) })),
  );
  const timings = await timeByTurns(sides);
  const rows = await Promise.all(sides.map(rowsOf));
  const [first] = sides;
  return (first?.questions ?? []).map(({ what }, index) => {
    const [peer, ours] = timings[index] ?? [];
    if (!ours || !peer) throw new Error(`${what} was not measured.`);
    return {
      what,
      ours: ms(ours.median),
      peer: ms(peer.median),
      ratio: ours.median / peer.median,
      bar: BAR,
      note: `p99 ${ms(peer.p99)} → ${ms(ours.p99)}, rows ${rows.map((side) => side[index]).join(' → ')}`,
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
        const until = performance.now() + LONGEST_ROUND_MS;
        for (let run = 0; run < RUNS && (run < FEWEST_RUNS || performance.now() < until); run++) {
          const start = performance.now();
          await asking[side]?.get(path);
          // The first answers of a round pay for what the others left in the caches.
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
  const server = await readServer(branch.owner);
  const pool = new pg.Pool({ ...branch.owner, max: 1 });
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

/** An answer that grows with the branch must cost the same a row. */
export async function growingAnswer(few: BranchUnderBench, many: BranchUnderBench): Promise<Line[]> {
  const [peer, ours] = await Promise.all([few, many].map(perRow));
  if (!peer || !ours) throw new Error('Nothing was measured.');
  return [
    {
      what: `${allCandidates.what}, a row of the answer`,
      ours: `${ours.microseconds.toFixed(1)} µs`,
      peer: `${peer.microseconds.toFixed(1)} µs`,
      ratio: ours.microseconds / peer.microseconds,
      bar: BAR,
      note: `${ours.rows.toLocaleString('en')} rows, ${(ours.bytes / 1e6).toFixed(0)} MB in ${ms(ours.median)}`,
    },
  ];
}

async function perRow(branch: BranchUnderBench) {
  const asking = branch.ask(1);
  const pool = new pg.Pool({ ...branch.owner, max: 1 });
  try {
    const counted = await pool.query<{ rows: number }>(
      "select sum(rows)::float8 as rows from tally where what = 'adult-course'",
    );
    const rows = counted.rows[0]?.rows ?? Number.NaN;
    const times: number[] = [];
    let bytes = 0;
    for (let run = 0; run < FEWEST_RUNS; run++) {
      const start = performance.now();
      bytes = await asking.get(allCandidates.path);
      times.push(performance.now() - start);
    }
    const { median } = timing(times);
    return { rows, bytes, median, microseconds: (median * 1000) / rows };
  } finally {
    asking.end();
    await pool.end();
  }
}
