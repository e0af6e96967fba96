import { defineMessages, plural } from '#contract/messages.ts';

const counted = (count: number) => plural(count, { one: '# row', other: '# rows' });

/** Holds the texts of the import page. */
export const messages = defineMessages('import', {
  title: 'Import',
  about: 'Take students, and then their enrolments with what they still owe, from a CSV or Excel file.',
  needsConnection: 'An import needs the connection. What you chose here stays until it is back.',
  notOffered: 'This server takes no files.',
  notOfferedAbout: 'Add the records one by one, or ask whoever looks after the server.',
  steps: 'Steps of the import',
  fileStep: 'File',
  columnsStep: 'Columns',
  checkStep: 'Check',
  resultStep: 'Result',

  what: 'What is in the file?',
  openingOf: ({ things }: { things: string }) => `Enrolments: ${things}`,
  file: 'CSV or Excel file (.csv, .xlsx), at most 10 MB and 100,000 rows',
  chooseFile: 'Choose a file',
  noFileYet: 'No file chosen yet',
  fileHint: 'The first row names the columns. Nothing is written before you have seen the result.',
  fileTooLarge: 'The file is larger than 10 MB. Split it into several.',
  readFile: 'Read the file',
  reading: 'Reading the file',

  columnsHint: 'This is our guess. Change what is wrong, then check the rows.',
  rowsInFile: ({ count, file }: { count: number; file: string }) => `${counted(count)} in ${file}`,
  required: ({ label }: { label: string }) => `${label} (required)`,
  noColumn: 'Not in the file',
  unnamedColumn: ({ number }: { number: number }) => `Column ${number}`,
  example: ({ value }: { value: string }) => `For example: ${value}`,
  countPaid: 'Count what was paid before as income of the running month',
  countPaidHint:
    'Leave it off if that money came in before you began with Branch Desk: only what remains is recorded then, and the rest stands in the notes.',
  check: 'Check the rows',
  checking: 'Checking the rows',
  anotherFile: 'Choose another file',

  ready: 'Ready',
  doubtful: 'Likely there already',
  wrong: 'Wrong',
  duplicatesLegend: 'What to do with rows that are likely there already?',
  skipAll: 'Leave them out',
  addAll: 'Add them anyway',
  chooseEach: 'Choose for each row',
  leaveOut: 'Leave out',
  add: 'Add anyway',
  choiceOfRow: ({ row }: { row: number }) => `Row ${row}: what to do`,
  leaveOutWrong: ({ count }: { count: number }) => `Leave out what is wrong: ${counted(count)}`,
  openRows: 'Rows that are not ready',
  rowNumber: 'Row',
  rowTitle: 'Who',
  reasons: 'Why',
  firstRows: ({ shown, all }: { shown: number; all: number }) =>
    `The first ${shown} of ${all} are shown. The file to correct has all of them.`,
  downloadRows: 'Download these rows to correct',
  correctFile: ({ name }: { name: string }) => `to-correct-${name.replace(/\.\w+$/, '')}.csv`,
  backToColumns: 'Change the columns',
  importRows: ({ count }: { count: number }) => `Import ${counted(count)}`,
  importing: 'Importing',
  importHint: 'All of them are written, or none. You can undo it as a whole afterwards.',
  nothingToImport: 'No row would be imported.',

  done: ({ count, file }: { count: number; file: string }) => `Imported: ${counted(count)} of ${file}.`,
  openList: 'Open the list',
  importAnother: 'Import another file',

  past: 'Imports so far',
  pastRow: ({ things, rows, file }: { things: string; rows: number; file: string }) =>
    `${things}: ${counted(rows)} from ${file}`,
  pastBy: ({ name, time }: { name: string; time: string }) => `${name}, ${time}`,
  undone: 'Undone',
  noPast: 'Nothing was imported yet.',
  undo: 'Undo',
  undoLabel: ({ file }: { file: string }) => `Undo the import of ${file}`,
  undoTitle: 'Undo this import?',
  undoAbout: ({ count }: { count: number }) =>
    `All its ${counted(count)} are deleted, unless something hangs on one of them.`,
  undoing: 'Undoing',
});
