import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('outbox', {
  signedOut:
    'You are signed out. Sign in again in another tab, then save here: nothing of this form is lost.',
  notStored:
    'This device could not store it, so it is not saved. Free some space or leave private browsing, then save again.',
  sentDirectly:
    'This device cannot store anything, so it was sent directly. Without a connection nothing can be saved here.',
  directUnknown:
    'This device cannot store anything, and the answer did not come. Keep this form open and save again without changes: it is recorded only once.',
  directRecordedBefore:
    'It was recorded before you changed it here. Look for it in the list and change it there.',
  upgradeBlocked:
    'It is not saved: another window of Branch Desk, of an older version, holds what is stored on this device. Close or reload that window, then save again.',
  nothingToChange: 'Nothing to change: it is already so.',
  changedMeanwhile: 'Somebody changed this record meanwhile.',
  removedBeforeSending: 'Removed. It had not been sent yet.',
  datedWhenEntered: ({ day }: { day: string }) => `It is dated ${day}, the day it was entered.`,
  dayUnknown: 'The clock of this device was wrong when this was entered. Choose its day.',
  dependencyNeverRecorded: 'What this belongs to was never recorded. Enter it again, or discard it.',
  paidWithOthers:
    'This was paid together with others and is not sent yet. Wait until it is sent, or change it in the Sync panel.',
  mustBeSentFirst:
    'This belongs to a record that is not sent yet. Wait until it is sent: this server cannot take them together.',
  dependencyRemoved: 'What this refers to has been removed from this device. Choose it again.',
  waitsForSignIn: 'Waiting for you to sign in.',
  unreadableAnswer: 'The answer could not be read. It is sent again.',
  cannotSend: 'This version of the app cannot send this entry.',
  savedBefore:
    'This form was saved before, with other values, and those were sent. Open the record from its list to change it. For another record, start a new form.',
  alreadySent: 'This has been sent meanwhile. Open the record again to change it.',
  hasPendingDependents: ({ count }: { count: number }) =>
    plural(count, {
      one: 'One unsent entry belongs to this, so it stays until that one is sent.',
      other: '# unsent entries belong to this, so it stays until those are sent.',
    }),
  mayHaveArrived: 'This may have reached the server already. It can be changed once that is known.',
  beingSent: 'It is being sent right now. Wait for the answer.',
  cannotBeChanged: 'This entry can no longer be changed.',
  notPending: 'This entry is not waiting any more.',
  overdueOffline: ({ since }: { since: string }) =>
    `Waiting since ${since}, more than an hour. Check this device’s Wi-Fi. If other devices are online, restart it; if none is, tell your manager that the line is down. What waits is safe here.`,
  overdueOnline: ({ since }: { since: string }) =>
    `Waiting since ${since}, more than an hour. The line is there, but the server does not take it. Tell your manager to ask whoever looks after the server. What waits is safe here.`,
  approvalNeedsConnection: ({ sentence }: { sentence: string }) =>
    `${sentence} A manager can approve it here once there is a connection.`,
  noApprovals: 'A manager must do this. Sign in as one, or ask them to.',
  approvalWaits: 'This belongs to something that was not sent yet. Try again once it is.',
  approvalUnknown: 'The answer did not come. Approve it again: it is done only once.',
  approveWho: 'Entered by',
  approveCreate: ({ singular }: { singular: string }) => `Record: ${singular}`,
  approveChange: ({ singular }: { singular: string }) => `Change: ${singular}`,
  approveDelete: ({ singular }: { singular: string }) => `Delete: ${singular}`,
});
