import { Agent, request } from 'node:http';
import pg from 'pg';
import { openDatabase } from '#server/database/open-database.ts';
import { signedInApi, signedInTokens } from '../support/api.ts';
import { startServer } from '../support/running-server.ts';
import { type Line, ms, type Timing, timed } from './measure.ts';

const FEW = 1_000;
const MANY = 100_000;
const LANES = 32;
const RUNS = 3_000;

/** The same page asked of the database alone: ten payments with their students' names. */
const BARE = `
  select e.*, s.name, s.code, s.phone from enrolment e
  join student s on s.branch_id = e.branch_id and s.id = e.student_id
  where e.branch_id = 1 and e.kind = 'adult-course'
  order by e.effective_date desc, e.id desc limit 10`;

/** One page of a list with few and with many payments behind it, 32 asking at once, against the bare SQL. */
export async function listPages(): Promise<Line[]> {
  const server = await startServer({ ACCESS_TOKEN_SECONDS: '3600', LOG_LEVEL: 'warn' });
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined }, { attach: true });
  const pool = new pg.Pool({ ...database.owner, max: 10 });
  const agent = new Agent({ keepAlive: true, maxSockets: LANES });
  try {
    const api = await signedInApi(server.origin);
    await api.post('/month/', { name: 'November' });
    const { access } = await signedInTokens(server.origin);
    const page = () => get(`${server.origin}/api/adult-course/?page=1`, access, agent);
    const dashboard = () => get(`${server.origin}/api/dashboard/branch/`, access, agent);
    const months = () => get(`${server.origin}/api/month/?page=1`, access, agent);

    const at = async (count: number) => {
      await fill(pool, count);
      await timed(RUNS / 2, LANES, page);
      return {
        page: await timed(RUNS, LANES, page),
        dashboard: await timed(RUNS / 3, LANES, dashboard),
        months: await timed(RUNS / 3, LANES, months),
        bare: await timed(RUNS, LANES, () => pool.query({ name: 'bare', text: BARE })),
      };
    };
    const few = await at(FEW);
    const many = await at(MANY);
    return [
      growth('list page, median', few.page, many.page, 'median'),
      growth('list page, p99', few.page, many.page, 'p99'),
      growth('dashboard, median', few.dashboard, many.dashboard, 'median'),
      growth('month list, median', few.months, many.months, 'median'),
      {
        what: `list page against bare SQL, p99, ${LANES} at once`,
        ours: ms(many.page.p99),
        peer: ms(many.bare.p99),
        ratio: many.page.p99 / many.bare.p99,
        bar: 3,
      },
    ];
  } finally {
    agent.destroy();
    await pool.end();
    await database.stop();
    await server.remove();
  }
}

function growth(what: string, few: Timing, many: Timing, share: keyof Timing): Line {
  return {
    what: `${what}: ${MANY.toLocaleString('en')} payments against ${FEW.toLocaleString('en')}`,
    ours: ms(many[share]),
    peer: ms(few[share]),
    ratio: many[share] / few[share],
    bar: 2,
  };
}

function get(url: string, access: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${access}` } }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}`));
      answer.resume().on('end', resolve).on('error', reject);
    });
    asked.on('error', reject).end();
  });
}

/** Tops the branch up to this many payments: a student for every ten, an enrolment each, the rest later ones. */
async function fill(pool: pg.Pool, count: number): Promise<void> {
  await pool.query(
    `insert into student (branch_id, code_number, code, name, phone, folded, folded_name, grams, name_grams, created_at)
     select 1, n, 'S-' || n, 'Student ' || n, '0100' || n, 'student ' || n, 'student ' || n, '{}', '{}',
       now() - n * interval '1 minute'
     from generate_series((select coalesce(max(code_number), 0) from student) + 1, $1::bigint / 10) n`,
    [count],
  );
  await pool.query(
    `insert into enrolment (branch_id, kind, student_id, level, period, transportation_type, price, paid_amount,
       receipt_number, month_id, created_at, created_by, folded, grams)
     select 1, 'adult-course', s.id, '3', '3', 'parent', 300000, 100000 + n % 1000, n::text,
       (select max(id) from month), now() - n * interval '1 minute', 1, '', '{}'
     from generate_series((select count(*) from enrolment) + 1, $1::bigint) n
     join student s on s.branch_id = 1 and s.code_number = 1 + n % ($1::bigint / 10)`,
    [count],
  );
  await pool.query('vacuum analyze');
}
