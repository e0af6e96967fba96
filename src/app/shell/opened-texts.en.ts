import { defineMessages } from '#contract/messages.ts';

/** Holds the texts of what opens from the frame: menus, drawers and the pages of the shell. They load with it. */
export const messages = defineMessages('shellOpened', {
  appearance: 'Appearance',
  beingBuilt: 'This part is being built.',
  closeMenu: 'Close the menu',
  closeSyncPanel: 'Close the Sync panel',
  comingSoon: 'Coming Soon...',
  installOpen: 'Open Branch Desk from its icon and sign in there once.',
  installShareIcon: '(a square with an arrow)',
  installTapShareAfterIcon: "in the browser's bar.",
  installTapShareBeforeIcon: 'Tap Share',
  installToHomeScreen: 'Choose Add to Home Screen.',
  installTitle: 'Install on this device',
  language: 'Language',
  digits: 'Digits',
  digitsLatin: '123',
  digitsArabicIndic: '١٢٣',
  logOut: 'Log out',
  menu: 'Menu',
  drawerCloses: 'Drawer closes',
  backups: 'Backups',
  schemeDark: 'Dark',
  schemeDevice: 'Same as device',
  schemeLight: 'Light',
  sync: 'Sync',
  syncDescription: 'What is saved on this device and not yet at the server.',
});
