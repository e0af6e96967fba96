import { randomUUID } from 'node:crypto';
import { paths } from '#contract/http.ts';
import { REPORTS_PATH } from '#contract/reports.ts';
import { resources } from '#contract/resources/registry.ts';
import { type Line, ms, type Timing, timed, timing } from '../measure.ts';
import { large, small } from './branch-size.ts';
import { type BranchUnderBench, branchUnderBench } from './branch-under-bench.ts';
import { type BenchQuery, benchQueries, lastDaysOf } from './queries.ts';

const ROUNDS = 3;
const RUNS = 25;
/** Limits the time per query, so that slow ones run less often, in milliseconds. */
const MAX_ROUND_MS = 200;
const MIN_RUNS = 2;
const MAX_GROWTH_RATIO = 2;
const CREATES = 500;

interface Side {
  readonly branch: BranchUnderBench;
  readonly questions: readonly BenchQuery[];
}

interface Growth {
  /** Each query of the large branch against the small one. */
  readonly bySize: readonly Line[];
  /** Reports of the large branch against its dashboard. */
  readonly reports: readonly Line[];
}

/** Measures a branch of a thousand payments alone, and one of a hundred thousand beside others. */
export async function growth(neighbours: number, print: (line: string) => void): Promise<Growth> {
  const few = await branchUnderBench(small);
  try {
    const start = performance.now();
    const many = await branchUnderBench(large, neighbours);
    print(`Filled in ${Math.round((performance.now() - start) / 1_000)} s`);
    try {
      const bySize = [...(await queryRatios(few, many)), await createRatio(few, many)];
      return { bySize, reports: await reportRatios(many) };
    } finally {
      await many.remove();
    }
  } finally {
    await few.remove();
  }
}

/** Compares the latency of each query with many and few payments, measured alternately on one connection each. */
async function queryRatios(few: BranchUnderBench, many: BranchUnderBench): Promise<Line[]> {
  const sides = await Promise.all(
    [few, many].map(async (branch) => ({ branch, questions: await benchQueries(branch) })),
  );
  const timings = await timeByTurns(sides);
  return (sides[0]?.questions ?? []).map(({ what }, index) => {
    const [peer, ours] = timings[index] ?? [];
    return compared(what, ours, peer);
  });
}

const MAX_REPORT_RATIO = 4;

async function reportRatios(branch: BranchUnderBench): Promise<Line[]> {
  const { from, until, yearAgo } = await lastDaysOf(branch);
  const pathOf = (first: string) => `${REPORTS_PATH}?from=${first}&until=${until}`;
  const questions: BenchQuery[] = [
    { what: 'dashboard', path: paths.dashboard },
    { what: 'report of a month', path: pathOf(from) },
    { what: 'report of a year', path: pathOf(yearAgo) },
  ];
  const [dashboard, ...reports] = (await timeByTurns([{ branch, questions }])).map(([one]) => one);
  return reports.map((ours, index) => {
    const { what = '' } = questions[index + 1] ?? {};
    const { bar: _, ...line } = compared(what, ours, dashboard);
    return what === 'report of a month' ? { ...line, bar: MAX_REPORT_RATIO } : line;
  });
}

async function createRatio(few: BranchUnderBench, many: BranchUnderBench): Promise<Line> {
  const body = { title: 'Chalk', amount: '12.00' };
  const creates = async (branch: BranchUnderBench) => {
    const asking = branch.ask(1);
    const found = await timed(CREATES, 1, () => asking.post(resources.expense.path, body, randomUUID()));
    asking.end();
    return found;
  };
  return compared('an expense is created', await creates(many), await creates(few));
}

function compared(what: string, ours?: Timing, peer?: Timing): Line {
  if (!ours || !peer) throw new Error(`${what} was not measured.`);
  return {
    what,
    ours: ms(ours.median),
    peer: ms(peer.median),
    ratio: ours.median / peer.median,
    bar: MAX_GROWTH_RATIO,
    note: `${ms(ours.p99)} against ${ms(peer.p99)}`,
  };
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
