import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { withClient } from '#server/db/connections.ts';

const RESTORE_LOCK = 7_261_936;
const POLL_MS = 500;

/** Servers of one database learn on this channel that a restore begins. */
export const RESTORE_CHANNEL = 'branch_desk_restore';

const isRestoring = `
  select exists (select from pg_locks where locktype = 'advisory' and objid = ${RESTORE_LOCK} and granted
    and database = (select oid from pg_database where datname = current_database())) as held`;

/** By any process of this database. */
export async function isRestoreUnderWay(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ held: boolean }>(isRestoring);
  return rows[0]?.held === true;
}

export class RestoreGate {
  #closed = 0;
  readonly #onClose = new Set<() => void>();

  get isClosed(): boolean {
    return this.#closed > 0;
  }

  onClose(act: () => void): void {
    this.#onClose.add(act);
  }

  async closeDuring<T>(work: () => Promise<T>): Promise<T> {
    this.#closed += 1;
    if (this.#closed === 1) for (const act of this.#onClose) act();
    try {
      return await work();
    } finally {
      this.#closed -= 1;
    }
  }

  /** Another process's lock tells the end, so that a killed process keeps no requests out. */
  async closeWhileOthersRestore(owner: pg.ClientConfig): Promise<void> {
    await this.closeDuring(() =>
      withClient(owner, async (client) => {
        for (;;) {
          if (!(await isRestoreUnderWay(client))) return;
          await sleep(POLL_MS);
        }
      }),
    );
  }
}

export async function withRestoreLock<T>(
  owner: pg.ClientConfig,
  gate: RestoreGate,
  work: () => Promise<T>,
): Promise<T> {
  return withClient(owner, async (client) => {
    await client.query('select pg_advisory_lock($1)', [RESTORE_LOCK]);
    await client.query(`notify ${RESTORE_CHANNEL}`);
    return gate.closeDuring(work);
  });
}
