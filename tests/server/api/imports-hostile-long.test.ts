import { beforeAll, describe, expect, it } from 'vitest';
import writeXlsxFile from 'write-excel-file/node';
import { IMPORT_CHECK_PATH, IMPORT_COLUMNS_PATH, IMPORTS_PATH } from '#contract/imports.ts';
import { row, text, workbook } from '../spreadsheets/files.ts';
import { students } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { sendFile, type TestFile } from './upload.ts';
import { withBranch } from './with-server.ts';

/** Makes files that cost far more than their size, each of a kind that once ended the server. */

const HEADINGS = row(1, text('A1', 'Name'), text('B1', 'Phone'));

const many = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join('');

/** A workbook whose sheet is one text many times: a string of it could not be made. */
function repeated(text: string, times: number): Uint8Array<ArrayBuffer> {
  const content = Buffer.alloc(times * text.length, text);
  const parts = [Buffer.from('<worksheet><sheetData>'), content, Buffer.from('</sheetData></worksheet>')];
  return workbook('', { others: { 'xl/worksheets/s0.xml': Buffer.concat(parts) } });
}

/** A file that costs too much to be read meets the limit of memory or of time, as the machine is. */
const TOO_COSTLY = /far more than|took too long/;

const hostileFiles: Readonly<Record<string, readonly [() => string | Uint8Array<ArrayBuffer>, RegExp]>> = {
  'one cell at XFD1048576': [() => workbook(HEADINGS + row(1_048_576, text('XFD1048576', 'a'))), TOO_COSTLY],
  'a cell in row 1048576': [
    () => workbook(HEADINGS + row(1_048_576, text('A1048576', 'a'))),
    /more than 100,000 rows/,
  ],
  '5,000 rows at column 16384': [
    () => workbook(HEADINGS + many(5_000, (at) => row(at + 2, text(`XFD${at + 2}`, 'a')))),
    TOO_COSTLY,
  ],
  'a long text in 100,000 cells': [
    () =>
      workbook(HEADINGS + many(99_000, (at) => row(at + 2, `<c r="A${at + 2}" t="s"><v>0</v></c>`)), {
        strings: [`<t>${'a'.repeat(32_000)}</t>`],
      }),
    TOO_COSTLY,
  ],
  'elements within elements': [() => repeated('<a>', 2_000_000), /cannot be read/],
  'a sheet of 110 MB': [() => repeated(' ', 110_000_000), /far more than/],
  '9,900,000 commas': [() => `Name,Phone\n${','.repeat(9_900_000)}x\n`, /more than 200 columns/],
  '200 columns in 50,000 rows': [
    () => `${many(200, (column) => `h${column},`)}\n${`${','.repeat(199)}x\n`.repeat(49_000)}`,
    /more than 2,000,000 cells/,
  ],
  'a cell of 9 MB': [() => `Name\n${'a'.repeat(9_000_000)}\n`, /cell .*32,767 characters/],
  '3,000,000 quotes': [() => `Name\n${'"a'.repeat(3_000_000)}\n`, /quotation mark|32,767/],
};

let other: ApiClient;
const { server, client } = withBranch();
beforeAll(async () => {
  other = await server.newClient();
});

const options = { target: 'student', columns: { name: 0 } };
const columnsOf = (content: TestFile['content'], of = client) =>
  sendFile(server, of, IMPORT_COLUMNS_PATH, { content }, options);

/** Reads lists of another branch until the work is done, and returns the longest wait and how long the work took, in milliseconds. */
async function readListsDuring(work: Promise<unknown>): Promise<{ longest: number; taken: number }> {
  const begun = performance.now();
  let [done, longest] = [false, 0];
  const finished = work.finally(() => {
    done = true;
  });
  while (!done) {
    const start = performance.now();
    expect((await other.get(students)).status).toBe(200);
    longest = Math.max(longest, performance.now() - start);
    await new Promise((next) => setTimeout(next, 10));
  }
  await finished;
  return { longest, taken: performance.now() - begun };
}

describe('a file that costs far more than its size', () => {
  it.each(
    Object.entries(hostileFiles),
  )('is refused with a sentence, and others are answered meanwhile: %s', async (_name, [make, sentence]) => {
    const content = make();
    const answering = columnsOf(content);
    const { longest, taken } = await readListsDuring(answering);
    // A server that reads the file itself answers after it. On a loaded machine each list takes seconds, and the file many more.
    expect(longest).toBeLessThan(Math.max(5_000, taken / 2));
    const { status, body } = await answering;
    expect([status, body.file]).toEqual([400, [expect.stringMatching(sentence)]]);
  });

  it('waits for its turn, and too many of one branch are refused, but not those of another', async () => {
    const [make] = hostileFiles['9,900,000 commas'] ?? [() => ''];
    const file = make();
    const answers = Promise.all(Array.from({ length: 8 }, () => columnsOf(file)));
    const honest = columnsOf('Name,Phone\nMona,0100\n', other);
    const all = await answers;
    const statuses = all.map(({ status }) => status);
    expect(statuses.filter((status) => status === 400).length).toBeGreaterThanOrEqual(4);
    const refused = all.filter(({ status }) => status === 503);
    expect(refused.length).toBeGreaterThanOrEqual(3);
    expect(refused.length + statuses.filter((status) => status === 400).length).toBe(8);
    expect(refused[0]?.headers['retry-after']).toBe('5');
    expect((await honest).status).toBe(200);
  });
});

it('a workbook of 5,000 rows and 12 columns is read, with empty formatted cells far outside', async () => {
  const data = [
    ['Name', 'Phone', 'Father Phone', ...Array.from({ length: 9 }, (_, index) => `More ${index}`)].map(
      (value) => ({ value, type: String }),
    ),
    ...Array.from({ length: 5_000 }, (_, row) =>
      Array.from({ length: 12 }, (__, column) => ({
        value: column ? `0100${row}${column}` : `Student ${row}`,
        type: String,
      })),
    ),
  ];
  const real = new Uint8Array(await writeXlsxFile(data).toBuffer());
  const found = await columnsOf(real);
  expect([found.status, found.body.rows, found.body.guess]).toEqual([
    200,
    5_000,
    { name: 0, phone: 1, father_phone: 2 },
  ]);
  const checked = await sendFile(server, client, IMPORT_CHECK_PATH, { content: real }, options);
  expect(checked.body).toMatchObject({ ready: 5_000, wrong: 0 });
  const formatted = workbook(
    row(1, text('A1', 'Name'), '<c r="XFD1" s="0"/>') +
      row(2, text('A2', 'Mona')) +
      row(1_048_576, '<c r="A1048576"/>'),
  );
  expect((await columnsOf(formatted)).body).toMatchObject({ rows: 1, headings: ['Name'] });
});

it.each([
  IMPORT_COLUMNS_PATH,
  IMPORT_CHECK_PATH,
  IMPORTS_PATH,
])('a NUL in a file is refused with the number of its row: %s', async (path) => {
  const wide = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from('Name,Phone\nMo\0na,01\n', 'utf16le')]);
  const escaped = workbook(row(1, text('A1', 'Name')) + row(2, text('A2', 'Mo_x0000_na')));
  for (const content of [new Uint8Array(wide), escaped]) {
    const { status, body } = await sendFile(server, client, path, { content }, options);
    expect([status, body.file]).toEqual([400, [expect.stringMatching(/^Row 2 holds a character/)]]);
  }
});

it('a CSV file with lines of several kinds has all its rows', async () => {
  const { body } = await columnsOf('Name,Phone\r\nMona,01\nOmar,02\rNour,"0\r\n3"\n');
  expect([body.rows, body.samples]).toEqual([
    3,
    [
      ['Mona', '01'],
      ['Omar', '02'],
      ['Nour', '0\n3'],
    ],
  ]);
});
