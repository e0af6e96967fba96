import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('problems', {
  needsYouCount: ({ count }: { count: number }) => `Needs you (${count})`,
  needsYouAnnouncement: ({ count }: { count: number }) =>
    plural(count, { one: '# entry needs you.', other: '# entries need you.' }),
  nothingNeedsYou: 'Nothing needs you any more.',
  position: ({ at, count }: { at: number; count: number }) => `${at} of ${count}`,
  fieldMessage: ({ label, message }: { label: string; message: string }) => `${label}: ${message}`,
  whatWasEntered: 'What was entered',
  onServerNow: 'On the server now',

  discardHeading: ({ title }: { title: string }) => `Discard ${title}?`,
  discardUncertain:
    'The server may already have it, so look in the list first. Discarded here, it is not sent again.',
  discardCertain: 'It will never reach the server. It stays on this device under Discarded for 60 days.',
  discardWhy: 'Why is it discarded?',
  chooseWhy: 'Choose why first.',
  writeWhy: 'Write a few words on why.',
  whyInWords: 'Why, in a few words',
  keep: 'Keep',
  discardFailed: 'It could not be discarded. Try again.',
  discardedToast: ({ title }: { title: string }) => `Discarded: ${title}.`,
  discardedTitle: 'Discarded',
  discardedCount: ({ count }: { count: number }) => `Discarded in the last 60 days (${count})`,
  discardedAt: ({ at, by }: { at: string; by: string | undefined }) =>
    `Discarded ${at}${by ? ` by ${by}` : ''}`,
  reasonTwice: 'It was entered twice',
  reasonGivenBack: 'The person was given the money back',
  reasonMistake: 'It was a mistake',
  reasonOther: 'Another reason',
  reasonDeleted: 'Its record was deleted before it was sent',
  reasonTheirs: 'What was recorded meanwhile was kept',
  reasonUnsaid: 'No reason was given',

  unsavedBlocksUpdate: 'Save or leave what is being edited first, then update.',
  doneToast: ({ title }: { title: string }) => `Done: ${title}.`,
  actionFailed: 'That did not work. Try again.',
  actionOf: ({ action, title }: { action: string; title: string }) => `${action}: ${title}`,
  sendAgain: 'Send again',
  updateApp: 'Update the app',
  appTooOld: 'The app is too old for this',
  newerVersion: 'A newer version of the app made it on this device. Update the app and it goes on its way.',
  unknownOperation: 'This version of the app does not know it. Update the app and it goes on its way.',
  encryptedTitle: 'This is still encrypted',
  encrypted:
    'It was encrypted on this device when you were signed out. Log out, and sign in again while the server can be reached.',
  unreadableTitle: 'This cannot be read',
  unreadable:
    'It is kept as it is. Update the app and look again; if it stays so, ask your manager before you discard it.',
  otherBranchTitle: 'It belongs to another branch',
  otherBranch:
    'Log out in the menu at the top, then sign in at that branch on this device: it is sent from there. Until then it is safe here.',
  reasonOf: ({ title }: { title: string }) => `Reason for deleting ${title}`,
  writeReason: 'Write why it is deleted.',
  deleteWithReason: 'Delete with this reason',

  // Titles, instructions and actions of the cards.
  openDependents: 'See what belongs to it',
  openList: ({ list }: { list: string }) => `Open ${list}`,
  changedTitle: 'Changed meanwhile',
  changed: ({ count }: { count: number }) =>
    plural(count, {
      one: 'The same field was changed on another device. Choose which value stays.',
      other: 'The same fields were changed on another device. Choose which values stay.',
    }),
  keepMine: 'Keep what was entered',
  takeTheirs: 'Take what is on the server',
  emptyValue: 'nothing',
  changedBy: ({ name, at }: { name: string; at: string }) => `Changed by ${name} ${at}.`,
  changedBeforeDelete: ({ kind }: { kind: string }) =>
    `This ${kind} was changed after it was deleted here, so it is still there. Keep it, or delete it with what was recorded meanwhile.`,
  whenDeleted: 'When it was deleted',
  keepRecord: 'Keep the record',
  deleteAnyway: 'Delete anyway',
  askManager: 'Ask a manager here',
  forbiddenTitle: 'This is not allowed for you',
  forbidden: 'Ask a manager, then send it again; or discard it.',
  mayBeRecorded:
    'The answer to an earlier attempt never came, so it may be recorded already. Send it again, also with a manager: it is recorded only once.',
  rejectedTitle: 'The server did not take it',
  rejected:
    'The server gave no reason. Edit it, or send it again. If it is refused once more, tell your manager.',

  lostInRestoreTitle: 'Lost in a restore of the server',
  lostInRestore:
    'The server was restored from an older backup. This was sent after it and is not there now. Send it again, or discard it if somebody has recorded it anew.',
  sendAllLost: 'Send all that was lost again',

  recordAgain: 'Record it again as new',
  goneAlreadyTitle: ({ kind }: { kind: string }) => `This ${kind} is gone already`,
  goneAlready: 'Somebody has deleted it before. Nothing is left to do.',
  goneColumn: 'It is not there any more.',
  markGone: 'It is gone: done',
  recordDeletedTitle: ({ kind }: { kind: string }) => `This ${kind} is not there any more`,
  recordDeleted: 'Somebody has deleted it. Record it again with what was entered here, or discard this.',
  dependencyDiscardedTitle: 'What this belongs to was never recorded',
  namedDependencyDiscarded: ({ kind, name }: { kind: string; name: string }) =>
    `The ${kind} ${name} was discarded on this device before it was sent. Edit this and choose another, or discard it too.`,
  dependencyDiscarded:
    'What it belongs to was discarded on this device before it was sent. Edit this and choose another, or discard it too.',

  sendIfNotThere: 'It is not there: send again',
  sendIfStillThere: 'It is still there: send again',
  markThere: 'It is there: done',
  outcomeUnknownTitle: 'Nobody knows whether the server got it',
  outcomeUnknown:
    'The answer was lost on the way. Look on the server first; send it again only if it is not there.',

  settleDifference: 'Record what is accepted and settle the difference with the person, or edit it.',
  takeInstead: ({ amount }: { amount: string }) => `Take ${amount} instead`,
  openExisting: 'Open the one that is there',
  giveReason: 'Give a reason',
});
