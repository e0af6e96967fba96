import type { BackupCopy, BackupKind, BackupProof, BackupWarning, CopyWarning } from '#contract/backups.ts';
import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('backups', {
  title: 'Backups',
  about: ({ next, keep }: { next: string; keep: number }) =>
    `Made by the server every night; the next one ${next}. The newest ${keep} stay.`,
  aboutLoading: 'Made by the server every night.',
  backUpNow: 'Back up now',
  backingUp: 'Backing up',
  started: 'The backup is being made.',
  loading: 'Backups are loading',
  needsConnection: 'Backups need a connection.',

  emptyTitle: 'No backup yet',
  emptyAbout: 'The first one is made in some minutes. You can make one now.',

  kindDaily: 'Daily',
  kindUpgrade: 'Before an upgrade',
  kindRestore: 'Before a restore',
  kindManual: 'By hand',
  proofProven: 'Proven',
  proofFailed: 'Not usable',
  proofUnproven: 'Not tried',
  proofNone: 'Being tried',

  fileOfAnother: 'In the folder, but not made by this database.',
  fileMissing: ({ seen }: { seen: string }) => `Its file is gone. It was there until ${seen}.`,

  warningLate: 'The backup of last night is missing.',
  warningFailed: 'The newest backup cannot be restored.',
  warningUnproven: 'The newest backup could not be tried out.',
  copyFetched: 'Also in another place',
  copyFailed: 'Copy failed',
  copyNewest: 'Newest copy in another place',
  copyNone: 'none yet',
  copyWarningLate: 'No backup of the last two days is in another place.',
  copyWarningFailed: 'The newest backup could not be copied to another place.',
  tellSomeone: 'Tell whoever looks after the server.',

  lookInside: ({ made }: { made: string }) => `Look into the backup of ${made}`,
  look: 'Look inside',

  previewTitle: ({ made }: { made: string }) => `Backup of ${made}`,
  previewLoading: 'Reading the backup',
  previewUnknown: 'An older version made this backup. What it holds is not known before it is restored.',
  held: 'In the backup',
  current: 'Now',
  subject: 'Records',
  months: 'Months',
  monthsWith: ({ count, newest }: { count: number; newest: string }) => `${count}, newest ${newest}`,
  newestPayment: 'Newest payment',
  payment: ({ amount, at }: { amount: string; at: string }) => `${amount}, ${at}`,
  none: 'none',

  restore: 'Restore this backup',
  consequence:
    'All records of the branch become what they were then. What was entered since leaves the server; a backup of today is made first. Devices offer what they have sent since to enter it again.',
  whoSignsIn: 'Users, passwords and sign-ins stay as they are now.',
  confirmLabel: ({ text }: { text: string }) => `Type “${text}” to go on`,
  severalBranches:
    'Several branches share this server, and a restore would take all of them back. Ask whoever looks after the server.',
  notUsable: ({ reason }: { reason: string }) => `This backup cannot be restored. ${reason}`,
  restoring: 'The backup is being restored. Nobody can work on the server for a moment.',
  restored: ({ made }: { made: string }) => `Backup of ${made} restored.`,
  notRestored: ({ reason }: { reason: string }) => `Nothing was restored. ${reason}`,
  reasonUnknown: 'Look at the log of the server.',

  ageHours: ({ hours }: { hours: number }) => plural(hours, { one: '# hour old', other: '# hours old' }),
  ageDays: ({ days }: { days: number }) => plural(days, { one: '# day old', other: '# days old' }),
  ageNew: 'Less than an hour old',
});

const kinds = {
  daily: 'kindDaily',
  upgrade: 'kindUpgrade',
  restore: 'kindRestore',
  manual: 'kindManual',
} as const satisfies Record<BackupKind, keyof typeof messages>;

const proofs = {
  proven: 'proofProven',
  failed: 'proofFailed',
  unproven: 'proofUnproven',
} as const satisfies Record<BackupProof['state'], keyof typeof messages>;

const warnings = {
  late: 'warningLate',
  failed: 'warningFailed',
  unproven: 'warningUnproven',
} as const satisfies Record<BackupWarning, keyof typeof messages>;

const copies = {
  fetched: 'copyFetched',
  failed: 'copyFailed',
} as const satisfies Record<BackupCopy['state'], keyof typeof messages>;

const copyWarnings = {
  late: 'copyWarningLate',
  failed: 'copyWarningFailed',
} as const satisfies Record<CopyWarning, keyof typeof messages>;

export const kindText = (kind: BackupKind): string => messages[kinds[kind]];

export const proofText = (proof: BackupProof | null): string =>
  proof ? messages[proofs[proof.state]] : messages.proofNone;

export const warningText = (warning: BackupWarning): string => messages[warnings[warning]];

export const copyText = ({ state }: BackupCopy): string => messages[copies[state]];

export const copyWarningText = (warning: CopyWarning): string => messages[copyWarnings[warning]];
