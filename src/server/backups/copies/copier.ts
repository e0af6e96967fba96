import { existsSync } from 'node:fs';
import path from 'node:path';
import type { CopyWarning } from '#contract/backups.ts';
import { ageSeconds, type StoredBackup, writeCopy } from '#server/backups/backup-folder.ts';
import { listKnownBackups, usableOf, writeReport } from '#server/backups/backup-list.ts';
import type { BackupPlace } from '#server/backups/make-backup.ts';
import { messages } from '#server/backups/texts.en.ts';
import { withFreeLock } from '#server/db/locks.ts';
import { reasonOf } from '#server/platform/startup-error.ts';
import type { Copies } from './copies.ts';

const FIRST_RETRY_MS = 10 * 60_000;
const LAST_RETRY_MS = 6 * 60 * 60_000;
/** One night may be missed before a person is told. */
const LATE_AFTER_SECONDS = 2 * 24 * 60 * 60;
/** Time for the first copy after the start of the server: its backups may be older than the setting. */
const FIRST_COPY_MS = 60 * 60_000;

export interface CopyState {
  /** The newest backup of which a copy was fetched back. */
  readonly newest: StoredBackup | undefined;
  readonly ageSeconds: number | undefined;
  readonly warning: CopyWarning | null;
  /** Why the last attempt failed. */
  readonly problem: string | null;
}

export type ReportBackup = (level: 'info' | 'error', details: object, message: string) => void;

/** Copies the newest backup to another place, one server process at a time (decision 156). */
export class Copier {
  readonly #place: BackupPlace & { readonly copies: Copies };
  readonly #report: ReportBackup;
  readonly #stopped = new AbortController();
  #isRunning = false;
  #pausedUntil = 0;
  /** A new start may have other settings, so the first attempt waits for nothing. */
  #isFirst = true;
  readonly #startedAt: Date;

  constructor(place: BackupPlace & { readonly copies: Copies }, report: ReportBackup) {
    this.#place = place;
    this.#startedAt = place.now();
    this.#report = report;
  }

  /** What is under way is done again after the next start. */
  stop(): void {
    this.#stopped.abort(new Error('the server stops'));
  }

  /** Copies the newest backup if that was not done yet. Never throws. */
  async check(): Promise<void> {
    if (this.#isRunning || this.#stopped.signal.aborted || performance.now() < this.#pausedUntil) return;
    this.#isRunning = true;
    try {
      if (!(await this.#findDue())) return;
      const copyDue = async () => {
        // Another process may have copied it while this one asked for the lock.
        const due = await this.#findDue();
        this.#isFirst = false;
        if (due) await this.#copy(due);
      };
      await withFreeLock(this.#place.owner, 'copy of a backup', copyDue);
    } catch (error) {
      this.#pausedUntil = performance.now() + FIRST_RETRY_MS;
      this.#report('error', { err: error }, `the newest backup was not copied: ${reasonOf(error)}`);
    } finally {
      this.#isRunning = false;
    }
  }

  /**
   * Asks for the list of copies.
   * @returns why the place does not answer, for all servers to show
   */
  async tryPlace(): Promise<string | undefined> {
    let problem: string | null = null;
    try {
      await this.#place.copies.list();
    } catch (error) {
      problem = messages.copyPlaceUnreached({ reason: reasonOf(error) });
    }
    if (!this.#stopped.signal.aborted) await writeReport(this.#place.owner, { copy_problem: problem });
    return problem ?? undefined;
  }

  /** @param placeProblem why the place did not answer at the last start of a server */
  stateOf(backups: readonly StoredBackup[], placeProblem: string | null): CopyState {
    const now = this.#place.now();
    const usable = this.#usable(backups);
    const newest = usable.find(({ copy }) => copy?.state === 'fetched');
    const [candidate] = usable;
    const failure = candidate?.copy?.state === 'failed' ? candidate.copy : undefined;
    const isFirstDue = now.getTime() - this.#startedAt.getTime() > FIRST_COPY_MS;
    const since = newest ?? (isFirstDue ? usable.at(-1) : undefined);
    const isLate = since !== undefined && ageSeconds(since, now) > LATE_AFTER_SECONDS;
    return {
      newest,
      ageSeconds: newest && ageSeconds(newest, now),
      warning: failure || placeProblem !== null ? 'failed' : isLate ? 'late' : null,
      problem: failure?.reason ?? placeProblem,
    };
  }

  /**
   * Newest first. One that could not be tried is copied too: a database user without CREATEDB would have no copies at
   * all. One from the future, of a wrong clock, would hide all others.
   */
  #usable(backups: readonly StoredBackup[]): StoredBackup[] {
    const now = this.#place.now();
    return backups.filter(
      ({ proof, madeAt }) => proof !== undefined && proof.state !== 'failed' && madeAt <= now,
    );
  }

  async #findDue(): Promise<StoredBackup | undefined> {
    const [newest] = this.#usable(usableOf(await listKnownBackups(this.#place)));
    // Another server has the file otherwise.
    if (newest === undefined || !existsSync(path.join(this.#place.folder, newest.name))) return undefined;
    if (newest.copy === undefined) return newest;
    const { state, at, attempts } = newest.copy;
    if (state === 'fetched') return undefined;
    const pause = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LAST_RETRY_MS);
    const since = this.#place.now().getTime() - Date.parse(at);
    return this.#isFirst || since >= pause || since < 0 ? newest : undefined;
  }

  async #copy(backup: StoredBackup): Promise<void> {
    const { folder, copies, now } = this.#place;
    const { name, size } = backup;
    const attempts = (backup.copy?.attempts ?? 0) + 1;
    try {
      await copies.copy(path.join(folder, name), this.#stopped.signal);
    } catch (error) {
      if (this.#stopped.signal.aborted) return;
      const reason = reasonOf(error);
      this.#report('error', { backup: name, attempts }, messages.copyFailed({ name, reason }));
      await writeCopy(folder, backup, { state: 'failed', at: now().toISOString(), reason, attempts });
      return;
    }
    await writeCopy(folder, backup, { state: 'fetched', at: now().toISOString(), attempts });
    await writeReport(this.#place.owner, { copy_problem: null });
    this.#report('info', { backup: name, size }, 'a backup was copied and fetched back');
  }
}
