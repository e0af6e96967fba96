import { defineMessages, plural } from '#contract/messages.ts';

/** Holds the texts of the cards, the comparisons and the discarded entries. */
export const messages = defineMessages('problems', {
  needsYouCount: ({ count }: { count: number }) => `Needs you (${count})`,
  needsYouAnnouncement: ({ count }: { count: number }) =>
    plural(count, { one: '# entry needs you.', other: '# entries need you.' }),
  nothingNeedsYou: 'Nothing needs you any more.',
  position: ({ at, count }: { at: number; count: number }) => `${at} of ${count}`,
  serverSaidPrefix: 'The server said: ',
  fieldMessage: ({ label, message }: { label: string; message: string }) => `${label}: ${message}`,
  askingServer: 'Asking the server…',
  serverUnavailable: 'The server can’t be asked right now, and this device keeps nothing to compare with.',
  readFromServer: ({ at }: { at: string }) => `Read from the server ${at}.`,
  readEarlier: ({ at }: { at: string }) => `The server can’t be asked right now. This is what it said ${at}.`,
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
});
