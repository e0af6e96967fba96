import { randomUUID } from 'node:crypto';
import { CLOSES_PATH, OWN_DRAWER_PATH } from '#contract/closes.ts';
import { paths } from '#contract/http.ts';
import { type Line, ms, type Timing, timing } from '../measure.ts';
import type { BranchUnderBench } from './branch-under-bench.ts';
import { poolOf } from './pool-of.ts';
import { openQueryLoad } from './query-load.ts';

const RUNS = 40;
/** Payments of a busy day of one person. */
const PAYMENTS_A_DAY = 60;
const MAX_RATIO = 2;

/** Counts the drawer of a user by the driver alone: what `countDrawer` asks of the database. */
const countAlone = `select close from count_drawer(jsonb_populate_record(null::drawer_close, jsonb_build_object(
  'branch_id', 1, 'user_id', $1::bigint, 'pieces', '{}'::jsonb, 'other', 0, 'counted', 0, 'float', 0, 'kept', 0, 'created_at', now())), false)`;

/**
 * Compares counting a drawer after a busy day with the write of one expense and with the dashboard, and reading what was taken with the
 * dashboard. A close is a write, whose commit waits for the disk, and the dashboard is not: so its parts are measured as well, the durable
 * commit of one row and the counting in the database, each by the driver alone.
 */
export async function closing({ server, tokens, owner }: BranchUnderBench): Promise<Line[]> {
  // Not the first user, whose drawer holds the payments of today.
  const [, token = ''] = tokens;
  const asking = openQueryLoad(`http://127.0.0.1:${server.port}`, [token], 1);
  const pool = poolOf({ ...owner, max: 1 });
  try {
    const { rows } = await pool.query<{ id: string }>(
      "select id::text from app_user where email = 'desk2@example.com'",
    );
    const user = rows[0]?.id ?? '1';
    // What was paid to this user before would be a difference, and a close with one refuses the next.
    await pool.query('delete from drawer_line where branch_id = 1 and user_id = $1 and close_id is null', [
      user,
    ]);
    const times = {
      close: [] as number[],
      own: [] as number[],
      expense: [] as number[],
      dashboard: [] as number[],
      commit: [] as number[],
      count: [] as number[],
    };
    const time = async (into: number[], work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      into.push(performance.now() - start);
    };
    const addDay = (day: number) =>
      pool.query(
        `insert into drawer_line (branch_id, source, record_id, user_id, resource, part, amount, at)
         select 1, 'enrolment', -($1::bigint * $2 + n), $3, 'bus', 'installment', 100, now() from generate_series(1, $2) n`,
        [day, PAYMENTS_A_DAY, user],
      );
    for (let run = 0; run < RUNS; run++) {
      await addDay(run);
      await time(times.dashboard, () => asking.get(paths.dashboard));
      await time(times.own, () => asking.get(OWN_DRAWER_PATH));
      const expense = { title: 'Water', amount: '1', from_drawer: false };
      await time(times.expense, () => asking.post('/expenses/', expense, randomUUID()));
      const other = String(PAYMENTS_A_DAY);
      await time(times.commit, () => pool.query('update branch set name = name where id = 1'));
      await pool.query('begin');
      await time(times.count, () => pool.query({ name: 'count alone', text: countAlone, values: [user] }));
      await pool.query('rollback');
      await time(times.close, () => asking.post(CLOSES_PATH, { other }, randomUUID()));
    }
    const [dashboard, own, close] = [timing(times.dashboard), timing(times.own), timing(times.close)];
    const [expense, commit, count] = [timing(times.expense), timing(times.commit), timing(times.count)];
    const line = (what: string, { median, p99 }: Timing, peer: Timing, bar?: number) => ({
      what,
      ours: ms(median),
      peer: ms(peer.median),
      ratio: median / peer.median,
      ...(bar !== undefined && { bar }),
      note: `p99 ${ms(p99)}`,
    });
    const close60 = `a drawer close of ${PAYMENTS_A_DAY} payments`;
    return [
      line(`${close60}, against one expense`, close, expense, MAX_RATIO),
      line(`${close60}, against the dashboard`, close, dashboard),
      line('the durable commit of one row alone, against the dashboard', commit, dashboard),
      line('one expense, against the dashboard', expense, dashboard),
      line(
        `counting ${PAYMENTS_A_DAY} payments in the database alone, against the dashboard`,
        count,
        dashboard,
      ),
      line('what was taken since the last close, against the dashboard', own, dashboard, MAX_RATIO),
    ];
  } finally {
    asking.end();
    // What a run that broke off has left in the drawer; lines of a close stay.
    await pool
      .query('rollback; delete from drawer_line where branch_id = 1 and record_id < 0 and close_id is null')
      .catch(() => undefined);
    await pool.end();
  }
}
