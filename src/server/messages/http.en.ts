import { defineMessages } from '#contract/messages.ts';

export const messages = defineMessages('serverHttp', {
  signInRequired: 'Sign in to go on.',
  tooManyRequests: 'Too many requests at once. Wait a moment and try again.',
  tooManyAttempts: 'Too many tries. Wait a minute and try again.',
  tooManyFailures:
    'Too many wrong passwords were tried for this address. Try again in an hour, or where you have signed in before.',
  approvalUnusable: 'This approval does not count any more. Ask the manager again.',
  refusedUnseen:
    'It was refused for a reason that only a manager may see. Try it on the device of a manager.',
  spreadsheetReadsOnly: 'A token for spreadsheets reads lists as CSV and the report, nothing else.',
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
  branchBusy: 'Your branch has too much under way at this moment. Try again shortly.',
  serverBusy: 'The server has no room for another request. Try again shortly.',
  metricsTokenWrong: 'Send the token of METRICS_TOKEN.',
  restoring: 'A backup is being restored. Try again in a moment.',
  serverStopping: 'The server is stopping. Try again shortly.',
  tooManyStreams: 'Too many devices are connected. Changes are shown a little later.',
  databaseUnavailable: 'The server cannot reach its database at the moment. Try again shortly.',
  serverFailed: ({ requestId }: { requestId: string }) =>
    `Something went wrong on the server. Report it with the number ${requestId}.`,
});
