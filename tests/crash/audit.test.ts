import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
import { IMPORTS_PATH } from '#contract/imports.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  books,
  courses,
  deductions,
  employees,
  installment,
  orders,
  payouts,
  salaries,
  students,
} from '../server/api/bodies.ts';
import type { ApiClient } from '../server/api/test-server.ts';
import { sendFile } from '../server/api/upload.ts';
import { withServer } from '../server/api/with-server.ts';
import { audit } from './audit.ts';
import type { LoggedOperation, OperationLog, OperationTarget } from './operation-log.ts';

const server = withServer();
let client: ApiClient;
let log: OperationLog;

async function write(
  target: OperationTarget,
  method: LoggedOperation['method'],
  path: string,
  body?: LoggedOperation['body'],
) {
  const key = randomUUID();
  const { status, body: answer } = await client.send(method, path, body, { 'idempotency-key': key });
  const outcome = status < 400 ? 'acknowledged' : 'refused';
  log.push({ target, method, path, body, key, attempts: 1, outcome, status, answer });
  return String(answer.id);
}

beforeAll(async () => {
  client = await server.newClient();
  log = [];
  const factory = branchFactory(1);
  await write('month', 'POST', '/month/', { name: 'March' });
  const student = await write('student', 'POST', students, factory.student());
  const body = factory.enrolment('adult-course', student, { price: '100', paid_amount: '1' });
  const enrolment = await write('enrolment', 'POST', courses, body);
  const receipt = await write('enrolment', 'POST', courses, installment(enrolment, '10'));
  await write('enrolment', 'PATCH', `${courses}${receipt}/`, { paid_amount: '12.50' });
  const wrong = await write('enrolment', 'POST', courses, installment(enrolment, '5'));
  await write('enrolment', 'DELETE', `${courses}${wrong}/`);
  await write('enrolment', 'POST', courses, installment(enrolment, '1000'));
  const book = await write('book', 'POST', books, factory.book({ sell_price: '50' }));
  await write('book_order', 'POST', orders, factory.bookOrder(book, { quantity: '4' }));
  const payout = await write('book_payout', 'POST', payouts, factory.bookPayout(book, student));
  await write('book_payout', 'PATCH', `${payouts}${payout}/`, { quantity: '2', paid_amount: '20' });
  await write('book_payout', 'POST', payouts, factory.bookPayout(book, student, { quantity: '3' }));
  const later = await write('book_payout', 'POST', payouts, installment(payout, '10'));
  await write('book_payout', 'PATCH', `${payouts}${later}/`, { paid_amount: '12.50' });
  const { id: employee } = await client.create(employees, factory.employee());
  await client.create(deductions, factory.deduction(employee));
  await client.create(salaries, { employee });
  const back = { resource: 'adult-course', related_record: enrolment, reason: 'Ill' };
  await write('refund', 'POST', '/refunds/', { ...back, amount: '2', forgive: true });
  await write('refund', 'POST', '/refunds/', { ...back, amount: '3', payment_method: 'credit' });
  const columns = { name: 0 };
  const file = {
    name: 'a.csv',
    text: 'Name\nAli Imported\nMona Imported\n',
    options: { target: 'student', columns },
  };
  const key = randomUUID();
  const sent = { name: file.name, content: file.text };
  const imported = await sendFile(server, client, IMPORTS_PATH, sent, file.options, {
    'idempotency-key': key,
  });
  const known = {
    status: imported.status,
    answer: imported.body,
    attempts: 1,
    outcome: 'acknowledged',
  } as const;
  log.push({ target: 'import', method: 'POST', path: IMPORTS_PATH, body: undefined, file, key, ...known });
  await write('month', 'POST', '/month/end-undo/');
});

/** Returns the audit's result after a statement that is rolled back afterwards. */
async function auditAfter(statement: string) {
  const client = new pg.Client(server.settings);
  await client.connect();
  try {
    await client.query(`begin; ${statement}`);
    return await audit(async (text, values) => (await client.query(text, values)).rows, log);
  } finally {
    await client.end();
  }
}

it('reports no problems for an undamaged database', async () => {
  expect(await audit(server.queryAsOwner, log)).toEqual({
    acknowledged: 17,
    refused: 2,
    unknown: 0,
    unknownButPerformed: 0,
    problems: [],
  });
});

it('accepts an unanswered write whether or not it was performed', async () => {
  const last = { ...(log.at(-1) as LoggedOperation), outcome: 'unknown' } as const;
  const other = [...log.slice(0, -1), last, { ...last, key: randomUUID() }];
  expect(await audit(server.queryAsOwner, other)).toMatchObject({
    unknown: 2,
    unknownButPerformed: 1,
    problems: [],
  });
});

const withoutTriggers = (statement: string, table = 'enrolment') =>
  `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`;

it.each([
  ['a lost key', "delete from idempotency where path like '%student%'", /was acknowledged and is not stored/],
  [
    'a lost record',
    withoutTriggers('delete from enrolment where related_id is not null'),
    /^lost: enrolment [\da-f-]+ is not stored/,
  ],
  ['a changed record', "update student set name = 'another'", /has name "another", not/],
  [
    'another answer',
    "update idempotency set answer = '{}' where path like '%student%'",
    /with another answer/,
  ],
  [
    'a wrong sum of installments',
    withoutTriggers(
      'update enrolment set installments_paid = installments_paid + 1 where related_id is null',
    ),
    /not what its installments pay/,
  ],
  [
    'a wrong sum of installments of a payout',
    withoutTriggers('update book_payout set installments_paid = 1 where related_id is null', 'book_payout'),
    /not what its installments pay \(book_payout\)/,
  ],
  [
    'a wrong sum of refunds',
    withoutTriggers('update enrolment set forgiven = 1 where related_id is null'),
    /more was paid back than was paid, or other sums/,
  ],
  [
    'a wrong credit',
    'update student set credit = credit + 1',
    /the movements of credit add up to another sum/,
  ],
  [
    'credit without its movement',
    withoutTriggers('delete from movement where credit <> 0', 'movement'),
    /credit was kept or used of no record/,
  ],
  [
    'wrong stock',
    withoutTriggers('update book set ordered = ordered + 1', 'book'),
    /a book counts other copies than were ordered and paid out/,
  ],
  [
    'a changed payout',
    withoutTriggers('update book_payout set paid_amount = 1', 'book_payout'),
    /^book_payout [\da-f-]+ has paid_amount "1", not "2000"/,
  ],
  [
    'an amount that no drawer counts',
    withoutTriggers('delete from movement where close_id is null', 'movement'),
    /money is in no drawer/,
  ],
  [
    'a settled deduction without its salary',
    withoutTriggers('update deduction set settled_by_id = null', 'deduction'),
    /a salary took in another sum than the records that it settled \(deduction\)/,
  ],
  [
    'a lost row of an import',
    withoutTriggers("delete from student where name = 'Ali Imported'", 'student'),
    /an import has other records than rows/,
  ],
  [
    'a doubled row of an import',
    withoutTriggers("update student set name = 'Ali Imported' where name = 'Mona Imported'", 'student'),
    /an import has other records than rows/,
  ],
  [
    'an undo that left rows',
    'update import set undone_at = now()',
    /an import has other records than rows, or an undone one/,
  ],
  [
    'a wrong sum of salaries in an ended month',
    `update month set figures = jsonb_set(figures, '{salaries}', '"1.00"')`,
    /an ended month stores another sum than its records have \(salaries\)/,
  ],
  [
    'a wrong revenue in an ended month',
    `update month set figures = '{"adult_course_revenue": "1.00"}'`,
    /an ended month stores another sum/,
  ],
])('reports %s', async (_what, statement, sentence) => {
  const { problems } = await auditAfter(statement);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});

it('reports a refused write that was performed', async () => {
  const stored = { ...(log.at(-1) as LoggedOperation), outcome: 'refused' } as const;
  const { problems } = await audit(server.queryAsOwner, [...log.slice(0, -1), stored]);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/was refused and is stored/)]));
});

// Runs last: the record is not removed.
it('reports a record that no client created', async () => {
  await client.create(students, branchFactory(2).student());
  const { problems } = await audit(server.queryAsOwner, log);
  expect(problems).toEqual([expect.stringMatching(/^student [\da-f-]+ is stored, and no client created it/)]);
});
