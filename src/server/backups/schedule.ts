import type { StoredBackup } from './backup-folder.ts';

const BACKUP_HOUR = 2;

/** Returns 02:00 of the server's clock, `days` days from the day of `now`. Where a change of the clock skips it, the next hour counts. */
function backupTime(now: Date, days: number): Date {
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, BACKUP_HOUR);
}

/** Returns the last time at which a daily backup was to be made. */
export function lastBackupTime(now: Date): Date {
  const today = backupTime(now, 0);
  return today.getTime() <= now.getTime() ? today : backupTime(now, -1);
}

/** Returns the next time at which a daily backup is made. */
export function nextBackupTime(now: Date): Date {
  const today = backupTime(now, 0);
  return today.getTime() > now.getTime() ? today : backupTime(now, 1);
}

/**
 * Tells whether the last daily backup is missing. It compares times instead of waiting for an hour, so that a server that was off, asleep
 * or had a wrong clock makes up for it. A backup from the future counts as none: the clock was wrong when it was made, or is now.
 * @param since when the database got its first branch; one that was empty at the last backup time has missed nothing
 */
export function isBackupDue(
  now: Date,
  backups: readonly Pick<StoredBackup, 'kind' | 'madeAt'>[],
  since: Date | undefined,
): boolean {
  const due = lastBackupTime(now).getTime();
  if (since === undefined || since.getTime() > due) return false;
  return !backups.some(
    ({ kind, madeAt }) => kind === 'daily' && madeAt.getTime() >= due && madeAt.getTime() <= now.getTime(),
  );
}
