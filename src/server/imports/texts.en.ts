import { defineMessages, plural } from '#contract/messages.ts';

export const messages = defineMessages('serverImports', {
  importProblem: ({ label, message }: { label: string; message: string }) => `${label}: ${message}.`,
  importCode: ({ code }: { code: string }) =>
    `The code ${code} cannot be kept: codes are S- and a number. Leave the column out, and each student gets a new code.`,
  importCodeUsed: 'Another student has this code.',
  importCodeRepeated: ({ row }: { row: number }) => `Row ${row} has the same code.`,
  importPhone: ({ label, text }: { label: string; text: string }) =>
    `${label}: “${text}” is left out: no phone field takes it.`,
  importNoDay: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is no day such as 30/11/2026. The row is added without it, unless you correct the file.`,
  importUnread: ({ label, text, message }: { label: string; text: string; message: string }) =>
    `${label}: ${text}. ${message}. The row is added without it, unless you correct the file.`,
  importUnlisted: ({ label, text }: { label: string; text: string }) =>
    `${label}: “${text}” is not in the list of this branch. The row is added without it, unless you correct the file.`,
  importRegistered: ({ text }: { text: string }) =>
    `The day of registration, ${text}, is no day such as 30/11/2026, or is still to come. The row is added without it, unless you correct the file.`,
  importShortened: ({ label, text }: { label: string; text: string }) =>
    `${label}: a spreadsheet shortened the number to ${text}, and its digits are lost. Show the column as whole numbers, and save the file again.`,
  importErrorCell: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is an error of the spreadsheet. Correct the file.`,
  importFormula: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is a formula without its result. Open the file in a spreadsheet program and save it again, or the row is added with the formula.`,
  importNoValue: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is an error or a formula without its result. The row is added without it, unless you correct the file.`,
  importSign: ({ label, text }: { label: string; text: string }) =>
    `${label}: “${text}” has a character that cannot be read. The row is added like this, unless you correct the file.`,
  importBeyond: ({ text }: { text: string }) =>
    `“${text}” stands beyond the last heading. The row is added without it, unless you choose its column or correct the file.`,
  importHidden: 'This row is hidden in the file.',
  importHiddenColumn: ({ label }: { label: string }) => `${label}: its column is hidden in the file.`,
  importTotals: 'This looks like a row of totals.',
  importEitherDay: ({
    label,
    text,
    day,
    other,
  }: {
    label: string;
    text: string;
    day: string;
    other: string;
  }) =>
    `${label}: ${text} may be ${day} or ${other}, because the column has days of both forms. It is read as ${day}.`,
  importRounded: ({ label, text, amount }: { label: string; text: string; amount: string }) =>
    `${label}: ${text} is rounded to ${amount}.`,
  importUnknownWord: ({
    label,
    text,
    allowed,
  }: {
    label: string;
    text: string;
    allowed: readonly string[];
  }) => `${label}: “${text}” is not known. Allowed are: ${allowed.join(', ')}.`,
  middleNameLabel: 'Middle name, if in a column of its own',
  lastNameLabel: 'Last name, if in a column of its own',
  importTwin: ({ name, code }: { name: string; code: string }) => `May be the same as ${name}, ${code}.`,
  importRepeated: ({ row }: { row: number }) => `May be the same as row ${row}.`,
  importNoStudent: 'Says neither code nor name of the student.',
  importNoCode: ({ code }: { code: string }) => `No student has the code ${code}.`,
  importOtherName: ({ code, name }: { code: string; name: string }) => `The code ${code} is of ${name}.`,
  importNobody: ({ name }: { name: string }) => `No student is called ${name}. Import the students first.`,
  importSeveral: ({ name, count }: { name: string; count: number }) =>
    `${count} students are called ${name}. Add a column with their code or phone.`,
  importAmount: ({ label, text }: { label: string; text: string }) =>
    `${label}: ${text} is no amount such as 1250 or 1,250.00.`,
  importNoPrice: 'Says neither the price nor what remains.',
  importPaidTooMuch: 'More was paid than the price.',
  importSum: ({ expected, found }: { expected: string; found: string }) =>
    `Price less paid is ${expected}, but ${found} is said to remain.`,
  importReceipt: ({ receipt }: { receipt: string }) =>
    `Receipt ${receipt} of this student is recorded already.`,
  priceLabel: 'Price',
  paidLabel: 'Paid Amount',
  remainingLabel: 'Remaining Amount',
  openingReceipt: 'Opening balance',
  openingNote: ({ price, paid }: { price: string; paid: string }) =>
    `Price ${price}, of which ${paid} was paid before.`,
  openingDiscount: ({ list, discount, reason }: { list: string; discount: string; reason: string }) =>
    `List price ${list}, discount ${discount}${reason && ` (${reason})`}.`,
  importColumnUnknown: ({ name }: { name: string }) =>
    `${name} is no column of this file. Choose the columns again.`,
  importColumnMissing: ({ label }: { label: string }) => `Choose the column with: ${label}`,
  importUndecided: ({ count }: { count: number }) =>
    `Choose what to do with ${plural(count, { one: '# likely duplicate', other: '# likely duplicates' })}.`,
  importUndecidedValues: ({ count }: { count: number }) =>
    `Choose what to do with ${plural(count, { one: '# row', other: '# rows' })} with a value in doubt.`,
  importWrong: ({ count }: { count: number }) =>
    `${plural(count, { one: '# row is', other: '# rows are' })} wrong. Correct the file, or leave them out.`,
  importNothing: 'No row of this file would be imported.',
  importTwice: 'This file was imported already. Undo that import first, or change the file.',
  importTitle: ({ things, file }: { things: string; file: string }) => `${things} from ${file}`,
  importUndone: ({ title }: { title: string }) => `Import undone: ${title}.`,
  importUndoneBefore: 'This import was undone already.',
  importUsed: ({ count }: { count: number }) =>
    `${plural(count, { one: '# of its records has', other: '# of its records have' })} records that hang on it, or payments, so the import stays: the accounts need them. Edit what is wrong instead.`,
  importTouched: ({ count }: { count: number }) =>
    `${plural(count, { one: '# of its records was', other: '# of its records were' })} changed or deleted since. The import cannot be undone any more.`,
  importMonthEnded: 'Its payments count in a month that has ended. Undo the month first.',
  reasonColumn: 'Reason',
  importsBusy: 'Other files are being imported. Try again in a moment.',
});

export const fileFaults = defineMessages('serverFiles', {
  neither: 'This is neither a CSV nor an Excel file.',
  'encrypted-workbook': 'This Excel file has a password. Save it without one first.',
  'old-excel': 'This is a file of an old Excel. Save it as .xlsx or CSV first.',
  'binary-workbook': 'This is a binary Excel file (.xlsb). Save it as .xlsx or CSV first.',
  'xml-workbook': 'This is an Excel file of XML. Save it as .xlsx or CSV first.',
  'open-document': 'This is an OpenDocument file (.ods). Save it as .xlsx or CSV first.',
  numbers: 'This is a file of Apple Numbers. Export it to Excel (.xlsx) or CSV first.',
  'web-page':
    'This is a web page, whatever its name says. Open it in Excel, and save it as .xlsx or CSV first.',
  'sheet-link': 'This is only a link to Google Sheets. Download the sheet as .xlsx or CSV.',
  contacts: 'This is a file of contacts (vCard). Export them as CSV.',
  pdf: 'This is a PDF, neither a CSV nor an Excel file.',
  document: 'This is a text document, neither a CSV nor an Excel file.',
  picture: 'This is a picture, neither a CSV nor an Excel file.',
  archive: 'This is a ZIP archive, neither a CSV nor an Excel file. Unpack it and choose the file in it.',
  'no-sheet': 'This Excel file has no sheet with cells, only charts.',
  'no-such-sheet': 'The file has no sheet of that name. Choose the file again.',
  broken: 'This Excel file cannot be read. Open it, save it again as .xlsx or CSV, and choose that.',
  unpacked: 'This Excel file comes to far more than its size. Save it as CSV and choose that.',
  'no-text': ({ about }: { about: string }) =>
    `Row ${about} holds a character that stands for no text. Delete it and choose the file again.`,
  columns: ({ columns }: { columns: number }) =>
    `The file has more than ${columns} columns. Delete those that are not needed.`,
  cells: ({ cells }: { cells: number }) =>
    `The file has more than ${cells.toLocaleString('en')} cells. Delete columns that are not needed, or split it into several.`,
  cell: ({ length }: { length: number }) =>
    `A cell of the file has more than ${length.toLocaleString('en')} characters. Shorten it.`,
  slow: 'Reading this file took too long. Save it as CSV, or split it into several.',
  quote: ({ about }: { about: string }) => `A quotation mark near row ${about} is not closed.`,
  rows: ({ rows }: { rows: number }) =>
    `The file has more than ${rows.toLocaleString('en')} rows. Split it into several.`,
  empty: 'The file is empty.',
  'no-such-row': ({ about }: { about: string }) =>
    `Row ${about} of the file is empty. Choose another for the headings.`,
  'headings-only': 'The file has headings but no rows.',
  'same-headings': ({ about }: { about: string }) =>
    `Two columns are called ${about}. Rename or delete one of them.`,
});
