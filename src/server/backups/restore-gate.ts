import { setTimeout as sleep } from 'node:timers/promises';
import { type Kysely, sql } from 'kysely';
import type pg from 'pg';
import type { Database } from '#server/db/database.ts';
import { lockKey, withLock } from '#server/db/locks.ts';
import { messages } from '#server/messages/http.en.ts';
import { HttpError } from '#server/platform/http-error.ts';

const POLL_MS = 500;
const RETRY_AFTER_SECONDS = 5;

/** The shared lock cannot be had while a process restores. It is given back at the end of the statement. */
async function isRestoring(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ restoring: boolean }>`
    select not pg_try_advisory_xact_lock_shared(${sql.raw(lockKey('restore'))}) as restoring`.execute(db);
  return rows[0]?.restoring ?? false;
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

  /** @throws {HttpError} 503 while it is closed */
  requireOpen(): void {
    if (this.isClosed) throw new HttpError(503, { detail: messages.restoring }, RETRY_AFTER_SECONDS);
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

  /**
   * Closes while another process restores. Its lock tells begin and end, so that a killed process keeps no requests out.
   * @throws {HttpError} 503 then
   */
  async requireNoRestore(db: Kysely<Database>): Promise<void> {
    this.requireOpen();
    if (!(await isRestoring(db))) return;
    const untilRestored = async () => {
      do await sleep(POLL_MS, undefined, { ref: false });
      while (await isRestoring(db));
    };
    // Without an answer it opens; the next reading of the versions asks again.
    if (!this.isClosed) void this.closeDuring(untilRestored).catch(() => undefined);
    this.requireOpen();
  }
}

export async function withRestoreLock<T>(
  owner: pg.ClientConfig,
  gate: RestoreGate,
  work: () => Promise<T>,
): Promise<T> {
  // Closed before the lock is held: a reading of the versions in between would take it for another process's.
  return gate.closeDuring(() => withLock(owner, 'restore', work));
}
