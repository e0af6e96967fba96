import { defineMessages } from '../messages.ts';

/** Refusals of request bodies that write no record: drawer closes, settings, first run, imports. No list loads them. */
export const bodies = defineMessages('bodies', {
  piecesWrong: 'Enter how many there are, as a whole number',
  unknownPiece: 'There is no such note or coin',
  nothingCounted: 'Count the drawer: enter notes and coins, or the sum',
  keptTooMuch: 'More than was counted cannot stay in the drawer',
  closeReasonMissing: 'Say why the sum differs',
  closeReasonForOther: 'Say why you close the drawer of another person',
  logo: 'Use a PNG, JPEG or WebP picture of at most 100 KB',
  logoTooLarge: ({ side }: { side: number }) => `Use a picture of at most ${side} by ${side} pixels`,
  placeholders: 'Use only {student}, {remaining} and {branch} in braces',
  settingReceiptFooter: 'Text under each receipt',
  settingDiscountLimit: 'Most discount by staff, in percent',
  settingTimeZone: 'Time zone',
  settingDayBegins: 'A day begins at',
  timeZone: 'Name a time zone, such as Africa/Cairo',
  setupCodeMissing: 'Enter the set-up code',
  setupCodeWrong: 'This is not the code',
  branchName: 'Branch name',
  branchNameMissing: 'Enter the name of the branch',
  importTarget: 'Choose what to import',
  fewerColumns: 'There are fewer columns than that',
  fewerRows: 'There are fewer rows than that',
  notPrinted: 'Receipts are not printed for this',
});
