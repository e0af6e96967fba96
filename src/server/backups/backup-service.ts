import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type BackupKind, type BackupList, type BackupWarning, backupCopy } from '#contract/backups.ts';
import { withClient } from '#server/db/connections.ts';
import { isLockHeld, withFreeLock, withLock } from '#server/db/locks.ts';
import type { OpenDatabase } from '#server/db/open-database.ts';
import type { ServerConfig } from '#server/platform/config.ts';
import { reasonOf, StartupError } from '#server/platform/startup-error.ts';
import { ageSeconds, backupFile, type StoredBackup } from './backup-folder.ts';
import type { BranchContents } from './backup-format.ts';
import { type ListedBackup, listKnownBackups, readReport, usableOf, writeReport } from './backup-list.ts';
import { describeBranches, storedTables } from './backup-tables.ts';
import { Copier, type CopyState, type ReportBackup } from './copies/copier.ts';
import type { Copies } from './copies/copies.ts';
import { type BackupPlace, makeBackup, proveStored } from './make-backup.ts';
import { readHeader } from './read-backup.ts';
import { verifyBackup } from './restore-backup.ts';
import { type RestoreGate, withRestoreLock } from './restore-gate.ts';
import { inSchemaOf, restoreOver } from './restore-over.ts';
import { messages } from './texts.en.ts';

const CHECK_INTERVAL_MS = 60_000;
/** Milliseconds after the start of the server before a missed backup is made, and after the first branch before its first. */
const FIRST_CHECK_MS = 5 * 60_000;
const RETRY_AFTER_FAILURE_MS = 10 * 60_000;
/** Milliseconds after 02:00 in which the nightly backup is not late yet. */
const LATE_AFTER_MS = 2 * 60 * 60_000;
const STATE_CACHE_MS = 10_000;
/** Milliseconds that monitoring waits for the database; then it gets what was known before. */
const STATE_LIMIT_MS = 2_000;
/** Milliseconds for other servers to close their gates before tables are locked. */
const GATES_CLOSE_MS = 1_000;

interface BackupServiceOptions {
  readonly place: BackupPlace;
  readonly gate: RestoreGate;
  readonly report: ReportBackup;
}

export interface BackupState {
  readonly newest: StoredBackup | undefined;
  readonly ageSeconds: number | undefined;
  readonly warning: BackupWarning | null;
  /** Undefined where backups are not copied to another place. */
  readonly copies: CopyState | undefined;
}

/** One server process makes the automatic backups and restores them (decision 58). */
export class BackupService {
  readonly gate: RestoreGate;
  readonly #place: BackupPlace;
  readonly #report: ReportBackup;
  readonly #copier: Copier | undefined;
  #running: 'backup' | 'restore' | null = null;
  #pausedUntil = 0;
  #firstBranchAt: Date | undefined;
  #timers: NodeJS.Timeout[] = [];
  #state: { readonly at: number; readonly of: Promise<BackupState> } | undefined;
  #knownState: BackupState | undefined;
  readonly #reportedMissing = new Set<string>();

  constructor({ place, gate, report }: BackupServiceOptions) {
    this.#place = place;
    this.gate = gate;
    this.#report = report;
    this.#copier = place.copies && new Copier({ ...place, copies: place.copies }, report);
  }

  /**
   * Whether the place of copies answers, before the first copy is due.
   * @returns a warning
   */
  async tryCopies(): Promise<string | undefined> {
    const problem = await this.#copier?.tryPlace();
    return problem && `WARNING: ${problem}`;
  }

  start(): void {
    const check = () => void this.check().then(() => this.copyNewest());
    void this.#readFirstBranch().catch(() => undefined);
    const first = setTimeout(() => {
      check();
      this.#timers.push(setInterval(check, CHECK_INTERVAL_MS).unref());
    }, FIRST_CHECK_MS);
    this.#timers.push(first.unref());
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#copier?.stop();
  }

  /** Backups and restores do not wait for it. Never throws. */
  async copyNewest(): Promise<void> {
    await this.#copier?.check();
  }

  /** Makes the daily backup if it is due, and proves one that has no proof yet. Never throws. */
  async check(): Promise<void> {
    if (this.#running !== null || performance.now() < this.#pausedUntil) return;
    await this.#run('backup', async () => {
      const { unproven, due } = await this.#readSchedule();
      if (!due && unproven === undefined) return;
      await withFreeLock(this.#place.owner, 'backup', async () => {
        // Another process may have made it while this one asked for the lock.
        const locked = await this.#readSchedule();
        if (locked.due) await this.#make('daily');
        else if (locked.unproven) await this.#prove(locked.unproven);
      });
    });
  }

  /**
   * At a manager's request.
   * @returns false if another one, or a restore, is running
   */
  makeNow(): boolean {
    if (this.#running !== null) return false;
    void this.#run('backup', async () => {
      await withLock(this.#place.owner, 'backup', () => this.#make('manual'));
    });
    return true;
  }

  /**
   * Verifies the file, answers requests with 503, makes a backup of today's state and replaces all rows, or nothing.
   * @returns false if a backup or another restore is running
   */
  restore(name: string): boolean {
    const file = backupFile(this.#place.folder, name);
    if (this.#running !== null || file === undefined) return false;
    void this.#run('restore', () => this.#restore(name, file));
    return true;
  }

  async list(): Promise<Omit<BackupList, 'restorable' | 'confirmation' | 'generation'>> {
    const { owner, now, keep } = this.#place;
    const backups = await listKnownBackups(this.#place);
    const { problem, copy_problem, last_restore } = await readReport(owner);
    const copies = this.#copier?.stateOf(usableOf(backups), copy_problem);
    return {
      results: backups.map(toWire),
      warning: this.#warningOf(usableOf(backups)),
      problem,
      copies: copies
        ? {
            newest: copies.newest?.madeAt.toISOString() ?? null,
            warning: copies.warning,
            problem: copies.problem,
          }
        : null,
      running: this.#running ?? (await this.#runningElsewhere()),
      next_at: nextBackupTime(now()).toISOString(),
      keep,
      last_restore,
    };
  }

  async #runningElsewhere(): Promise<BackupList['running']> {
    return withClient(this.#place.owner, async (client) => {
      if (await isLockHeld(client, 'restore')) return 'restore';
      return (await isLockHeld(client, 'backup')) ? 'backup' : null;
    });
  }

  /** As of the last seconds, for monitoring. Never throws, and waits two seconds for the database at most. */
  state(): Promise<BackupState> {
    const now = performance.now();
    if (this.#state === undefined || now - this.#state.at > STATE_CACHE_MS) {
      this.#state = { at: now, of: this.#readState() };
    }
    return this.#state.of;
  }

  async #readState(): Promise<BackupState> {
    const unknown = async () => {
      await sleep(STATE_LIMIT_MS, undefined, { ref: false });
      throw new Error('the database does not answer');
    };
    try {
      this.#knownState = await Promise.race([this.#askState(), unknown()]);
    } catch {
      this.#knownState ??= { newest: undefined, ageSeconds: undefined, warning: null, copies: undefined };
    }
    const { newest } = this.#knownState;
    return { ...this.#knownState, ageSeconds: newest && ageSeconds(newest, this.#place.now()) };
  }

  async #askState(): Promise<BackupState> {
    const backups = usableOf(await listKnownBackups(this.#place));
    const { copy_problem } = await readReport(this.#place.owner);
    const [newest] = backups;
    await this.#readFirstBranch();
    return {
      newest,
      ageSeconds: undefined,
      warning: this.#warningOf(backups),
      copies: this.#copier?.stateOf(backups, copy_problem),
    };
  }

  /**
   * Contents are undefined for a backup of an older version. `isHere`: its file is in the folder of this server.
   * @throws {StartupError} if the file cannot be read
   */
  async describe(name: string): Promise<
    | {
        backup: ReturnType<typeof toWire>;
        branches: readonly BranchContents[] | undefined;
        isHere: boolean;
      }
    | undefined
  > {
    const file = backupFile(this.#place.folder, name);
    const found = (await listKnownBackups(this.#place)).find((one) => one.name === name);
    if (!file || !found) return undefined;
    const isHere = existsSync(file);
    const branches = found.branches ?? (isHere ? (await readHeader(file)).summary?.branches : undefined);
    return { backup: toWire(found), branches, isHere };
  }

  async countBranches(): Promise<number> {
    return withClient(this.#place.owner, async (client) => {
      const { rows } = await client.query<{ count: number }>('select count(*)::integer as count from branch');
      return rows[0]?.count ?? 0;
    });
  }

  async describeNow(): Promise<readonly BranchContents[]> {
    return withClient(this.#place.owner, async (client) =>
      describeBranches(client, await storedTables(client)),
    );
  }

  async #restore(name: string, file: string): Promise<void> {
    const { owner } = this.#place;
    try {
      const backup = await verifyBackup(file);
      await withLock(owner, 'backup', () =>
        inSchemaOf(owner, backup, (converted) =>
          withRestoreLock(owner, this.gate, async () => {
            await sleep(GATES_CLOSE_MS);
            await restoreOver(owner, converted, async () => {
              const { proof } = await makeBackup(this.#place, 'restore', [name]);
              if (proof?.state === 'failed') throw new StartupError(proof.reason ?? '');
            });
          }),
        ),
      );
      await this.#endRestore(name, null);
      this.#report('info', { backup: name }, 'a backup was restored');
    } catch (error) {
      await this.#endRestore(name, reasonOf(error)).catch(() => undefined);
      throw error;
    }
  }

  async #endRestore(name: string, problem: string | null): Promise<void> {
    const last_restore = { name, at: this.#place.now().toISOString(), problem };
    await writeReport(this.#place.owner, { last_restore });
  }

  async #run(task: 'backup' | 'restore', work: () => Promise<void>): Promise<void> {
    this.#running = task;
    try {
      await work();
    } catch (error) {
      if (task === 'backup') {
        await writeReport(this.#place.owner, { problem: reasonOf(error) }).catch(() => undefined);
        this.#pausedUntil = performance.now() + RETRY_AFTER_FAILURE_MS;
      }
      this.#report('error', { err: error }, `the ${task} failed: ${reasonOf(error)}`);
    } finally {
      this.#running = null;
    }
  }

  async #make(kind: BackupKind): Promise<void> {
    const made = await makeBackup(this.#place, kind);
    await writeReport(this.#place.owner, { problem: null });
    this.#pausedUntil = 0;
    await this.#reportProof(made);
  }

  async #prove(backup: StoredBackup): Promise<void> {
    await this.#reportProof(await proveStored(this.#place, backup));
  }

  async #reportProof({ name, size, proof }: StoredBackup): Promise<void> {
    if (proof?.state === 'failed') {
      const problem = messages.proofFailed({ name, reason: proof.reason ?? '' });
      await writeReport(this.#place.owner, { problem });
      this.#report('error', { backup: name }, problem);
    } else this.#report('info', { backup: name, size, proof: proof?.state ?? 'none' }, 'a backup was made');
  }

  async #readSchedule(): Promise<{ unproven: StoredBackup | undefined; due: boolean }> {
    const known = await listKnownBackups(this.#place);
    for (const { name, own, missingSince } of known) {
      if (!own || missingSince === undefined || this.#reportedMissing.has(name)) continue;
      this.#reportedMissing.add(name);
      this.#report('error', { backup: name, missingSince }, messages.backupMissing({ name }));
    }
    const backups = usableOf(known);
    const since = await this.#readFirstBranch();
    const [newest] = backups;
    const isHere = newest !== undefined && existsSync(backupFile(this.#place.folder, newest.name) ?? '');
    return {
      unproven: isHere && !newest.proof ? newest : undefined,
      due: isBackupDue(this.#place.now(), backups, since),
    };
  }

  #warningOf(backups: readonly StoredBackup[]): BackupWarning | null {
    const then = new Date(this.#place.now().getTime() - LATE_AFTER_MS);
    const isMade = backups.some(({ kind, madeAt }) => kind === 'daily' && madeAt > then);
    if (!isMade && isBackupDue(then, backups, this.#firstBranchAt)) return 'late';
    const state = backups[0]?.proof?.state;
    return state === 'failed' || state === 'unproven' ? state : null;
  }

  async #readFirstBranch(): Promise<Date | undefined> {
    this.#firstBranchAt ??= await withClient(this.#place.owner, async (client) => {
      const { rows } = await client.query<{ first: Date | null }>(
        'select min(created_at) as first from branch',
      );
      return rows[0]?.first ?? undefined;
    });
    return this.#firstBranchAt;
  }
}

function toWire({ name, kind, madeAt, size, proof, copy, own, missingSince }: ListedBackup) {
  return {
    name,
    kind,
    made_at: madeAt.toISOString(),
    size,
    proof: proof ?? null,
    copy: copy ? backupCopy.parse(copy) : null,
    own,
    missing_since: missingSince?.toISOString() ?? null,
  };
}

const BACKUP_HOUR = 2;

/**
 * 02:00 of the server's clock, `days` days from the day of `now`. If a change of the clock skips it, the next hour
 * counts.
 */
function backupTime(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, BACKUP_HOUR);
}

export function lastBackupTime(now: Date): Date {
  const today = backupTime(now, 0);
  return today.getTime() <= now.getTime() ? today : backupTime(now, -1);
}

export function nextBackupTime(now: Date): Date {
  const today = backupTime(now, 0);
  return today.getTime() > now.getTime() ? today : backupTime(now, 1);
}

/**
 * True if the last daily backup is missing. It compares times instead of waiting for an hour, so that a server that was
 * off, asleep or had a wrong clock makes up for it. A backup from the future counts as none: the clock was wrong when
 * it was made, or is now. The first one is due five minutes after the first branch, whatever the hour.
 * @param since when the database got its first branch
 */
export function isBackupDue(
  now: Date,
  backups: readonly Pick<StoredBackup, 'kind' | 'madeAt'>[],
  since: Date | undefined,
): boolean {
  if (since === undefined || now.getTime() - since.getTime() < FIRST_CHECK_MS) return false;
  const due = lastBackupTime(now).getTime();
  return !backups.some(
    ({ kind, madeAt }) => kind === 'daily' && madeAt.getTime() >= due && madeAt.getTime() <= now.getTime(),
  );
}

export function backupPlaceOf(
  { dataDir, backups }: Pick<ServerConfig, 'dataDir' | 'backups'>,
  { owner, embedded }: Pick<OpenDatabase, 'owner' | 'embedded'>,
  copies?: Copies,
): BackupPlace {
  const { folder, keep } = backups;
  return {
    owner,
    dataFolder: embedded ? dataDir : undefined,
    folder,
    keep,
    copies,
    now: () => new Date(),
  };
}
