import { defineMessages } from '#contract/messages.ts';

const megabytes = (bytes: number) => `${Math.ceil(bytes / 1_000_000)} MB`;

export const messages = defineMessages('serverBackups', {
  diskTooFull: ({ folder, free, needed }: { folder: string; free: number; needed: number }) =>
    `No backup was made: the disk of ${folder} has ${megabytes(free)} free and needs ${megabytes(needed)}. Free some space, or choose another folder with BACKUP_DIR.`,
  mayNotCreateDatabases:
    'The database user may not create the scratch database in which a backup is tried: give it CREATEDB.',
  noRoomToProve: ({ free, needed }: { free: number; needed: number }) =>
    `The database's disk has ${megabytes(free)} free; trying a backup needs ${megabytes(needed)}.`,
  proofFailed: ({ name, reason }: { name: string; reason: string }) =>
    `The backup ${name} does not prove itself: ${reason}`,
  copyFailed: ({ name, reason }: { name: string; reason: string }) =>
    `The backup ${name} was not copied to another place: ${reason}`,
  copyPlaceUnreached: ({ reason }: { reason: string }) =>
    `The place of BACKUP_COPY was not reached; backups are made here, and copied once it is. ${reason}`,
  copyStalled: 'The transfer came to a standstill.',
  copyOfAnotherKey: ({ name }: { name: string }) =>
    `The copy of ${name} was encrypted with another key than BACKUP_COPY_KEY.`,
  copyDiffers: ({ name }: { name: string }) =>
    `The copy of ${name} that was fetched back differs from the backup.`,
  copyStoreUnreached: ({ host, reason }: { host: string; reason: string }) =>
    `The store ${host} was not reached (${reason}).`,
  copyStoreRefused: ({ host, status }: { host: string; status: string }) =>
    `The store ${host} answered with ${status}.`,
  copyCommandFailed: ({ code, reason }: { code: string; reason: string }) =>
    `The command of BACKUP_COPY ended with ${code} (${reason}).`,
  upgradeWithoutBackup: ({ reason }: { reason: string }) =>
    `WARNING: the schema is upgraded without a backup. ${reason}`,
  backupMissing: ({ name }: { name: string }) =>
    `The file of the backup ${name} is gone from the folder of backups.`,
  backupElsewhere:
    'The file of this backup is not in the folder of this server: it is gone, or another server has it.',
  backupUnknown: 'There is no such backup.',
  backupUnreadable: ({ reason }: { reason: string }) => `This backup cannot be read: ${reason}`,
  backupBusy: 'A backup or a restore is under way already.',
  backupStarted: 'The backup is being made.',
  restoreStarted: 'The backup is being restored.',
  restoredMeanwhile: 'A backup was restored meanwhile. Look at the list again.',
  confirmationDiffers: ({ confirmation }: { confirmation: string }) => `Type ${confirmation} to go on.`,
  backupOfOthers: 'This backup does not hold your branch.',
  severalBranches:
    'Several branches share this database, and a restore takes all of them back. Ask whoever looks after the server.',
});
