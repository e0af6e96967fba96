import { defineMessages, plural } from '#contract/messages.ts';

interface WaitingValues {
  /** Only for an overdue entry. */
  readonly since: string | undefined;
  readonly next: { readonly attempt: number; readonly seconds: number } | undefined;
  readonly answer: string | undefined;
}

export const messages = defineMessages('syncCenter', {
  lostInRestore: ({ backup }: { backup: string | undefined }) =>
    backup === undefined
      ? 'The server was restored from an older backup. This device had also sent what follows, and it is gone. Do it again where it is needed.'
      : `The server was restored from the backup of ${backup}. This device had also sent what follows since, and it is gone. Do it again where it is needed.`,
  lostAt: ({ title, time }: { title: string; time: string }) => `${title} (${time})`,
  lostChecked: 'I have checked',
  withCount: ({ title, count }: { title: string; count: number }) => `${title} (${count})`,
  showMore: ({ count }: { count: number }) => `Show ${count} more`,
  everythingSent: 'Everything is sent',
  sentOffline: 'There is no connection right now. What you save is kept here and sent when it is back.',
  nothingWaits: 'Nothing of yours waits on this device. What you save without a connection shows here.',
  pendingOffline: 'No connection right now. Everything below is safe and will be sent automatically.',
  pendingOnline: 'Everything below is safe on this device until the server has it.',
  readingEntries: 'Reading what waits on this device.',
  sendAll: 'Send all now',
  prepareDevice: 'Prepare this device for offline work',
  preparing: 'Preparing',
  prepareOffline: 'This needs a connection.',
  'prepare-idle': 'Saves lists and choices on this device, so that it is useful without a connection.',
  'prepare-running': 'Saving lists and choices on this device.',
  'prepare-ready': 'This device is ready for offline work.',
  'prepare-incomplete': 'Not everything could be read. Try again.',
  wrongMonthTitle: 'Sent, in another month',
  recordedNextMonth: ({ ended }: { ended: string }) => `Recorded for the next month: ${ended} had ended.`,
  recordedInMonth: ({ month, ended }: { month: string; ended: string }) =>
    `Recorded in ${month}: ${ended} had ended.`,
  waitsForMonth: ({ title }: { title: string }) =>
    `${title}. No month is running: it waits for the next month.`,
  wrongMonthToast: ({ title, message }: { title: string; message: string }) => `${title}. ${message}`,
  storageKept: 'Storage is safe on this device.',
  storageNotKept:
    'This browser may clear what is stored here when the device runs out of room. Installing the app protects it.',
  storageDetails: 'Details',
  storageUsed: ({ used, available }: { used: string; available: string }) =>
    `${used} used of ${available} available.`,
  enteredBy: ({ name }: { name: string }) => `Entered by ${name}. It is sent in your name.`,
  enteredByShort: ({ name }: { name: string }) => `Entered by ${name}.`,
  setAside: 'Set aside',
  followsAnother: 'It follows another entry that needs you first.',
  followsTitled: ({ title }: { title: string }) => `It follows “${title}”, which needs you first.`,
  showDependency: 'Show what it waits for',
  sending: 'Sending',
  onItsWay: 'It is on its way.',
  waitingLong: 'Waiting for more than an hour',
  waitsForSignIn: 'Sign in again and it is sent.',
  waitsForConnection: (values: WaitingValues) => `Waiting for the connection${waitingDetails(values)}`,
  waitsForServer: (values: WaitingValues) => `Waiting for the server${waitingDetails(values)}`,
  retryNow: 'Retry now',
  retryEntry: ({ title }: { title: string }) => `Retry now: ${title}`,
  editEntry: ({ title }: { title: string }) => `Edit: ${title}`,
  discard: 'Discard',
  discardEntry: ({ title }: { title: string }) => `Discard: ${title}`,
  unreadableEntry: ({ day }: { day: string }) => `An entry of ${day} that this version cannot read`,
  changeTitle: ({ kind }: { kind: string }) => `Change ${kind}`,
  changedFields: ({ labels }: { labels: readonly string[] }) => `Changes: ${labels.join(', ')}`,
  deleteTitle: ({ kind }: { kind: string }) => `Delete ${kind}`,
  amountUnknown: 'amount not known yet',
  copies: ({ copies }: { copies: number }) => plural(copies, { one: '# copy', other: '# copies' }),
});

function waitingDetails({ since, next, answer }: WaitingValues): string {
  const waited = since ? ` since ${since}` : '';
  const attempt = next ? `, try ${next.attempt} in ${next.seconds} s` : '';
  return `${waited}${attempt}.${answer ? ` ${answer}` : ''}`;
}
