import pg from 'pg';

const CLIENTS = 16;
/** Turns with and without announcing, in an order in which a machine that grows slower or faster favours neither. */
const TURNS = [true, false, false, true, true, false] as const;

/** A branch gets its counters by the first commits at the same time, milliseconds before the first turn. */
const WARM_UP_MS = 4_000;

const HISTORY = `insert into history (branch_id, at, user_id, user_name, action, resource, record_id, title, month_id, after)`;
const COUNTED_KEY = `set_config('branch_desk.key', left(gen_random_uuid()::text, 8), true)`;

/** Inserts, at the end of which the write is counted for its branch ($1). */
const inserts = {
  /** The smallest transaction that is announced; the server has none so small. */
  entry: `${HISTORY} select $1, now(), 1, '', 'created', 'expense', ${COUNTED_KEY}, 'Chalk', null, null`,
  /** The rows that the server inserts for an expense. */
  expense: `
    with made as (
      insert into expense (branch_id, title, amount, created_by_name, month_id, folded, created_at, created_by, effective_date)
      select $1, 'Chalk', 1200, 'Desk Staff', max(id), 'chalk', now(), 1, current_date from month where branch_id = $1
      returning *),
    moved as (
      insert into movement (branch_id, type, amount, resource, payment_method, effective_date, month_id, at, made_by, recorded_by, source,
        record_id)
      select branch_id, 'expense', amount, 'expense', payment_method, effective_date, month_id, created_at, 1, 1, 'expense', id from made),
    answered as (
      insert into idempotency (branch_id, key, user_id, method, path, body_hash, status, answer)
      select branch_id, gen_random_uuid(), 1, 'POST', '/expenses/', md5(id::text), 201, to_json(made) from made)
    ${HISTORY}
    select branch_id, created_at, 1, created_by_name, 'created', 'expense', id::text, ${COUNTED_KEY}, month_id, to_json(made) from made`,
};

export interface CommitRates {
  /** Commits a second. */
  readonly announced: number;
  readonly silent: number;
}

export interface Commits {
  readonly insert: keyof typeof inserts;
  readonly owner: pg.PoolConfig;
  readonly branchIds: readonly string[];
  /** Milliseconds that the disk takes for a commit beside its own time. */
  readonly delayMs: number;
  readonly seconds: number;
}

/** Commits inserts of many clients by turns with and without the trigger that counts them. */
export async function commitRates({
  owner,
  insert,
  branchIds,
  delayMs,
  seconds,
}: Commits): Promise<CommitRates> {
  const clients = Array.from({ length: CLIENTS }, () => new pg.Client(owner));
  const [first] = clients;
  if (!first) throw new Error('There is no client.');
  const done = { announced: 0, silent: 0 };
  await Promise.all(clients.map((client) => client.connect()));
  try {
    for (const client of clients)
      await client.query(`set commit_delay = ${delayMs * 1_000}; set commit_siblings = 0`);
    const commitUntil = async (until: number) => {
      let commits = 0;
      const commit = async (client: pg.Client, index: number) => {
        const values = [branchIds[index % branchIds.length]];
        for (; performance.now() < until; commits++)
          await client.query({ name: insert, text: inserts[insert], values });
      };
      await Promise.all(clients.map(commit));
      return commits;
    };
    await commitUntil(performance.now() + WARM_UP_MS);
    for (const isAnnounced of TURNS) {
      await first.query(`alter table history ${isAnnounced ? 'enable' : 'disable'} trigger write_counted`);
      done[isAnnounced ? 'announced' : 'silent'] += await commitUntil(performance.now() + seconds * 1_000);
    }
    const time = (seconds * TURNS.length) / 2;
    return { announced: done.announced / time, silent: done.silent / time };
  } finally {
    await first.query('alter table history enable trigger write_counted');
    await Promise.all(clients.map((client) => client.end()));
  }
}
