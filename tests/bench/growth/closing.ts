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

/**
 * Compares counting a drawer after a busy day with the write of one expense, and reading what was taken with the dashboard: a close is a
 * write, whose commit waits for the disk, and the dashboard is not.
 */
export async function closing({ server, owner }: BranchUnderBench): Promise<Line[]> {
  // Not the first user, whose drawer holds the payments of today.
  const [, token = ''] = server.tokens;
  const asking = openQueryLoad(`http://127.0.0.1:${server.port}`, [token], 1);
  const pool = poolOf({ ...owner, max: 1 });
  try {
    const { rows } = await pool.query<{ id: string }>(
      "select id::text from app_user where email = 'desk2@example.com'",
    );
    const user = rows[0]?.id ?? '1';
    const times = {
      close: [] as number[],
      own: [] as number[],
      expense: [] as number[],
      dashboard: [] as number[],
    };
    const time = async (into: number[], work: () => Promise<unknown>) => {
      const start = performance.now();
      await work();
      into.push(performance.now() - start);
    };
    for (let run = 0; run < RUNS; run++) {
      await pool.query(
        `insert into drawer_line (branch_id, source, record_id, user_id, resource, part, amount, at)
         select 1, 'enrolment', -($1::bigint * $2 + n), $3, 'bus', 'installment', 100, now() from generate_series(1, $2) n`,
        [run, PAYMENTS_A_DAY, user],
      );
      await time(times.dashboard, () => asking.get(paths.dashboard));
      await time(times.own, () => asking.get(OWN_DRAWER_PATH));
      const expense = { title: 'Water', amount: '1', from_drawer: false };
      await time(times.expense, () => asking.post('/expenses/', expense, randomUUID()));
      const other = String(PAYMENTS_A_DAY);
      await time(times.close, () => asking.post(CLOSES_PATH, { other }, randomUUID()));
    }
    const [dashboard, own, close, expense] = [times.dashboard, times.own, times.close, times.expense].map(
      timing,
    );
    if (!dashboard || !own || !close || !expense) throw new Error('Nothing was measured.');
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
      line('what was taken since the last close, against the dashboard', own, dashboard, MAX_RATIO),
    ];
  } finally {
    asking.end();
    await pool.end();
  }
}
