import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { resources } from '#contract/resources/registry.ts';
import { type Line, ms, type Timing, timed } from '../measure.ts';
import type { BranchUnderBench } from './branch-under-bench.ts';
import { poolOf } from './pool-of.ts';
import { type Statement, startRecordingServer } from './rows-touched.ts';

const LANES = 32;
/** Number of connections, as the server has. */
const CONNECTIONS = 10;
const READS = 4_000;
const WRITES = 2_000;
const MAX_RATIO = 3;
const courses = resources['adult-course'].path;

/** Is a hand-written statement for one list page: ten payments with student names. */
const PAGE = `
  select e.*, s.name, s.code, s.phone from enrolment e
  join student s on s.branch_id = e.branch_id and s.id = e.student_id
  where e.branch_id = 1 and e.kind = 'adult-course'
  order by e.effective_date desc, e.id desc limit 10`;

/** Compares 32 concurrent list pages and installments through the server with their statements by the driver alone. */
export async function throughput(branch: BranchUnderBench): Promise<Line[]> {
  const pool = poolOf({ ...branch.owner, max: CONNECTIONS });
  const asking = branch.ask(LANES);
  const server = await startRecordingServer(branch.owner);
  try {
    const path = `${courses}?page=1`;
    const pageStatements = await server.statementsOf('GET', path);
    const read = () => asking.get(path);
    const bareRead = () => inOrder(pool, pageStatements);
    const byHand = () => pool.query({ name: 'page', text: PAGE });
    await timed(READS, LANES, read);
    const reads = await measured(READS, read);
    const bareReads = await measured(READS, bareRead);
    const handWrittenReads = await measured(READS, byHand);

    const payable = await payables(pool);
    const [model = { id: '', student: '' }] = payable;
    const key = randomUUID();
    const made = await server.statementsOf('POST', courses, installmentOf(model.id, 0), key);
    const write = (run: number) =>
      asking.post(
        courses,
        installmentOf(payable[1 + (run % (payable.length - 1))]?.id ?? '', run),
        randomUUID(),
      );
    const bareWrite = (run: number) => {
      const other = payable[1 + (run % (payable.length - 1))] ?? model;
      return inTransaction(pool, made, {
        [key]: randomUUID(),
        [model.id]: other.id,
        [model.student]: other.student,
      });
    };
    await timed(WRITES / 4, LANES, write);
    const writes = await measured(WRITES, write);
    const bareWrites = await measured(WRITES, bareWrite);
    return [
      ...compared(
        `list page, ${LANES} at once, against one hand-written statement`,
        reads,
        handWrittenReads,
        MAX_RATIO,
      ),
      ...compared(
        `list page, ${LANES} at once, against its own ${pageStatements.length} statements`,
        reads,
        bareReads,
      ),
      ...compared(
        `installment with key, ${LANES} at once, against its own ${made.length} statements`,
        writes,
        bareWrites,
      ),
    ];
  } finally {
    asking.end();
    await server.close();
    await pool.end();
  }
}

interface Measured extends Timing {
  readonly aSecond: number;
}

async function measured(runs: number, work: (run: number) => Promise<unknown>): Promise<Measured> {
  const start = performance.now();
  const found = await timed(runs, LANES, work);
  return { ...found, aSecond: (runs * 1000) / (performance.now() - start) };
}

function compared(what: string, ours: Measured, peer: Measured, bar?: number): Line[] {
  return [
    {
      what: `${what}: median`,
      ours: ms(ours.median),
      peer: ms(peer.median),
      ratio: ours.median / peer.median,
    },
    {
      what: '  p99',
      ours: ms(ours.p99),
      peer: ms(peer.p99),
      ratio: ours.p99 / peer.p99,
      ...(bar && { bar }),
    },
    {
      what: '  done in a second',
      ours: `${ours.aSecond.toFixed(0)} / s`,
      peer: `${peer.aSecond.toFixed(0)} / s`,
      ratio: peer.aSecond / ours.aSecond,
    },
  ];
}

async function inOrder(on: pg.Pool | pg.PoolClient, statements: readonly Statement[]): Promise<void> {
  for (const { text, values } of statements) await on.query(text, values);
}

/** Returns the statements of a write and its transaction, with new values for unique columns. */
async function inTransaction(
  pool: pg.Pool,
  made: readonly Statement[],
  others: Readonly<Record<string, string>>,
) {
  const client = await pool.connect();
  try {
    const renamed = made.map(({ text, values }) => ({
      text,
      values: values.map((value) =>
        typeof value === 'string' || typeof value === 'bigint'
          ? (renewed(String(value), others) ?? value)
          : value,
      ),
    }));
    await inOrder(client, renamed);
  } finally {
    client.release();
  }
}

function renewed(value: string, others: Readonly<Record<string, string>>): string | undefined {
  // The text of the advisory lock ends with the key.
  const found = Object.keys(others).find(
    (one) => value === one || (value.endsWith(one) && value.includes('/')),
  );
  return found === undefined ? undefined : value.replace(found, others[found] ?? '');
}

/** Creates enrolments of different students that accept many small installments. */
async function payables(pool: pg.Pool): Promise<{ readonly id: string; readonly student: string }[]> {
  const { rows } = await pool.query<{ id: string; student: string }>(
    `select max(id)::text as id, student_id::text as student from enrolment
     where branch_id = 1 and kind = 'adult-course' and remaining > 20000 and student_id > 20 group by student_id order by 1 desc limit 500`,
  );
  return rows;
}

function installmentOf(enrolment: string, run: number) {
  return { is_installment: true, related_record: enrolment, receipt_number: `T-${run}`, paid_amount: '1.00' };
}
