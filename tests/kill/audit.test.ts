import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, installment, students } from '../server/api/bodies.ts';
import { type Desk, type ServerUnderTest, serverUnderTest } from '../server/api/server-under-test.ts';
import { audit } from './audit.ts';
import type { About, Entry, Ledger } from './ledger.ts';

let server: ServerUnderTest;
let desk: Desk;
let ledger: Ledger;

async function write(about: About, method: Entry['method'], path: string, body?: Entry['body']) {
  const key = randomUUID();
  const { status, body: answer } = await desk.send(method, path, body, { 'idempotency-key': key });
  const fate = status < 400 ? 'acknowledged' : 'refused';
  ledger.push({ about, method, path, body, key, sent: 1, fate, status, answer });
  return String(answer.id);
}

beforeEach(async () => {
  server = await serverUnderTest();
  desk = await server.newDesk();
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
  await write('month', 'POST', '/month/end-undo/');
});
afterEach(() => server.close());

test('all is well where nothing went wrong', async () => {
  expect(await audit(server.look, ledger)).toEqual({
    acknowledged: 8,
    refused: 1,
    unknown: 0,
    unknownButDone: 0,
    problems: [],
  });
});

test('a write without an answer may be there, or not', async () => {
  const [last] = ledger.splice(-1);
  ledger.push({ ...(last as Entry), fate: 'unknown' });
  ledger.push({ ...(last as Entry), fate: 'unknown', key: randomUUID() });
  expect(await audit(server.look, ledger)).toMatchObject({ unknown: 2, unknownButDone: 1, problems: [] });
});

/** As its owner can, past every trigger and foreign key. */
const quietly = (statement: string) =>
  `alter table enrolment disable trigger user; ${statement}; alter table enrolment enable trigger user`;

test.each([
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
  [
    'a month that kept another sum',
    `update month set figures = '{"adult_course_revenue": "1.00"}'`,
    /an ended month keeps another sum/,
  ],
])('%s is found', async (_what, statement, sentence) => {
  await server.look(statement);
  const { problems } = await audit(server.look, ledger);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
});

test('a record that nobody was told of is found', async () => {
  await desk.make(students, branchFactory(2).student());
  const { problems } = await audit(server.look, ledger);
  expect(problems).toEqual([expect.stringMatching(/^student \d+ is there, and nobody made it/)]);
});

test('a refused write that is there all the same is found', async () => {
  const refused = ledger.findIndex(({ fate }) => fate === 'refused');
  const entry = ledger[ledger.length - 1] as Entry;
  ledger[refused] = { ...entry, fate: 'refused' };
  const { problems } = await audit(server.look, ledger);
  expect(problems).toEqual(expect.arrayContaining([expect.stringMatching(/was refused and is there/)]));
});
