import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('ui', {
  back: 'Back',
  becomes: 'becomes',
  closeNotification: 'Close this notification',
  deleteConsequence: ({ thing }: { thing: string }) =>
    `This action cannot be undone. This will permanently delete this ${thing.toLowerCase()}.`,
  deleteTitle: ({ thing }: { thing: string }) => `Delete ${thing}`,
  deleting: 'Deleting…',
  hidePassword: 'Hide password',
  showPassword: 'Show password',
  errorIcon: 'Error',
  missingChunkDescription:
    'It comes by itself with the next connection to the server. What you saved is kept.',
  missingChunkTitle: 'This page is not on this device yet',
  missingDialog: 'This is not on this device yet. It comes with the next connection.',
  notPermittedAbout: 'A manager can open it, or give you the role that may.',
  notKnownTitle: ({ things }: { things: string }) => `${things} are not on this server`,
  notKnownAbout: 'A newer version of the server has them.',
  notifications: 'Notifications (Alt+T)',
  offline: 'Offline. Showing what was saved on this device.',
  offlineAsOf: ({ time }: { time: string }) => `Offline. Showing what was saved on this device ${time}.`,
  pressFailed: 'This did not work, and nothing was saved by it. Try again; if it stays, reload the page.',
  pageAltered:
    'A translator or an extension of the browser has altered this page. What you saved is kept. Try again; if it stays, switch it off for this site.',
  pageErrorDescription: 'What you saved is kept. Try again; if it stays, open another page.',
  pageErrorFallback: 'Something went wrong on this page.',
  skipToContent: 'Skip to content',
});
