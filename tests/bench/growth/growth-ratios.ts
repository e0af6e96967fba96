import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { CLOSES_PATH } from '#contract/closes.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { paths } from '#contract/http.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { REPORTS_PATH } from '#contract/reports.ts';
import { resourceNames } from '#contract/resource-names.ts';
import { resourceOf, resources } from '#contract/resources/registry.ts';
import { SEARCH_PATH } from '#contract/search.ts';
import { tables } from '#server/db/tables.ts';
import { type Line, ms, type Timing, timed, timing } from '../measure.ts';
import { large, small } from './branch-size.ts';
import { type BranchUnderBench, branchUnderBench } from './branch-under-bench.ts';

interface BenchQuery {
  readonly what: string;
  readonly path: string;
}

interface Known {
  readonly counts: Readonly<Record<string, number>>;
  readonly rareName: string;
  readonly firstName: string;
  readonly student: string;
  readonly month: string;
  readonly phone: string;
  readonly receipt: string;
}

async function know({ owner }: BranchUnderBench): Promise<Known> {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Known>(`
      with middle as materialized (
        select kind, student_id, related_id, receipt_number from enrolment where branch_id = 1
        order by created_at, id offset (select count(*) / 2 from enrolment where branch_id = 1) limit 1000)
      select
        (select json_object_agg(name, rows) from (
          select kind as name, count(*) as rows from enrolment where branch_id = 1 group by 1
          ${tables
            .filter(({ kind }) => kind === undefined)
            .map(
              ({ resource, table }) =>
                `union all select '${resource.name}', count(*) from ${table} where branch_id = 1`,
            )
            .join(' ')}) as counted) as counts,
        (select name from student where branch_id = 1 group by name order by count(*), min(created_at) desc limit 1) as "rareName",
        (select split_part(name, ' ', 1) from student where branch_id = 1 and name < 'ا' group by 1 order by count(*) desc, 1 limit 1) as "firstName",
        (select student_id::text from middle where kind = 'adult-course' limit 1) as student,
        (select max(id)::text from month where branch_id = 1) as month,
        (select phone from student where branch_id = 1 and phone is not null order by id desc limit 1) as phone,
        (select receipt_number from middle where related_id is not null limit 1) as receipt`);
    const [known] = rows;
    if (!known) throw new Error('Nothing is known of the branch.');
    return known;
  } finally {
    await client.end();
  }
}

/** The newest payment's day, and the days a month and a year before. */
async function lastDaysOf({ owner }: BranchUnderBench) {
  const client = new pg.Client(owner);
  await client.connect();
  try {
    const { rows } = await client.query<Record<'from' | 'until' | 'yearAgo', string>>(`
      select (max(effective_date) - 29)::text as "from", max(effective_date)::text as until,
        (max(effective_date) - 364)::text as "yearAgo" from enrolment where branch_id = 1`);
    const [days] = rows;
    if (!days) throw new Error('The branch has no payments.');
    return days;
  } finally {
    await client.end();
  }
}

async function benchQueries(branch: BranchUnderBench): Promise<BenchQuery[]> {
  const { counts, rareName, firstName, student, month, phone, receipt } = await know(branch);
  const [students, courses] = [resources.student.path, resources['adult-course'].path];
  const page = (path: string, number: number) => `${path}?page=${number}`;
  const first = firstName.toLowerCase();
  return [
    { what: 'dashboard', path: paths.dashboard },
    { what: 'closes, first page', path: page(CLOSES_PATH, 1) },
    { what: 'branch details', path: paths.branch },
    { what: 'months, first page', path: page(paths.months, 1) },
    { what: 'months, last page', path: page(paths.months, branch.size.months / PAGE_SIZE) },
    ...resourceNames.flatMap((name) => {
      const { path } = resourceOf(name);
      const pages = Math.ceil((counts[name] ?? 0) / PAGE_SIZE);
      return [
        { what: `${name}, first page`, path: page(path, 1) },
        { what: `${name}, middle page`, path: page(path, Math.floor(pages / 2) + 1) },
        { what: `${name}, last page`, path: page(path, pages) },
      ];
    }),
    ...[students, courses].flatMap((path) => {
      const of = path === students ? 'students' : 'adult-course';
      const search = (words: string) => `${path}?search=${encodeURIComponent(words)}`;
      return [
        { what: `${of}, search a full name`, path: search(rareName) },
        { what: `${of}, search a common first name`, path: search(first) },
      ];
    }),
    ...Object.entries({
      'a full name': rareName,
      'a common first name': firstName,
      'two letters': firstName.slice(0, 2),
      'a phone number': phone,
      'a receipt': receipt,
      'nothing that exists': 'zzz yyy',
      'a name in other letters': 'Mona Mohamed',
    }).map(([what, typed]) => ({
      what: `search of the branch, ${what}`,
      path: `${SEARCH_PATH}?q=${encodeURIComponent(typed)}`,
    })),
    { what: 'adult-course, search a receipt', path: `${courses}?search=1207` },
    { what: 'candidates, first page', path: `${courses}?is_installment=false&page=1` },
    {
      what: 'candidates, search a full name',
      path: `${courses}?is_installment=false&search=${encodeURIComponent(rareName)}`,
    },
    {
      what: 'candidates, search a common first name',
      path: `${courses}?is_installment=false&search=${first}`,
    },
    { what: 'adult-course, owing', path: `${courses}?owing=true` },
    { what: 'book-payout, owing', path: `${resources['book-payout'].path}?owing=true` },
    { what: 'debts, first page', path: DEBTS_PATH },
    { what: 'debts of a kind, by age', path: `${DEBTS_PATH}?kind=bus&ordering=-age` },
    { what: 'adult-course, what it comes to', path: `${courses}?totals=true` },
    {
      what: 'adult-course of the month, totals',
      path: `${courses}?month=${month}&totals=true`,
    },
    {
      what: 'adult-course of a student, totals',
      path: `${courses}?student=${student}&totals=true`,
    },
    { what: 'adult-course of a student', path: `${courses}?student=${student}` },
    {
      what: 'book-payout of a student',
      path: `${resources['book-payout'].path}?student=${student}`,
    },
    { what: 'adult-course of the month', path: `${courses}?month=${month}` },
    {
      what: 'adult-course of an ended month',
      path: `${courses}?month=${Number(month) / 2}`,
    },
    { what: 'expense of the month', path: `${resources.expense.path}?month=${month}` },
    { what: 'adult-course, oldest first', path: `${courses}?ordering=created_at` },
  ];
}

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
  readonly bySize: readonly Line[];
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
