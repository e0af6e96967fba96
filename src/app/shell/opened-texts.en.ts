import { defineMessages, plural } from '#contract/messages.ts';

/** They load with the menus, drawers, dialogs and the page of the Sync panel. */
export const messages = defineMessages('shellOpened', {
  appearance: 'Appearance',
  clockSeen: 'Understood',
  clockWrong: ({ here, branch }: { here: string; branch: string }) =>
    `The clock of this device is wrong: it shows ${here}, and at the branch it is ${branch}. Branch Desk goes by the branch's time. Please set the clock.`,
  otherZone: ({ here, branch, zone }: { here: string; branch: string; zone: string }) =>
    `The clock of this device shows another time than the branch's: ${here} here is ${branch} in ${zone}. Branch Desk goes by the branch's time.`,
  closeMenu: 'Close the menu',
  closeSyncPanel: 'Close the Sync panel',
  installAfterSending: 'Install after everything is sent',
  installAllSent:
    'Everything that was saved in this tab is sent. From now on use the icon: the app on the Home Screen stores its own.',
  installNeedsYou: ({ count }: { count: number }) =>
    plural(count, { one: '# of them needs you first.', other: '# of them need you first.' }),
  installOffline: 'There is no connection right now. It is sent as soon as there is one.',
  installOpenSync: 'Open the Sync panel',
  installSending: 'It is being sent now.',
  installWaiting: ({ count }: { count: number }) =>
    plural(count, {
      one: '# entry waits in this tab. The app on the Home Screen stores its own and would not have it.',
      other: '# entries wait in this tab. The app on the Home Screen stores its own and would not have them.',
    }),
  installOpen: 'Open Branch Desk from its icon and sign in there once.',
  installShareIcon: '(a square with an arrow)',
  installTapShareAfterIcon: "in the browser's bar.",
  installTapShareBeforeIcon: 'Tap Share',
  installToHomeScreen: 'Choose Add to Home Screen.',
  installTitle: 'Install on this device',
  language: 'Language',
  digits: 'Digits',
  logOut: 'Log out',
  menu: 'Menu',
  schemeDark: 'Dark',
  schemeDevice: 'Same as device',
  schemeLight: 'Light',
  sync: 'Sync',
  syncDescription: 'What is saved on this device and not yet at the server.',
  logOutFailed: 'Signing out did not work. Try again.',
  logOutKeepingEntries: 'Log out (keep unsent entries here)',
  logOutStay: 'Stay signed in',
  logOutUnsavedElsewhere:
    'Another window of Branch Desk has a form that is not saved. If you log out now, what you typed there is deleted from this device.',
  logOutUnsavedHere:
    'This window has a form that is not saved. If you log out now, what you typed is deleted from this device.',
  logOutUnsavedTitle: 'A form is not saved',
  logOutPending: ({ count }: { count: number }) =>
    plural(count, {
      one: '# record is not at the server yet. If you log out now, it stays on this device and is sent the next time you sign in here. Nobody else can see it.',
      other:
        '# records are not at the server yet. If you log out now, they stay on this device and are sent the next time you sign in here. Nobody else can see them.',
    }),
  logOutPendingTitle: 'Not everything is sent',
  loggingOut: 'Logging out',
  switchBranch: 'Your branches',
  switchNeedsConnection: 'Needs a connection the first time',
  switchWaiting: ({ count }: { count: number }) =>
    plural(count, { one: '# entry waits here', other: '# entries wait here' }),
  switching: ({ branch }: { branch: string }) => `Going to ${branch}`,
  switchNow: ({ branch }: { branch: string }) => `Go to ${branch}`,
  switchStay: 'Stay in this branch',
  switchFailed: 'The branch could not be opened. Try again.',
  switchUnsavedElsewhere:
    'Another window of Branch Desk has a form that is not saved. What you typed there stays on this device and is offered to you when you open that form in this branch again.',
  switchUnsavedHere:
    'This window has a form that is not saved. What you typed stays on this device and is offered to you when you open that form in this branch again.',
  switchPending: ({ count }: { count: number }) =>
    plural(count, {
      one: '# record is not at the server yet. It stays on this device and is sent when you are back in this branch.',
      other:
        '# records are not at the server yet. They stay on this device and are sent when you are back in this branch.',
    }),
  oneMoment: 'One moment…',
  sendingPending: ({ count }: { count: number }) =>
    plural(count, { one: 'Sending # unsent entry…', other: 'Sending # unsent entries…' }),
});
