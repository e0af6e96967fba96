import { describe, expect, it } from 'vitest';
import { startOfDay } from '#contract/days.ts';
import { importBody } from '#contract/imports.ts';
import { readStudents } from '#server/imports/check-students.ts';
import { sentenceOf } from '#server/imports/file-sentences.ts';
import { findHeadingRow, findSheet, guessColumns } from '#server/imports/import-fields.ts';
import { openFile } from '#server/platform/spreadsheets/open-file.ts';
import { SpreadsheetError, tableBelow } from '#server/platform/spreadsheets/table.ts';
import { archive, bigEndian, compound, number, row, text, windows1256, workbook } from './files.ts';

/** Reads a file as an import of students does, with the guessed columns: name, phone, birthdate, then every remark. */
async function read(file: string | Buffer): Promise<unknown> {
  try {
    const opened = await openFile(typeof file === 'string' ? Buffer.from(file) : file);
    const rows = await opened.rowsOf(findSheet('student', opened.sheets));
    const table = tableBelow(rows, findHeadingRow('student', rows));
    const columns = guessColumns('student', table.headings, table.rows);
    const body = importBody.parse({ target: 'student', columns });
    const found = await readStudents(moment, table, body);
    return found.map(({ title, values, problems, doubts }) => [
      title,
      values.phone ?? null,
      values.birthdate ?? null,
      ...problems,
      ...doubts,
    ]);
  } catch (error) {
    if (!(error instanceof SpreadsheetError)) throw error;
    return sentenceOf(error);
  }
}

const calendar = { timeZone: 'Africa/Cairo', dayBegins: 0 };
const moment = {
  now: new Date('2026-11-29T10:00:00Z'),
  today: '2026-11-29',
  calendar,
  startOf: (day: string) => startOfDay(day, calendar),
};

const HEADINGS = ['الاسم', 'رقم الهاتف', 'تاريخ الميلاد'];
const PEOPLE = [
  ['منى عادل', '01012345678', '2015-04-24'],
  ['عمر فؤاد', '01112345670', '2014-12-01'],
];
const lines = (separator: string, rows: readonly (readonly string[])[] = PEOPLE, end = '\n') =>
  [HEADINGS, ...rows].map((cells) => cells.join(separator) + end).join('');
const CSV = lines(',');
/** The two people with their phones and days as another program writes them. */
const csvOf = (phones: readonly [string, string], days: readonly [string, string]) =>
  lines(
    ';',
    PEOPLE.map(([name = ''], at) => [name, phones[at] ?? '', days[at] ?? '']),
  );
const PHONES = ['01012345678', '01112345670'] as const;
const DAYS = ['2015-04-24', '2014-12-01'] as const;
const phones = (...given: [string, string]) => csvOf(given, DAYS);
const days = (...given: [string, string]) => csvOf(PHONES, given);

const head = row(1, ...HEADINGS.map((heading, at) => text(`${'ABC'[at]}1`, heading)));
const [FIRST, SECOND] = [42118, 41974];
/** The two people with a number for their day, in a style of the workbook. */
const dated = (style: number | undefined, first: number | string = FIRST, second: number | string = SECOND) =>
  head +
  row(2, text('A2', 'منى عادل'), text('B2', '01012345678'), number('C2', first, style)) +
  row(3, text('A3', 'عمر فؤاد'), text('B3', '01112345670'), number('C3', second, style));
/** With the days of the built-in format. */
const excel = (sheets: Parameters<typeof workbook>[0], more: Parameters<typeof workbook>[1] = {}) =>
  workbook(sheets, { styles: '<xf numFmtId="14"/>', ...more });
const ownFormat = (id: number, code: string) => ({
  formats: `<numFmt numFmtId="${id}" formatCode="${code}"/>`,
  styles: `<xf numFmtId="${id}"/>`,
});
const PLAIN = dated(1);
const plainSheet = { name: 'الطلاب', rows: PLAIN };
const notes = { name: 'تعليمات', rows: row(1, text('A1', 'املأ الجدول')) };

const same: Readonly<Record<string, string | Buffer>> = {
  'a script: commas, UTF-8': CSV,
  'Excel: CSV UTF-8 with a mark': `\ufeff${CSV}`,
  'Excel: CSV with the separator named': `sep=;\n${lines(';')}`,
  'Excel of a country with semicolons': lines(';', PEOPLE, '\r\n'),
  'Excel: Unicode text, tabs in UTF-16': Buffer.from(`\ufeff${lines('\t')}`, 'utf16le'),
  'a script: UTF-16 without a mark': Buffer.from(CSV, 'utf16le'),
  'a script: big-endian UTF-16 with a mark': bigEndian(`\ufeff${CSV}`),
  'a script: big-endian UTF-16 without a mark': bigEndian(CSV),
  'Excel of Arabic Windows: CSV': windows1256(lines(';')),
  'Excel of an old Mac: lines end with CR': lines(',', PEOPLE, '\r'),
  'LibreOffice: every text quoted': lines(
    ',',
    PEOPLE.map((cells) => cells.map((cell) => `"${cell}"`)),
  ),
  'a script: bars between the columns': lines('|'),
  'a report: title, day and an empty line above': `كشف الطلاب,,\n24/11/2026,,\n\n${CSV}`,
  'a web system: numbers as formulas of texts': phones('="01012345678"', '"=""01112345670"""'),
  'Google Sheets: numbers behind an apostrophe': phones("'01012345678", "'01112345670"),
  'pandas: numbers with .0': phones('1012345678.0', '201112345670.0'),
  'Excel: numbers with separators of thousands': phones('"1,012,345,678"', '"1,112,345,670.00"'),
  'JavaScript: an exponent that lost no digit': phones('2.01012345678E+11', '2.01112345670e11'),
  'Word: hyphens and minus signs': phones('010‐1234‑5678', '0111−234–5670'),
  'a web page: tel: and wa.me': phones('tel:+20-101-234-5678', 'https://wa.me/201112345670?text=hi'),
  'WhatsApp: invisible characters': phones('\u034f010\u206812345678\u2069', '\u3164\u200e01112345670'),
  'a person: Arabic digits': csvOf(['٠١٠١٢٣٤٥٦٧٨', '٠١١١٢٣٤٥٦٧٠'], ['٢٤/٤/٢٠١٥', '١/١٢/٢٠١٤']),
  'Excel of Egypt: day first': days('24/04/2015', '1/12/2014'),
  'Excel of America: month first': days('4/24/2015', '12/1/2014'),
  'Google Sheets of America: with a time': days('4/24/2015 12:00:00 AM', '12/1/2014 0:00:00'),
  'Excel: short days with two digits of the year': days('24/4/15', '1/12/14'),
  'Excel: 24-Apr-15': days('24-Apr-15', '1-Dec-14'),
  'Apple Numbers: names of months': days('24 April 2015', 'Dec 1, 2014'),
  'Excel: long days with the weekday': days('"Friday, April 24, 2015"', '"Monday, 1 December 2014"'),
  'Excel of Egypt: Arabic months': days('24 أبريل 2015', '‏1‏ ديسمبر، 2014'),
  'a desk in Lebanon: its months': days('٢٤ نيسان ٢٠١٥', '1 كانون الأول 2014'),
  'a German desk: dots': days('24.4.2015', '01.12.2014'),
  'a script: ISO with a time': days('2015-04-24T00:00:00.000Z', '2014-12-01 00:00:00'),
  'a database: times with their zone, on the next day of the branch': days(
    '2015-04-23T22:00:00Z',
    '2014-11-30 23:30:00+00',
  ),
  'a script: times with an offset': days('2015-04-24T23:59:59.999+02:00', '٢٠١٤-١٢-٠١T00:00+0200'),
  'a script: times late in the evening without a zone': days('2015-04-24T23:30:00', '2014-12-01 23:30'),
  'Excel: a workbook with times late in the evening': workbook(dated(1, 42118.98, 41974.98), {
    styles: '<xf numFmtId="22"/>',
  }),
  'a database: days without signs': days('20150424', '20141201'),
  'a script: serial numbers of days': days('42118', '41974.0'),
  'Google Contacts: three columns of a name':
    'First Name,Middle Name,Last Name,Phone 1 - Value,Birthday\nمنى,,عادل,+20 101 234 5678,2015-04-24\nعمر,,فؤاد,+20 111 234 5670,2014-12-01\n',
  'a desk: first name and family in two columns':
    'الاسم الأول;اللقب;رقم الهاتف;تاريخ الميلاد\nمنى;عادل;01012345678;24/4/2015\nعمر;فؤاد;01112345670;1/12/2014\n',
  'Excel: a workbook': excel(PLAIN),
  'Excel: shared strings, also rich ones': excel(
    head +
      row(2, '<c r="A2" t="s"><v>0</v></c>', '<c r="B2" t="s"><v>1</v></c>', number('C2', FIRST, 1)) +
      row(3, '<c r="A3" t="s"><v>2</v></c>', number('B3', 1112345670), number('C3', SECOND, 1)),
    {
      strings: [
        '<t>منى عادل</t>',
        '<r><t>010</t></r><r><t>12345678</t></r>',
        '<t xml:space="preserve"> عمر فؤاد </t>',
      ],
    },
  ),
  'Excel: its strict format': excel(PLAIN, { strict: true }),
  'Excel for Mac: days since 1904': excel(dated(1, FIRST - 1462, SECOND - 1462), { date1904: '1' }),
  'a script: days since 1904, said with a word': excel(dated(1, FIRST - 1462, SECOND - 1462), {
    date1904: 'true',
  }),
  'Excel of Egypt: an own format of days': workbook(PLAIN, ownFormat(164, '[$-2000401]dd/mm/yyyy;@')),
  'Apple Numbers: formats of small numbers': workbook(PLAIN, ownFormat(59, 'd mmmm yyyy')),
  'Apple Numbers: a summary before the tables': workbook(
    [
      {
        name: 'Export Summary',
        rows: row(1, text('A1', 'Numbers Sheet Name'), text('B1', 'Excel Worksheet Name')),
      },
      { name: 'الطلاب - Table 1', rows: PLAIN },
    ],
    ownFormat(59, 'd/m/yy'),
  ),
  'Excel: days that were worked out miss midnight by a hair': excel(
    dated(1, 42117.99999999537, 41973.9999999999),
  ),
  'a script: days as ISO in the workbook': workbook(
    dated(undefined).replaceAll(/<c r="(C\d)"><v>(\d+)<\/v><\/c>/g, (_all, at: string, day: string) => {
      const iso = day === String(FIRST) ? '2015-04-24' : '2014-12-01T00:00:00';
      return `<c r="${at}" t="d"><v>${iso}</v></c>`;
    }),
  ),
  'Google Sheets: days as plain numbers': workbook(dated(undefined)),
  'ClosedXML: a prefix before every element': excel(PLAIN, { prefix: 'x' }),
  'openpyxl: absolute paths': excel(PLAIN, { absolute: true }),
  'a report server: cells and rows that do not say where they are': excel(PLAIN.replaceAll(/ r="\w+"/g, '')),
  'Excel: empty rows and a column before the table': excel(
    PLAIN.replaceAll(
      /r="([A-C])(\d)"/g,
      (_all, letter: string, at: string) => `r="${{ A: 'B', B: 'C', C: 'D' }[letter]}${Number(at) + 3}"`,
    ).replaceAll(/<row r="(\d)"/g, (_all, at: string) => `<row r="${Number(at) + 3}"`),
  ),
  'Excel: a sheet of instructions first': excel([notes, plainSheet]),
  'Excel: a chart as the first sheet': excel([{ name: 'رسم', rows: '', chart: true }, plainSheet]),
  'Excel: hidden lists as the first sheet': excel([
    { name: 'قوائم', state: 'veryHidden', rows: head + row(2, text('A2', 'x')) },
    plainSheet,
  ]),
  'Excel: an empty sheet first': excel([{ name: 'Sheet1', rows: '' }, plainSheet]),
};

const [MONA = [], OMAR = []] = PEOPLE;
const withRemark = (person: readonly string[], ...remarks: readonly unknown[]) => [...person, ...remarks];
const matching = (sentence: RegExp) => expect.stringMatching(sentence);

const remarked: Readonly<Record<string, readonly [string | Buffer, readonly (readonly unknown[])[]]>> = {
  'one byte that is no UTF-8': [
    Buffer.concat([
      Buffer.from(`${HEADINGS.join(',')}\nمنى عادل`),
      Buffer.from([0xff]),
      Buffer.from(`,${PHONES[0]},\n${OMAR.join(',')}\n`),
    ]),
    [['منى عادل\ufffd', PHONES[0], null, matching(/^Name: “منى عادل\ufffd” has a character/)], OMAR],
  ],
  'a byte that is no UTF-8 behind a mark': [
    Buffer.concat([Buffer.from(`\ufeffName,Phone\nZo`), Buffer.from([0xe9]), Buffer.from(`,${PHONES[0]}\n`)]),
    [['Zo\ufffd', PHONES[0], null, matching(/^Name: “Zo\ufffd” has a character/)]],
  ],
  'numbers that Excel shortened': [
    phones('2.01012E+11', '1.11E+09'),
    [
      ['منى عادل', null, DAYS[0], matching(/^Phone: a spreadsheet shortened the number to 2.01012E\+11/)],
      ['عمر فؤاد', null, DAYS[1], matching(/^Phone: a spreadsheet shortened/)],
    ],
  ],
  'days of both forms in one column': [
    lines(',', [
      ['a', '', '4/24/2015'],
      ['b', '', '24/4/2015'],
      ['c', '', '3/4/2015'],
      ['d', '', '4/4/2015'],
    ]),
    [
      ['a', null, '2015-04-24'],
      ['b', null, '2015-04-24'],
      ['c', null, '2015-04-03', matching(/^Birthdate: 3\/4\/2015 may be 2015-04-03 or 2015-03-04/)],
      ['d', null, '2015-04-04'],
    ],
  ],
  'a comma in an address that nothing quotes': [
    `Name,Phone,Address\nMona,${PHONES[0]},12 Nile St,Maadi\n`,
    [
      [
        'Mona',
        PHONES[0],
        null,
        '“Maadi” stands beyond the last heading. The row is added without it, unless you choose its column or correct the file.',
      ],
    ],
  ],
  'a row of totals': [
    `${CSV}الإجمالي: 2,,\n`,
    [MONA, OMAR, ['الإجمالي: 2', null, null, 'This looks like a row of totals.']],
  ],
  'hidden rows of a filter': [
    excel(PLAIN.replace('<row r="2"', '<row r="2" hidden="1"')),
    [withRemark(MONA, 'This row is hidden in the file.'), OMAR],
  ],
  'a hidden column': [
    excel([
      {
        rows: PLAIN + row(4, text('A4', 'هنا علي'), text('C4', '2015-05-01')),
        columns: '<col min="2" max="2" width="9" hidden="1"/><col min="4" max="16384" hidden="true"/>',
      },
    ]),
    [
      withRemark(MONA, 'Phone: its column is hidden in the file.'),
      withRemark(OMAR, 'Phone: its column is hidden in the file.'),
      ['هنا علي', null, '2015-05-01'],
    ],
  ],
  'errors in cells': [
    workbook(
      head +
        row(2, '<c r="A2" t="e"><v>#N/A</v></c>', text('B2', PHONES[0])) +
        row(3, text('A3', 'عمر فؤاد'), `<c t='e' s="0" r="B3"><f>1/0</f><v>#DIV/0!</v></c>`),
    ),
    [
      ['#N/A', PHONES[0], null, 'Name: #N/A is an error of the spreadsheet. Correct the file.'],
      ['عمر فؤاد', null, null, matching(/^Phone: #DIV\/0! is an error or a formula without its result/)],
    ],
  ],
  'errors in a CSV file of LibreOffice': [
    lines(',', [['Err:502', PHONES[0], '#N/A']]),
    [
      [
        'Err:502',
        PHONES[0],
        null,
        matching(/^Name: Err:502 is an error/),
        matching(/^Birthdate: #N\/A is an error/),
      ],
    ],
  ],
  'formulas that nothing has worked out': [
    workbook(
      head +
        row(2, '<c r="A2"><f>D2&amp;" "&amp;E2</f></c>', '<c r="B2" t="str"><f>F2</f><v></v></c>') +
        row(3, '<c r="A3"><f t="shared" si="0"/><v/></c>') +
        row(4, '<c r="A4" t="str"><f>D4</f><v>Mona</v></c>', text('B4', PHONES[0])),
    ),
    [
      [
        '=D2&" "&E2',
        null,
        null,
        matching(/^Name: =D2.* is a formula without its result/),
        matching(/^Phone: =F2 is/),
      ],
      ['=', null, null, matching(/^Name: = is a formula/)],
      ['Mona', PHONES[0], null],
    ],
  ],
  'a text that only looks like a formula': ['Name,Phone\n=1+1,\n', [['=1+1', null, null]]],
  'a text that an export made safe from formulas': [
    "Name,Phone\n'=A1,\n'=,\n",
    [
      ['=A1', null, null],
      ['=', null, null],
    ],
  ],
  'a typed text that begins like a formula': [
    workbook(head + row(2, text('A2', '=A1'))),
    [['=A1', null, null]],
  ],
};

const refused: Readonly<Record<string, readonly [string | Buffer, string]>> = {
  'Excel with a password': [
    compound('EncryptedPackage'),
    'This Excel file has a password. Save it without one first.',
  ],
  'an old Excel': [compound('Workbook'), 'This is a file of an old Excel. Save it as .xlsx or CSV first.'],
  'an old Word': [compound('WordDocument'), 'This is a text document, neither a CSV nor an Excel file.'],
  Word: [archive({ 'word/document.xml': '' }), 'This is a text document, neither a CSV nor an Excel file.'],
  'binary Excel': [
    archive({ 'xl/workbook.bin': '' }),
    'This is a binary Excel file (.xlsb). Save it as .xlsx or CSV first.',
  ],
  'Excel of XML': [
    '<?xml version="1.0"?>\n<?mso-application progid="Excel.Sheet"?><Workbook xmlns="urn:schemas-microsoft-com:office:spreadsheet"/>',
    'This is an Excel file of XML. Save it as .xlsx or CSV first.',
  ],
  'LibreOffice (.ods)': [
    archive({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '' }),
    'This is an OpenDocument file (.ods). Save it as .xlsx or CSV first.',
  ],
  'Apple Numbers': [
    archive({ 'Index/Document.iwa': '' }),
    'This is a file of Apple Numbers. Export it to Excel (.xlsx) or CSV first.',
  ],
  'a link to Google Sheets': [
    '{"url": "https://docs.google.com/spreadsheets/d/1"}',
    'This is only a link to Google Sheets. Download the sheet as .xlsx or CSV.',
  ],
  'a table of a web system that is called .xls': [
    '\ufeff\r\n<html xmlns:x="urn:schemas-microsoft-com:office:excel"><table><tr><td>الاسم',
    'This is a web page, whatever its name says. Open it in Excel, and save it as .xlsx or CSV first.',
  ],
  'contacts of a phone': [
    'BEGIN:VCARD\nVERSION:3.0\nFN:Mona\n',
    'This is a file of contacts (vCard). Export them as CSV.',
  ],
  'a PDF': ['%PDF-1.7\n', 'This is a PDF, neither a CSV nor an Excel file.'],
  'rich text': ['{\\rtf1\\ansi', 'This is a text document, neither a CSV nor an Excel file.'],
  'a photo': [Buffer.from([0xff, 0xd8, 0xff, 0xe0]), 'This is a picture, neither a CSV nor an Excel file.'],
  'an archive of files': [
    archive({ 'students.csv': CSV }),
    'This is a ZIP archive, neither a CSV nor an Excel file. Unpack it and choose the file in it.',
  ],
  'a workbook of charts': [
    workbook([{ rows: '', chart: true }]),
    'This Excel file has no sheet with cells, only charts.',
  ],
  'a workbook cut off': [
    workbook(PLAIN).subarray(0, 300),
    'This Excel file cannot be read. Open it, save it again as .xlsx or CSV, and choose that.',
  ],
  'a program': [
    Buffer.from([0x7f, 0x45, 0x4c, 0x46, 1, 0, 0, 3]),
    'This is neither a CSV nor an Excel file.',
  ],
};

describe('a list of students is read to the same rows', () => {
  it.each(Object.entries(same))('%s', async (_writer, file) => {
    expect(await read(file)).toEqual(PEOPLE);
  });
});

describe('a list of students is read with a remark', () => {
  it.each(Object.entries(remarked))('%s', async (_writer, [file, rows]) => {
    expect(await read(file)).toEqual(rows);
  });
});

describe('a file is called what it is', () => {
  it.each(Object.entries(refused))('%s', async (_writer, [file, sentence]) => {
    expect(await read(file)).toBe(sentence);
  });
});

describe('the time of a registration', () => {
  it.each([
    ['2026-03-09T22:00:00Z', '2026-03-09T22:00:00.000Z', '2026-03-10'],
    ['2026-03-09T22:00:00', '2026-03-08T22:00:00.000Z', '2026-03-09'],
    ['2026-03-09 22:00', '2026-03-08T22:00:00.000Z', '2026-03-09'],
    ['2026-03-09', '2026-03-08T22:00:00.000Z', '2026-03-09'],
    ['2026-11-29T10:00:01Z', moment.now.toISOString(), undefined],
  ])('%s is at %s', async (typed, created_at, effective_date) => {
    const table = tableBelow(await (await openFile(Buffer.from(`Name,Added\nMona,${typed}\n`))).rowsOf(0), 1);
    const body = importBody.parse({ target: 'student', columns: { name: 0, created_at: 1 } });
    const [found] = await readStudents(moment, table, body);
    expect(found?.values).toMatchObject({ created_at });
    expect(found?.values.effective_date).toBe(effective_date);
    expect(found?.doubts).toHaveLength(effective_date ? 0 : 1);
  });
});
