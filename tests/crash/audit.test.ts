import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { beforeAll, expect, it } from 'vitest';
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
import { withServer } from '../server/api/with-server.ts';
import { audit } from './audit.ts';
import type { LoggedOperation, OperationLog, OperationTarget } from './operation-log.ts';

const server = withServer();
let client: ApiClient;
let ledger: OperationLog;

async function write(
  about: OperationTarget,
  method: LoggedOperation['method'],
  path: string,
  body?: LoggedOperation['body'],
) {
  const key = randomUUID();
  const { status, body: answer } = await client.send(method, path, body, { 'idempotency-key': key });
  const fate = status < 400 ? 'acknowledged' : 'refused';
  ledger.push({ about, method, path, body, key, sent: 1, fate, status, answer });
  return String(answer.id);
}

beforeAll(async () => {
  client = await server.newClient();
  ledger = [];
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
  const employee = await write('employee', 'POST', employees, factory.employee());
  await write('deduction', 'POST', deductions, factory.deduction(employee));
  await write('salary', 'POST', salaries, { employee });
  await write('salary', 'POST', salaries, { employee });
  await write('month', 'POST', '/month/end-undo/');
});

/** What the audit says when this has been done to the database, which is undone again. */
async function auditAfter(statement: string) {
  const client = new pg.Client(server.settings);
  await client.connect();
  try {
    await client.query(`begin; ${statement}`);
    return await audit(async (text, values) => (await client.query(text, values)).rows, ledger);
  } finally {
    await client.end();
  }
}

it('all is well where nothing went wrong', async () => {
  expect(await audit(server.queryAsOwner, ledger)).toEqual({
    acknowledged: 15,
    refused: 3,
    unknown: 0,
    unknownButDone: 0,
    problems: [],
  });
});

it('a write without an answer may be there, or not', async () => {
  const last = { ...(ledger.at(-1) as LoggedOperation), fate: 'unknown' } as const;
  const other = [...ledger.slice(0, -1), last, { ...last, key: randomUUID() }];
  expect(await audit(server.queryAsOwner, other)).toMatchObject({
    unknown: 2,
    unknownButDone: 1,
    problems: [],
  });
});

/** As its owner can, past every trigger and foreign key. */
const quietly = (statement: string, table = 'enrolment') =>
  `alter table ${table} disable trigger user; ${statement}; alter table ${table} enable trigger user`;

it.each([
  ['a lost key', "delete from idempotency where path like '%student%'", /was acknowledged and is not there/],
  [
    'a lost record',
    quietly('delete from enrolment where related_id is not null'),
    /^lost: enrolment \d+ is not there/,
  ],
  ['a changed record', "update student set name = 'another'", /has name "another", not/],
  [
    'another answer',
    "update idempotency set answer = '{}' where path like '%student%'",
    /with another answer/,
  ],
  [
    'a payment counted wrong',
    quietly('update enrolment set installments_paid = 1'),
    /not what its installments pay/,
  ],
  ['a tally that is off', 'update tally set paid = paid + 1', /the tally is not what a recount/],
  ['what is owing counted wrong', 'update tally set owing = owing + 1', /the tally is not what a recount/],
  [
    'stock counted wrong',
    quietly('update book set ordered = ordered + 1', 'book'),
    /a book counts other copies than came and went/,
  ],
  [
    'a changed payout',
    quietly('update book_payout set paid_amount = 1', 'book_payout'),
    /^book_payout \d+ has paid_amount "1", not "2000"/,
  ],
  [
    'a deduction settled by nothing',
    quietly('update deduction set settled_by_id = null', 'deduction'),
    /a salary took off another sum/,
  ],
  [
    'a salary lost',
    quietly('update deduction set settled_by_id = null; delete from salary', 'salary'),
    /^lost: salary \d+ is not there/,
  ],
  [
    'a student counted wrong',
    `update student set tallied = '{"bus": 1}'`,
    /a student counts other records than there are/,
  ],
  [
    'a month that kept another sum of salaries',
    `update month set figures = jsonb_set(figures, '{salaries}', '"1.00"')`,
    /an ended month keeps another sum than its records have \(salaries\)/,
  ],
  [
    'a month that kept another sum',
    `update month set figures = '{"adult_course_revenue": "1.00"}'`,
    /an ended month keeps another sum/,
  ],
])('%s is found', async (_what, statement, sentence) => {
  const { problems } = await auditAfter(statement);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});

it('a refused write that is there all the same is found', async () => {
  const there = { ...(ledger.at(-1) as LoggedOperation), fate: 'refused' } as const;
  const { problems } = await audit(server.queryAsOwner, [...ledger.slice(0, -1), there]);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/was refused and is there/)]));
});

// Last, since it stays.
it('a record that nobody was told of is found', async () => {
  await client.create(students, branchFactory(2).student());
  const { problems } = await audit(server.queryAsOwner, ledger);
  expect(problems).toEqual([expect.stringMatching(/^student \d+ is there, and nobody made it/)]);
});
