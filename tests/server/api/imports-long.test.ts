import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import Papa from 'papaparse';
import { readSheet } from 'read-excel-file/node';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  IMPORT_CHECK_PATH,
  IMPORT_COLUMNS_PATH,
  IMPORT_ROWS_PATH,
  IMPORTS_PATH,
  importCheck,
  importColumns,
  importRow,
} from '#contract/imports.ts';
import { courses, installment, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import type { ApiClient } from './test-server.ts';
import { sendFile, type TestFile } from './upload.ts';
import { withBranch } from './with-server.ts';

const { server, client, factory } = withBranch();

const fileOf = (content: string | Buffer, name?: string): TestFile => ({
  content: typeof content === 'string' ? content : new Uint8Array(content),
  name,
});
const askColumns = (file: TestFile, options: object = {}, of = client) =>
  sendFile(server, of, IMPORT_COLUMNS_PATH, file, { target: 'student', ...options });
const columnsOf = async (file: TestFile, target = 'student', of = client) => {
  const answer = await askColumns(file, { target }, of);
  expect(answer.status, answer.text).toBe(200);
  return importColumns.parse(answer.body);
};
/** The options that the app sends with a file when its guess is right. */
const optionsOf = async (file: TestFile, target = 'student', of = client) => ({
  target,
  columns: (await columnsOf(file, target, of)).guess,
});
const check = async (file: TestFile, target = 'student', given = {}) => {
  const answer = await sendFile(server, client, IMPORT_CHECK_PATH, file, {
    ...(await optionsOf(file, target)),
    ...given,
  });
  expect(answer.status, answer.text).toBe(200);
  return importCheck.parse(answer.body);
};
const run = async (file: TestFile, given: object = {}, target = 'student', key = randomUUID(), of = client) =>
  sendFile(
    server,
    of,
    IMPORTS_PATH,
    file,
    { ...(await optionsOf(file, target, of)), ...given },
    {
      'idempotency-key': key,
    },
  );
const namesOf = async (of = client) => (await of.listAll(students)).map(({ name }) => name);

const THREE = 'Name,Phone,Birthdate\nمنى عادل,٠١٠٠١٢٣٤٥٦٧,28/2/2015\n=1+1,,\nOmar Fouad,0111,2014-12-01\n';

describe('the columns of a file', () => {
  it.each([
    [
      'name,mobile,parent phone,code,date of birth',
      { name: 0, phone: 1, father_phone: 2, code: 3, birthdate: 4 },
    ],
    [
      'الاسم;موبايل;تليفون ولي الأمر;كود;تاريخ الميلاد',
      { name: 0, phone: 1, father_phone: 2, code: 3, birthdate: 4 },
    ],
    ['No.\tStudent name (full)\tFather phone\tPhone', { name: 1, father_phone: 2, phone: 3 }],
  ])('are guessed from headings in English and Arabic: %s', async (headings, guess) => {
    const separator = /[,;\t]/.exec(headings)?.[0] ?? ',';
    const row = headings
      .split(separator)
      .map((heading, index) =>
        /mobile|phone|موبايل|تليفون/i.test(heading) ? `010012345${index}` : `x${index}`,
      );
    expect((await columnsOf(fileOf(`${headings}\n${row.join(separator)}\n`))).guess).toEqual(guess);
  });
});

describe('a file that cannot be imported', () => {
  const many = `Name\n${'x\n'.repeat(100_001)}`;
  it.each<[string, string, RegExp]>([
    ['is empty', '', /empty/],
    ['has headings only', 'Name,Phone\n\n,\n', /no rows/],
    ['names two columns alike', 'Name,Phone,Name\na,b,c\n', /Two columns are called Name/],
    ['has a quote that is not closed', 'Name\n"Mona\nOmar\n', /quotation mark/],
    ['has 100,001 rows', many, /more than 100,000 rows/],
  ])('because it %s, is refused with a sentence at the file', async (_what, content, sentence) => {
    const answer = await askColumns(fileOf(content));
    expect([answer.status, answer.body.file]).toEqual([400, [expect.stringMatching(sentence)]]);
  });

  it('is not refused with 100,000 rows and an empty line at its end', async () => {
    expect((await columnsOf(fileOf(`Name\n${'x\n'.repeat(100_000)}\n`))).rows).toBe(100_000);
  });

  it('is refused if it is too large', async () => {
    const large = await askColumns(fileOf(Buffer.alloc(10_000_001, 'x')));
    expect([large.status, large.body.detail]).toEqual([413, expect.stringMatching(/10 MB/)]);
  });

  it('is refused without a form, an option or a column that it needs', async () => {
    expect((await client.send('POST', IMPORT_COLUMNS_PATH, { target: 'student' })).status).toBe(415);
    const file = fileOf(THREE);
    expect((await askColumns(file, { target: 'salary' })).body).toHaveProperty('target');
    for (const columns of [{}, { phone: 1 }, { name: 9 }, { salary: 1, name: 0 }])
      expect(
        (await sendFile(server, client, IMPORT_CHECK_PATH, file, { target: 'student', columns })).body,
      ).toHaveProperty('columns');
    expect(await namesOf()).toEqual([]);
  });
});

describe('phones of a file of students', () => {
  it('are read whatever was typed: two in a cell, a lost zero, no number at all', async () => {
    const file = fileOf(
      [
        'Name,Phone,Father Phone,Mother Phone',
        'Mona,٠١٠١٠٠٧١٢٧١,1010095028,لا يوجد',
        'Omar,,01112345678 / 01212345678,-',
        'Hana,\u202a01512345678\u202c,مع الأم,01012345678',
        'Ali,01012345670/01112345670,01212345670,01512345670',
      ].join('\n'),
    );
    const checked = await check(file);
    expect(checked).toMatchObject({ ready: 2, doubtful: 2, wrong: 0 });
    expect(checked.rows.flatMap(({ reasons }) => reasons)).toEqual([
      'Father Phone: “مع الأم” is left out: no phone field takes it.',
      'Phone: “01112345670” is left out: no phone field takes it.',
    ]);
    expect((await run(file, { duplicates: 'add' })).status).toBe(201);
    const phones = (await client.listAll(students)).map((one) => [
      one.name,
      one.phone,
      one.father_phone,
      one.mother_phone,
    ]);
    expect(phones.sort()).toEqual([
      ['Ali', '01012345670', '01212345670', '01512345670'],
      ['Hana', '01512345678', null, '01012345678'],
      ['Mona', '01010071271', '01010095028', null],
      ['Omar', '01212345678', '01112345678', null],
    ]);
  });

  it('the receipt ١٠٤٢ of a student is the recorded 1042', async () => {
    const { id } = await client.create(students, factory.student({ name: 'Mona Adel' }));
    await client.create(courses, factory.enrolment('adult-course', id, { receipt_number: '1042' }));
    const file = fileOf(
      'Student,Receipt Number,Price,Level,Period,Transportation Type\nMona Adel,\u200e١٠٤٢,100,1,1,parent\n',
    );
    expect((await check(file, 'adult-course')).rows).toMatchObject([
      { reasons: ['Receipt ١٠٤٢ of this student is recorded already.'] },
    ]);
  });
});

describe('students', () => {
  it('are checked without writing, and imported once as one entry of the history', async () => {
    const file = fileOf(THREE);
    expect(await check(file)).toEqual({
      ready: 3,
      doubtful: 0,
      wrong: 0,
      unreadable: 0,
      rows: [],
      unknown: [],
    });
    expect(await namesOf()).toEqual([]);
    const key = randomUUID();
    const first = await run(file, { expected: { ready: 3, doubtful: 0, wrong: 0 } }, 'student', key);
    expect(first.status, first.text).toBe(201);
    const again = await run(file, { expected: { ready: 3, doubtful: 0, wrong: 0 } }, 'student', key);
    expect([again.status, again.text]).toEqual([201, first.text]);
    expect(await namesOf()).toEqual(['منى عادل', '=1+1', 'Omar Fouad']);
    expect((await client.listAll(students))[0]).toMatchObject({
      code: 'S-0001',
      phone: '01001234567',
      birthdate: '2015-02-28',
    });
    const twice = await run(file, { duplicates: 'add' });
    expect([twice.status, twice.body.detail]).toEqual([409, expect.stringMatching(/imported already/)]);
    expect((await client.get('/history/?resource=import')).body).toMatchObject({
      count: 1,
      results: [{ action: 'created', title: '3 students from students.csv' }],
    });
    expect((await client.get('/history/?resource=student')).body.count).toBe(0);
    expect((await client.create(students, factory.student())).code).toBe('S-0004');
  });

  it('that are wrong or may be there already are named with reasons, and come back as a file to correct', async () => {
    await client.create(students, { name: 'أحمد عبد الله', phone: '+201001234567' });
    const text = `Name,Phone,Birthdate,Code
,0100,,
احمد عبدالله,01001234567,,
Nour Hany,,31/2/2015,
Sara Ali,0122,,S-0001
Sara Ali,0122,,
Mai Adel,,,A-7
`;
    const found = await check(fileOf(text));
    expect(found).toMatchObject({ ready: 1, doubtful: 2, wrong: 3, unreadable: 1 });
    expect(found.rows.map(({ row, verdict, reasons }) => [row, verdict, reasons.join(' ')])).toEqual([
      [2, 'wrong', 'Name: This cannot be empty.'],
      [3, 'doubtful', 'May be the same as أحمد عبد الله, S-0001.'],
      [
        4,
        'doubtful',
        'Birthdate: 31/2/2015 is no day such as 30/11/2026. The row is added without it, unless you correct the file.',
      ],
      [5, 'wrong', 'Another student has this code.'],
      [7, 'wrong', expect.stringMatching(/^The code A-7 cannot be kept/)],
    ]);
    const options = await optionsOf(fileOf(text));
    const { text: rows } = await sendFile(server, client, IMPORT_ROWS_PATH, fileOf(text), options);
    const open = Papa.parse<Record<string, string>>(rows.slice(1), {
      header: true,
      skipEmptyLines: true,
    }).data;
    expect(open.map((row) => [row.Name, row.Reason])).toContainEqual([
      'Nour Hany',
      expect.stringMatching(/^Birthdate: 31.2.2015 is no day/),
    ]);
    const corrected = Papa.unparse(
      open.map((row) => ({ ...row, Birthdate: '2015-02-01', Code: '', Name: row.Name || 'Hana' })),
    );
    expect(await check(fileOf(corrected))).toMatchObject({ ready: 4, doubtful: 1, wrong: 0 });
  });

  it('are imported only after a choice about each likely duplicate and the wrong rows', async () => {
    await client.create(students, { name: 'Mona Adel' });
    const file = fileOf('Name,Birthdate\nMona Adel,\nOmar Fouad,\nOmar Fouad,\n,2015-01-01\n');
    const refused = async (given: object) => (await run(file, given)).body;
    expect(await refused({})).toHaveProperty('leave_out_wrong');
    expect(await refused({ leave_out_wrong: true })).toEqual({
      duplicates: ['Choose what to do with 2 likely duplicates.'],
    });
    expect(await refused({ leave_out_wrong: true, rows: { 2: 'skip' } })).toEqual({
      duplicates: ['Choose what to do with 1 likely duplicate.'],
    });
    expect(
      await refused({
        leave_out_wrong: true,
        duplicates: 'skip',
        expected: { ready: 2, doubtful: 1, wrong: 1 },
      }),
    ).toHaveProperty('detail');
    expect(await namesOf()).toEqual(['Mona Adel']);
    expect((await run(file, { leave_out_wrong: true, duplicates: 'skip', rows: { 4: 'add' } })).status).toBe(
      201,
    );
    expect(await namesOf()).toEqual(['Omar Fouad', 'Omar Fouad', 'Mona Adel']);
  });

  it('are taken back as a whole, until something hangs on one of them or one was changed', async () => {
    const made = importRow.parse((await run(fileOf(THREE))).body);
    const undo = () =>
      client.send('DELETE', `${IMPORTS_PATH}${made.id}/`, undefined, { 'idempotency-key': randomUUID() });
    const others = fileOf(THREE.replaceAll('a', 'b').replace('Nbme', 'Name'));
    const [mona, , omar] = await client.listAll(students);
    await client.send('PATCH', `${students}${mona?.id}/`, { phone: '0123' });
    expect((await undo()).body.detail).toMatch(/1 of its records was changed/);
    const other = importRow.parse((await run(others, { duplicates: 'add' })).body);
    const enrolled = (await client.listAll(students))[0];
    const course = await client.create(courses, factory.enrolment('adult-course', enrolled?.id ?? '', {}));
    const take = () => client.send('DELETE', `${IMPORTS_PATH}${other.id}/`);
    expect([(await take()).status, (await take()).body.detail]).toEqual([
      409,
      expect.stringMatching(/^1 of its records has records/),
    ]);
    await client.send('DELETE', `${courses}${course.id}/`);
    await expectAnswer(take(), 200, 'Import undone: 3 students from students.csv.');
    expect((await take()).status).toBe(409);
    expect(await namesOf()).toEqual(['منى عادل', '=1+1', 'Omar Fouad']);
    expect(omar?.name).toBe('Omar Fouad');
    expect((await client.get(IMPORTS_PATH)).body.results).toMatchObject([
      { undone_at: expect.any(String) },
      { undone_at: null },
    ]);
    expect((await run(others, { duplicates: 'add' })).status).toBe(201);
  });
});

it('a file whose name has control characters and more than the longest name is imported', async () => {
  const file = fileOf('Name,Phone\nMona,0100123456\n', `${'🙂'.repeat(150)}${'x'.repeat(100)}\u0001\0.csv`);
  const made = await run(file);
  expect([made.status, made.body.file], made.text).toEqual([201, `${'🙂'.repeat(96)}${'x'.repeat(100)}.csv`]);
});

describe('a file as people keep it', () => {
  const LIST = `\ufeffكشف طلاب فرع المعادي,,,
24/11/2026,,,

الاسم,اسم ولي الأمر,ولي الأمر,تاريخ الميلاد
منى عادل,عادل حسن,01001234567,1/1/2012
عمر فؤاد,فؤاد علي,٠١١١٢٢٢٣٣٣٤,31/2/2013
`;

  it('has its headings in the first row with several known ones, and another can be chosen', async () => {
    const found = await columnsOf(fileOf(LIST));
    expect(found).toMatchObject({
      heading_row: 4,
      rows: 2,
      first_rows: [
        { row: 1, text: 'كشف طلاب فرع المعادي' },
        { row: 2, text: '24/11/2026' },
        { row: 4, text: 'الاسم | اسم ولي الأمر | ولي الأمر | تاريخ الميلاد' },
        { row: 5 },
        { row: 6 },
      ],
      guess: { name: 0, father_name: 1, father_phone: 2, birthdate: 3 },
    });
    const other = await askColumns(fileOf(LIST), { heading_row: 5 });
    expect(other.body).toMatchObject({
      heading_row: 5,
      rows: 1,
      headings: ['منى عادل', 'عادل حسن', '01001234567', '1/1/2012'],
    });
    const none = await askColumns(fileOf(LIST), { heading_row: 3 });
    expect(none.body).toEqual({ file: [expect.stringMatching(/^Row 3 of the file is empty/)] });
  });

  it('has unread values and duplicates decided apart; a client that knows only duplicates decides both', async () => {
    const file = fileOf(LIST);
    expect((await run(file)).body).toEqual({
      unreadable: ['Choose what to do with 1 row with a value in doubt.'],
    });
    await client.create(students, { name: 'منى عادل' });
    expect(await check(file)).toMatchObject({ ready: 0, doubtful: 2, unreadable: 1 });
    expect((await run(file, { unreadable: 'add' })).body).toHaveProperty('duplicates');
    expect((await run(file, { duplicates: 'skip', unreadable: 'skip' })).body).toHaveProperty('file');
    expect((await run(file, { duplicates: 'skip', unreadable: 'add' })).body).toMatchObject({ rows: 1 });
    const other = fileOf(LIST.replace('فؤاد علي', 'فؤاد'));
    expect((await run(other, { duplicates: 'add' })).body).toMatchObject({ rows: 2 });
  });

  it('has days, amounts and choices in the words of a desk', async () => {
    await client.create('/month/', { name: 'March' });
    await client.create(students, { name: 'Mona Adel' });
    const rows = [
      ['M-1', '"1,250.50 ج.م"', 'شهرين', 'خارجي', '2026/1/31'],
      ['M-2', '١٢٥٠،٥', '٣ شهور', 'ولي الأمر', '‏31‏/1‏/2026'],
      ['M-3', 'جنيه ١٬٢٥٠', '2 Months', 'Our Bus', '31.01.2026'],
      ['M-4', '"L.E. 1,250.00"', 'شهر واحد', 'باص خارجي', '31-1-2026 12:00:00'],
      ['M-5', '١،٢٥٠', '12', 'our_bus', ''],
      ['M-6', '1250.505', '5 سنة', 'طائرة', ''],
    ];
    const file = fileOf(
      `Student,Receipt,Price,Period,Transport,Date,Level\n${rows.map((row) => `Mona Adel,${row.join(',')},المستوى 3`).join('\n')}\n`,
    );
    const found = await check(file, 'adult-course');
    expect(found).toMatchObject({ ready: 5, wrong: 1, doubtful: 0 });
    expect((await run(file, { leave_out_wrong: true }, 'adult-course')).status).toBe(201);
    const made = await client.listAll(`${courses}?ordering=receipt_number`);
    expect(
      made.map((row) => [row.price, row.period, row.transportation_type, row.custom_date, row.level]),
    ).toEqual([
      ['1250.50', '2', 'outside_bus', '2026-01-31', '3'],
      ['1250.50', '3', 'parent', '2026-01-31', '3'],
      ['1250.00', '2', 'our_bus', '2026-01-31', '3'],
      ['1250.00', '1', 'outside_bus', '2026-01-31', '3'],
      ['1250.00', '12', 'our_bus', null, '3'],
    ]);
  });
});

describe('enrolments with opening balances', () => {
  const ENROLMENTS = `Code,Student,Receipt,Price,Paid,Remaining,Level,Period,Transport,Date
S-0001,,A-1,"1,250.00",٢٥٠٫٥٠,,Level 3,2,Our Bus,31/1/2026
,Omar Fouad,,,,300,1,1 month,parent,
,Omar Fouad,A-3,100,100,0,1,1,parent,
S-0009,,A-4,100,,,1,1,parent,
,Nobody,A-5,100,,,1,1,parent,
S-0002,,A-6,100,200,,1,1,parent,
S-0002,,A-7,100,20,70,1,1,parent,
S-0001,Omar Fouad,A-8,1e3,,,99,1,parent,
`;
  beforeEach(async () => {
    await client.create('/month/', { name: 'March' });
    await client.create(students, { name: 'Mona Adel' });
    await client.create(students, { name: 'Omar Fouad' });
  });
  const month = async () => (await client.listAll('/month/'))[0];

  it('record what remains; what was paid before is income of no month and stands in the notes', async () => {
    const file = fileOf(ENROLMENTS, 'courses.csv');
    const found = await check(file, 'adult-course');
    expect(found).toMatchObject({ ready: 3, doubtful: 0, wrong: 5 });
    expect(found.rows.map(({ row, reasons }) => [row, ...reasons])).toEqual([
      [5, 'No student has the code S-0009.'],
      [6, 'No student is called Nobody. Import the students first.'],
      [7, 'More was paid than the price.'],
      [8, 'Price less paid is L.E. 80.00, but L.E. 70.00 is said to remain.'],
      [
        9,
        'The code S-0001 is of Mona Adel.',
        'Price: 1e3 is no amount such as 1250 or 1,250.00.',
        expect.stringMatching(/^Level: “99” is not known. Allowed are: Level 1, Level 2, /),
      ],
    ]);
    const made = await run(file, { leave_out_wrong: true }, 'adult-course');
    expect(made.status, made.text).toBe(201);
    expect(await client.listAll(`${courses}?ordering=receipt_number`)).toMatchObject([
      {
        receipt_number: 'A-1',
        price: '999.50',
        paid_amount: '0.00',
        remaining_amount: '999.50',
        level: '3',
        custom_date: '2026-01-31',
        notes: 'Price L.E. 1,250.00, of which L.E. 250.50 was paid before.',
      },
      { receipt_number: 'A-3', price: '0.00', remaining_amount: '0.00' },
      { receipt_number: 'Opening balance', price: '300.00', remaining_amount: '300.00', period: '1' },
    ]);
    expect(await month()).toMatchObject({ adult_course_revenue: '0.00', debts: '1299.50' });
    const { id } = importRow.parse(made.body);
    const [first] = await client.listAll(`${courses}?ordering=receipt_number`);
    const paid = await client.create(courses, installment(first?.id ?? '', '9.50'));
    expect(await month()).toMatchObject({ adult_course_revenue: '9.50', debts: '1290.00' });
    expect((await client.send('DELETE', `${IMPORTS_PATH}${id}/`)).status).toBe(409);
    await client.send('DELETE', `${courses}${paid.id}/`);
    expect((await client.send('DELETE', `${IMPORTS_PATH}${id}/`)).status).toBe(200);
    expect(await month()).toMatchObject({ adult_course_revenue: '0.00', debts: '0.00' });
  });

  it('are told from others, on their records and in the list of debts', async () => {
    const rows = ['A-1,1000,400', 'A-2,500,500'].map((row) => `S-0001,${row},1,1,parent`);
    const file = fileOf(['Code,Receipt,Price,Paid,Level,Period,Transport', ...rows].join('\n'));
    const { id } = importRow.parse((await run(file, {}, 'adult-course')).body);
    const omar = (await client.listAll(`${students}?search=Omar`))[0]?.id ?? '';
    const typed = { receipt_number: 'B-1', price: '700', paid_amount: '0' };
    await client.create(courses, factory.enrolment('adult-course', omar, typed));
    expect(await client.listAll(`${courses}?ordering=receipt_number`)).toMatchObject([
      { receipt_number: 'A-1', price: '600.00', remaining_amount: '600.00', import: id },
      { receipt_number: 'A-2', price: '0.00', remaining_amount: '0.00', import: id },
      { receipt_number: 'B-1', price: '700.00', import: null },
    ]);
    const { results } = (await client.get('/debts/?ordering=name')).body;
    expect(results).toMatchObject([
      { name: 'Mona Adel', last_payment: null, imported: true },
      { name: 'Omar Fouad', last_payment: null, imported: false },
    ]);
  });

  it('count what was paid before in the running month if the file is said to', async () => {
    const file = fileOf(ENROLMENTS.split('\n').slice(0, 2).join('\n'), 'courses.csv');
    const made = await run(file, { count_paid: true }, 'adult-course');
    expect(made.status, made.text).toBe(201);
    expect(await month()).toMatchObject({ adult_course_revenue: '250.50', debts: '999.50' });
    expect(
      await server.queryAsOwner('select * from drawer_line where branch_id = $1', [client.branchId]),
    ).toEqual([]);
    expect(await check(file, 'adult-course')).toMatchObject({
      doubtful: 1,
      rows: [{ reasons: ['Receipt A-1 of this student is recorded already.'] }],
    });
    const [paid] = await client.listAll(courses);
    expect(paid).toMatchObject({ payment_method: 'cash', payment_reference: null });
    await client.send('POST', '/month/end-undo/', { expect: 'running' });
    const { id } = importRow.parse(made.body);
    expect((await client.send('DELETE', `${IMPORTS_PATH}${id}/`)).body.detail).toMatch(
      /month that has ended/,
    );
  });

  it('read how they were paid by the names in the list of the branch', async () => {
    const wallet = { id: 'wallet', name: 'Vodafone Cash', name_ar: 'فودافون كاش', kind: 'wallet' };
    await client.send('PATCH', '/branch/settings/', { payment_methods: [wallet] });
    await client.send('PATCH', '/branch/settings/', { payment_methods: [] });
    const [heading = '', row = ''] = ENROLMENTS.split('\n');
    const methods = ['Vodafone cash', 'فودافون كاش', 'نقدًا', '', 'Cheque'];
    const rows = methods.map((method, place) => `${row.replace('A-1', `P-${place}`)},${method},TX ${place}`);
    const file = fileOf([`${heading},Payment Method,Reference`, ...rows].join('\n'), 'courses.csv');
    const doubts = [
      'Payment Method: “Cheque” is not in the list of this branch. The row is added without it, unless you correct the file.',
    ];
    expect(await check(file, 'adult-course')).toMatchObject({ doubtful: 1, rows: [{ reasons: doubts }] });
    const made = await run(file, { count_paid: true, duplicates: 'add' }, 'adult-course');
    expect(made.status, made.text).toBe(201);
    const records = await client.listAll(`${courses}?ordering=receipt_number`);
    expect(records.map((record) => [record.payment_method, record.payment_reference])).toEqual([
      ['wallet', 'TX 0'],
      ['wallet', 'TX 1'],
      ['cash', 'TX 2'],
      ['cash', 'TX 3'],
      ['cash', 'TX 4'],
    ]);
  });

  it('read discounts by the names in the list of the branch, and refuse one that does not make the price', async () => {
    const siblings = { id: 'siblings', name: 'Siblings', name_ar: 'إخوة', percent: '10' };
    await client.send('PATCH', '/branch/settings/', { discount_reasons: [siblings] });
    const [heading = '', row = ''] = ENROLMENTS.split('\n');
    const discounts = ['1400,150,إخوة', '1400,100,Siblings', ',,'];
    const rows = discounts.map((discount, place) => `${row.replace('A-1', `D-${place}`)},${discount}`);
    const text = [`${heading},List Price,Discount,Discount Reason`, ...rows].join('\n');
    const file = fileOf(text, 'courses.csv');
    expect(await check(file, 'adult-course')).toMatchObject({
      ready: 2,
      wrong: 1,
      rows: [{ reasons: ['Discount: List price less discount is L.E. 1,300.00, not the price.'] }],
    });
    const given = { count_paid: true, duplicates: 'add', leave_out_wrong: true };
    const made = await run(file, given, 'adult-course');
    expect(made.status, made.text).toBe(201);
    const records = await client.listAll(`${courses}?ordering=receipt_number`);
    expect(records.map(({ price, discount, discount_reason }) => [price, discount, discount_reason])).toEqual(
      [
        ['1250.00', '150.00', 'siblings'],
        ['1250.00', null, null],
      ],
    );
  });
});

it('what is exported, imported into another branch and exported again is the same file', async () => {
  const text = fc
    .oneof(
      fc.string({ minLength: 1, maxLength: 20 }),
      fc.stringMatching(/^['=+\-@,;"\n_x0A-F\u0621-\u064a٠-٩ ]{1,12}$/),
      fc.constantFrom('منى عادل', "'=1", '_x0041_', '-5', '1e5'),
    )
    .map((typed) => typed.replace(/[\p{Cc}\ufffe\uffff]/gu, (sign) => (sign === '\n' ? sign : '')).trim())
    .filter((typed) => typed !== '' && typed.isWellFormed());
  const phone = fc.constantFrom('01012345678', '+966501234567', '0100', '01012345678 (Mona)');
  const person = fc.record(
    {
      name: text,
      father_name: text,
      phone,
      mother_phone: phone,
      birthdate: fc.constantFrom('2015-02-28', '1999-12-31'),
      address: text,
    },
    { requiredKeys: ['name'] },
  );
  await fc.assert(
    fc.asyncProperty(fc.array(person, { minLength: 12, maxLength: 24 }), async (people) => {
      const [one, other] = [await server.newClient(), await server.newClient()];
      for (const body of people) await one.create(students, body);
      for (const format of ['csv', 'xlsx'] as const) {
        const target = format === 'csv' ? other : await server.newClient();
        const taken = async (of: ApiClient) =>
          (
            await server.app.inject({
              url: `/api/students/export/?format=${format}`,
              headers: of.authorization,
            })
          ).rawPayload;
        const file = fileOf(await taken(one), `students.${format}`);
        const made = await run(file, { duplicates: 'add' }, 'student', randomUUID(), target);
        expect(made.status, made.text).toBe(201);
        const back = await taken(target);
        const contentOf = (bytes: Uint8Array) => (format === 'csv' ? bytes : readSheet(Buffer.from(bytes)));
        expect(await contentOf(back)).toEqual(await contentOf(Buffer.from(file.content)));
      }
    }),
    { numRuns: 3 },
  );
});
