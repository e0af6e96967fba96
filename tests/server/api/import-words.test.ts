import { randomUUID } from 'node:crypto';
import { beforeEach, expect, it } from 'vitest';
import {
  IMPORT_CHECK_PATH,
  IMPORT_COLUMNS_PATH,
  IMPORTS_PATH,
  importCheck,
  importColumns,
} from '#contract/imports.ts';
import { row, text, workbook } from '../spreadsheets/files.ts';
import { courses, students } from './bodies.ts';
import { sendFile, type TestFile } from './upload.ts';
import { withBranch } from './with-server.ts';

const { server, client } = withBranch();

const TARGET = 'adult-course';
const send = (path: string, file: TestFile, options: object) =>
  sendFile(server, client, path, file, options, { 'idempotency-key': randomUUID() });
const columnsOf = async (file: TestFile, options: object) =>
  importColumns.parse((await send(IMPORT_COLUMNS_PATH, file, options)).body);
const check = async (file: TestFile, options: object) =>
  importCheck.parse((await send(IMPORT_CHECK_PATH, file, options)).body);

beforeEach(async () => {
  await client.create('/month/', { name: 'March' });
  await client.create(students, { name: 'Mona Adel' });
});

it('each unknown word is named once with what it can mean, and counts in all its rows as what was chosen', async () => {
  const wallet = { id: 'wallet', name: 'Vodafone Cash', name_ar: 'فودافون كاش', kind: 'wallet' };
  await client.send('PATCH', '/branch/settings/', { payment_methods: [wallet] });
  const rows = ['1,1,مع ولي الأمر,VF', '2,ترم,مع ولى الامر,vf', '3,2,parent,Cheque'];
  const content = `Student,Receipt,Level,Period,Transport,Method,Price\n${rows
    .map((cells, at) => `Mona Adel,R-${at},${cells},100`)
    .join('\n')}\n`;
  const file = { content };
  const { guess } = await columnsOf(file, { target: TARGET });
  const options = { target: TARGET, columns: guess };
  const found = await check(file, options);
  expect(found).toMatchObject({ ready: 0, doubtful: 1, wrong: 2 });
  expect(found.rows[0]?.reasons[0]).toBe(
    'Transportation Type: “مع ولي الأمر” is not known. Allowed are: Outside Bus, Parent, Our Bus.',
  );
  expect(
    found.unknown.map(({ field, text: word, rows: count, optional }) => [field, word, count, optional]),
  ).toEqual([
    ['transportation_type', 'مع ولي الأمر', 2, false],
    ['payment_method', 'VF', 2, true],
    ['period', 'ترم', 1, false],
    ['payment_method', 'Cheque', 1, true],
  ]);
  expect(found.unknown[1]?.choices).toEqual([
    { value: 'cash', label: 'Cash' },
    { value: 'wallet', label: 'Vodafone Cash' },
  ]);
  const values = [
    { field: 'transportation_type', text: 'مع ولي الأمر', value: 'parent' },
    { field: 'period', text: 'ترم', value: '4' },
    { field: 'payment_method', text: 'VF', value: 'wallet' },
    { field: 'payment_method', text: 'Cheque', value: '' },
  ];
  const again = await check(file, { ...options, values });
  expect(again).toMatchObject({ ready: 3, doubtful: 0, wrong: 0 });
  expect(again.unknown.map(({ value }) => value)).toEqual(['parent', 'wallet', '4', '']);
  const made = await send(IMPORTS_PATH, file, { ...options, values, count_paid: true });
  expect(made.status, made.text).toBe(201);
  const records = await client.listAll(`${courses}?ordering=receipt_number`);
  expect(records.map((one) => [one.period, one.transportation_type, one.payment_method])).toEqual([
    ['1', 'parent', 'wallet'],
    ['4', 'parent', 'wallet'],
    ['2', 'parent', 'cash'],
  ]);
  const wrong = [{ field: 'period', text: 'ترم', value: '5' }, ...values.slice(2)];
  expect(await check(file, { ...options, values: wrong })).toMatchObject({ wrong: 2 });
});

it('a third of a price is rounded to piastres with a doubt; three decimals stay wrong', async () => {
  const rows = ['333.3333333333,111.1111111111', '100.00000000001,', '1250.505,'];
  const content = `Student,Receipt,Level,Period,Transport,Price,Paid\n${rows
    .map((cells, at) => `Mona Adel,R-${at},1,1,parent,${cells}`)
    .join('\n')}\n`;
  const { guess } = await columnsOf({ content }, { target: TARGET });
  const options = { target: TARGET, columns: guess };
  const found = await check({ content }, options);
  expect(found.rows.map(({ verdict, reasons }) => [verdict, ...reasons])).toEqual([
    [
      'doubtful',
      'Price: 333.3333333333 is rounded to L.E. 333.33.',
      'Paid Amount: 111.1111111111 is rounded to L.E. 111.11.',
    ],
    ['wrong', 'Price: 1250.505 is no amount such as 1250 or 1,250.00.'],
  ]);
  const choices = { unreadable: 'add', leave_out_wrong: true, count_paid: true };
  expect((await send(IMPORTS_PATH, { content }, { ...options, ...choices })).status).toBe(201);
  const records = await client.listAll(`${courses}?ordering=receipt_number`);
  expect(records.map(({ price, paid_amount }) => [price, paid_amount])).toEqual([
    ['333.33', '111.11'],
    ['100.00', '0.00'],
  ]);
});

it('each sheet of a workbook is offered, and can be imported once', async () => {
  const sheetOf = (name: string) =>
    row(1, text('A1', 'Name'), text('B1', 'Phone')) + row(2, text('A2', name));
  const content = new Uint8Array(
    workbook([
      { name: 'Read me', rows: row(1, text('A1', 'Fill in the next sheet')) },
      { name: 'Level 1', rows: sheetOf('Omar Fouad') },
      { name: 'Level 2', state: 'hidden', rows: sheetOf('Hana Ali') },
    ]),
  );
  const file = { content, name: 'students.xlsx' };
  const found = await columnsOf(file, { target: 'student' });
  expect(found).toMatchObject({
    sheet: 'Level 1',
    sheets: [
      { name: 'Read me', hidden: false },
      { name: 'Level 1', hidden: false },
      { name: 'Level 2', hidden: true },
    ],
  });
  const run = (sheet: string) =>
    send(IMPORTS_PATH, file, { target: 'student', sheet, columns: { name: 0 }, duplicates: 'add' });
  expect((await run('Level 1')).status).toBe(201);
  expect((await run('Level 2')).status).toBe(201);
  expect((await run('Level 2')).status).toBe(409);
  expect((await run('Level 3')).body.file).toEqual([expect.stringMatching(/no sheet of that name/)]);
  expect((await client.listAll(students)).map(({ name }) => name)).toEqual([
    'Hana Ali',
    'Omar Fouad',
    'Mona Adel',
  ]);
});
