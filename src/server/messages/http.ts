import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('serverHttp', {
  signInRequired: 'Sign in to go on.',
  signedOut: 'Signed out.',
  signedOutThere: ({ device }: { device: string }) => `Signed out: ${device}.`,
  signedOutElsewhere: 'Signed out everywhere else.',
  emailConfirmed: ({ email }: { email: string }) => `You sign in with ${email} from now on.`,
  sessionEnded: 'Your session has ended. Sign in again.',
  wrongCredentials: 'Wrong email or password.',
  tooManyRequests: 'Too many requests at once. Wait a moment and try again.',
  tooManyAttempts: 'Too many tries. Wait a minute and try again.',
  tooManyFailures:
    'Too many wrong passwords were tried for this address. Try again in an hour, or where you have signed in before.',
  passwordReplaced: 'Your new password is set. Sign in with it.',

  approvalUnusable: 'This approval does not count any more. Ask the manager again.',
  notApprovable: 'A manager does this on their own device. It cannot be approved here.',
  refusedUnseen:
    'It was refused for a reason that only a manager may see. Try it on the device of a manager.',
  approverMayNot: 'This person may not approve it either. Ask a manager.',

  monthDeleted: ({ name }: { name: string }) => `Month deleted: ${name}.`,

  exportFormatInvalid: 'Choose csv or xlsx',
  exportRunning: 'You are exporting another list. Wait until it has arrived, or cancel it.',
  exportTooLong: ({ rows }: { rows: number }) =>
    `A sheet holds at most ${rows.toLocaleString('en')} rows. Choose CSV, or filter the list first.`,

  uploadNotForm:
    'Send the file as multipart/form-data, with the file at "file" and the rest as JSON at "options".',
  uploadMissing: 'Choose a file',
  uploadTooLarge: ({ megabytes }: { megabytes: number }) =>
    `The file is larger than ${megabytes} MB. Split it into several.`,
  uploadOptions: 'The options are not JSON.',
  importsBusy: 'Other files are being imported. Try again in a moment.',
  fileNeither: 'This is neither a CSV nor an Excel file.',
  fileOldExcel: 'This is a file of an old Excel. Save it as .xlsx or CSV first.',
  fileBroken: 'This Excel file cannot be read. Open it, save it again as .xlsx or CSV, and choose that.',
  fileUnpacked: 'This Excel file comes to far more than its size. Save it as CSV and choose that.',
  fileNoText: ({ row }: { row: string }) =>
    `Row ${row} holds a character that stands for no text. Delete it and choose the file again.`,
  fileColumns: ({ columns }: { columns: number }) =>
    `The file has more than ${columns} columns. Delete those that are not needed.`,
  fileCells: ({ cells }: { cells: number }) =>
    `The file has more than ${cells.toLocaleString('en')} cells. Delete columns that are not needed, or split it into several.`,
  fileCell: ({ length }: { length: number }) =>
    `A cell of the file has more than ${length.toLocaleString('en')} characters. Shorten it.`,
  fileSlow: 'Reading this file took too long. Save it as CSV, or split it into several.',
  fileQuote: ({ row }: { row: string }) => `A quotation mark near row ${row} is not closed.`,
  fileRows: ({ rows }: { rows: number }) =>
    `The file has more than ${rows.toLocaleString('en')} rows. Split it into several.`,
  fileEmpty: 'The file is empty.',
  fileNoSuchRow: ({ row }: { row: string }) =>
    `Row ${row} of the file is empty. Choose another for the headings.`,
  fileHeadingsOnly: 'The file has headings but no rows.',
  fileSameHeadings: ({ heading }: { heading: string }) =>
    `Two columns are called ${heading}. Rename or delete one of them.`,

  requestInvalid: 'This request cannot be understood.',
  keyInvalid: ({ header }: { header: string }) => `${header} must be a UUID.`,
  authorInvalid: ({ header }: { header: string }) => `${header} must be the id of a user.`,
  ifMatchInvalid: 'Send the version of the record in double quotes.',
  textNotUtf8: 'The text is not UTF-8.',
  nullCharacter: 'This text has characters that cannot be read',
  bodyNotJson: 'The body is not JSON.',
  mediaTypeInvalid: 'Send the body as application/json.',
  bodyTooLarge: 'This is too large to be saved.',
  bodyLengthWrong: 'The body is not as long as announced.',

  serverBusy: 'The server has no room for another request. Try again shortly.',
  metricsTokenWrong: 'Send the token of METRICS_TOKEN.',
  setUp: ({ branch }: { branch: string }) => `${branch} is set up.`,
  setUpAlready: 'This server is set up already. Sign in.',
  setupCodeWrong: 'This is not the code. Look at what the server printed when it started.',
  restoring: 'A backup is being restored. Try again in a moment.',
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

  serverStopping: 'The server is stopping. Try again shortly.',
  tooManyStreams: 'Too many devices are connected. Changes are shown a little later.',

  databaseUnavailable: 'The server cannot reach its database at the moment. Try again shortly.',
  serverFailed: ({ requestId }: { requestId: string }) =>
    `Something went wrong on the server. Report it with the number ${requestId}.`,
});
