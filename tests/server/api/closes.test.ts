import { randomUUID } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { CLOSES_PATH, closeAnswer, closesPage, openDrawers, ownDrawer } from '#contract/closes.ts';
import { bodies } from '#contract/texts/bodies.en.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  advances,
  courses,
  employees,
  enrol,
  expenses,
  installment,
  orders,
  payable,
  payouts,
  refunds,
  students,
} from './bodies.ts';
import { withDesk } from './with-server.ts';

const factory = branchFactory(5);
const { server, manager, staff } = withDesk();

const OWN = `${CLOSES_PATH}own/`;
const OPEN = `${CLOSES_PATH}open/`;
const keyed = (key: string = randomUUID()) => ({ 'idempotency-key': key });
const count = (body: object, by = staff, headers = {}) => by.send('POST', CLOSES_PATH, body, headers);
const finish = (id: string | number, body: object, by = staff, headers = {}) =>
  by.send('POST', `${CLOSES_PATH}${id}/finish/`, body, headers);
const closeOf = async (body: object, by = staff) => {
  const answer = await count(body, by);
  expect(answer.status, answer.text).toBe(201);
  return closeAnswer.parse(answer.body);
};
const read = async (id: string | number, by = staff) =>
  closeAnswer.parse((await by.get(`${CLOSES_PATH}${id}/`)).body);
const own = async (by = staff) => ownDrawer.parse((await by.get(OWN)).body);

/** Takes 30 at enrolment, 20 as an installment, 25 + 5 as a collection, 12 for a book; pays 7 and 8 out of the drawer. */
async function work(by = staff): Promise<{ readonly enrolment: string; readonly expense: string }> {
  const { id: enrolment } = await enrol(by, '300', '30', factory);
  await by.create(courses, installment(enrolment, '20'));
  const debt = await payable(by, 'bus', { price: '100' }, factory);
  await by.must('POST', '/collections/', {
    receipt_number: '9',
    payments: [
      { resource: 'adult-course', related_record: enrolment, paid_amount: '25' },
      { resource: 'bus', related_record: debt.id, paid_amount: '5' },
    ],
  });
  const { id: payout, book } = await payable(manager, 'book-payout', { price: '60' }, factory);
  await by.create(payouts, installment(payout, '12'));
  const { id: expense } = await by.create(expenses, { title: 'Water', amount: '7' });
  await by.create(expenses, { title: 'Rent', amount: '900', from_drawer: false });
  await by.create(orders, { book, quantity: '1', price: '8', paid_amount: '8' });
  return { enrolment, expense };
}

describe('a drawer close', () => {
  it('expects what was received by kind, less what was paid from the drawer, and counts each row once', async () => {
    await work();
    const first = await closeOf({
      pieces: { '50.00': 1, '10.00': 2, '5.00': 1, '1.00': 2 },
      kept: '10',
      float: '0',
    });
    expect(first).toMatchObject({
      since: null,
      counted: '77.00',
      expected: '77.00',
      difference: '0.00',
      kept: '10.00',
      changed: 0,
      user: String(staff.userId),
    });
    expect(first.finished_at).not.toBeNull();
    expect(
      Object.fromEntries(first.parts.map(({ part, count: rows, total }) => [part, [rows, total]])),
    ).toEqual({
      enrolment: [1, '30.00'],
      installment: [2, '32.00'],
      collection: [2, '30.00'],
      expense: [1, '-7.00'],
      order: [1, '-8.00'],
    });
    const second = await closeOf({ other: '10' });
    expect(second).toMatchObject({ float: '10.00', expected: '10.00', since: first.created_at, parts: [] });
    expect((await read(first.id)).lines).toHaveLength(7);
    expect((await manager.get(CLOSES_PATH)).body).toMatchObject({ count: 2 });
  });

  it('does not tell staff what is expected before they have counted, and asks the reason of a difference', async () => {
    const { expense } = await work();
    await staff.send('PATCH', `${expenses}${expense}/`, { from_drawer: false });
    const before = await staff.get(OWN);
    expect(ownDrawer.parse(before.body)).toMatchObject({
      since: null,
      taken: { count: 4, total: '92.00' },
      unfinished: null,
    });
    expect(before.text).not.toContain('84.00');
    expect((await staff.get(OPEN)).status).toBe(403);
    const { id, expected, difference, finished_at } = await closeOf({ other: '80' });
    expect({ expected, difference, finished_at }).toEqual({
      expected: '84.00',
      difference: '-4.00',
      finished_at: null,
    });
    expect((await own()).unfinished).toMatchObject({ id, expected: '84.00' });
    expect((await count({ other: '84' })).status).toBe(409);
    expect((await finish(id, { reason: ' ' })).body).toEqual({ reason: [bodies.closeReasonMissing] });
    expect((await finish(id, { reason: 'A note of five was torn' }, manager)).status).toBe(409);
    const done = await finish(id, { reason: 'A note of five was torn' });
    expect(done.body).toMatchObject({ reason: 'A note of five was torn', counted: '80.00' });
    expect((await finish(id, { reason: 'A note of five was torn' })).status).toBe(200);
    expect((await finish(id, { reason: 'Another' })).status).toBe(409);
    const { body } = await manager.get('/history/?resource=drawer-close');
    expect(body.results).toMatchObject([{ action: 'changed' }, { action: 'created' }]);
    expect((await staff.get('/history/?resource=drawer-close')).body.results).toEqual([]);
  });

  it('is made once for one key, and not for a period that another tablet has closed', async () => {
    await enrol(staff, '300', '30', factory);
    const key = randomUUID();
    const answers = [await count({ other: '30', after: null }, staff, keyed(key))];
    answers.push(await count({ other: '30', after: null }, staff, keyed(key)));
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await count({ other: '31', after: null }, staff, keyed())).status).toBe(409);
    expect((await count({ other: '0', after: answers[0]?.body.id }, staff, keyed())).status).toBe(201);
  });

  it('refuses a wrong count at its field and writes nothing', async () => {
    await enrol(staff, '300', '30', factory);
    const refusals = [
      [{}, { other: [bodies.nothingCounted] }],
      [{ other: '10', kept: '11' }, { kept: [bodies.keptTooMuch] }],
      [{ pieces: { '3.00': 1 } }, { pieces: [bodies.unknownPiece] }],
      [{ pieces: { '5.00': 1.5 } }, { pieces: [bodies.piecesWrong] }],
      [{ pieces: { '5.00': -1 } }, { pieces: [bodies.piecesWrong] }],
    ] as const;
    for (const [body, problem] of refusals) {
      const { status, body: answer } = await count(body);
      expect([status, answer]).toEqual([400, problem]);
    }
    expect(await own()).toMatchObject({ last: null, taken: { count: 1 } });
  });

  it('is shown to its person and to managers alone, with who has not closed', async () => {
    const colleague = await server.newColleague(manager, 'staff');
    await enrol(staff, '300', '30', factory);
    await enrol(colleague, '300', '40', factory);
    const { id } = await closeOf({ other: '25', kept: '5' });
    expect((await colleague.get(`${CLOSES_PATH}${id}/`)).status).toBe(404);
    expect((await colleague.get(CLOSES_PATH)).body).toMatchObject({ count: 0 });
    expect((await staff.get(CLOSES_PATH)).body).toMatchObject({ count: 1 });
    const { drawers } = openDrawers.parse((await manager.get(OPEN)).body);
    expect(drawers).toMatchObject([
      { user: String(staff.userId), count: 0, expected: '5.00', unfinished: id },
      { user: String(colleague.userId), since: null, count: 1, expected: '40.00', unfinished: null },
    ]);
    expect((await manager.get(`${CLOSES_PATH}?user=${staff.userId}`)).body).toMatchObject({ count: 1 });
  });

  it('tells managers what the branch took today and in seven days, by person, closed or not', async () => {
    const colleague = await server.newColleague(manager, 'staff');
    server.clock.now = new Date('2026-03-03T21:59:00Z');
    await enrol(colleague, '300', '11', factory);
    server.clock.now = new Date('2026-03-03T22:01:00Z');
    await enrol(staff, '300', '3', factory);
    server.clock.now = new Date('2026-03-09T09:00:00Z');
    await enrol(colleague, '300', '70', factory);
    server.clock.now = new Date('2026-03-10T09:00:00Z');
    await enrol(staff, '300', '30', factory);
    await staff.create(expenses, { title: 'Water', amount: '7' });
    await closeOf({ other: '23', kept: '0', float: '0' });
    await enrol(staff, '300', '5', factory);
    const { id } = await enrol(colleague, '300', '40', factory);
    const open = async () => openDrawers.parse((await manager.get(OPEN)).body);
    const taken = async () => (await open()).taken;
    const since = '2026-03-09T22:00:00.000Z';
    const people = [
      { user: String(colleague.userId), count: 1, total: '40.00' },
      { user: String(staff.userId), count: 2, total: '35.00' },
    ];
    expect(await taken()).toMatchObject({ since, count: 3, total: '75.00', people });
    expect((await open()).week).toMatchObject({
      since: '2026-03-03T22:00:00.000Z',
      count: 5,
      total: '148.00',
      people: [
        { user: String(colleague.userId), count: 2, total: '110.00' },
        { user: String(staff.userId), count: 3, total: '38.00' },
      ],
      methods: [{ payment_method: 'cash', count: 5, total: '148.00' }],
    });
    expect((await manager.get('/dashboard/branch/')).body.income_by_day).toContainEqual({
      day: '2026-03-10',
      income: '75.00',
    });
    await manager.send('DELETE', `${courses}${id}/`);
    expect(await taken()).toMatchObject({ count: 2, total: '35.00', people: people.slice(1) });
  });

  it('adds up what differed in a period, on all pages and for one person', async () => {
    for (let close = 0; close < 12; close++) {
      const { id, difference } = await closeOf({
        other: close === 3 ? '0' : String(close),
        kept: '0',
        float: '0',
      });
      if (difference !== '0.00') await finish(id, { reason: 'Counted anew' });
    }
    const sums = async (query: string, by = manager) => {
      const { status, body } = await by.get(`${CLOSES_PATH}?${query}`);
      expect(status).toBe(200);
      const { count: all, totals, counts } = closesPage.parse(body);
      return [all, totals?.difference, counts?.differing];
    };
    const everything = [12, '63.00', 10];
    expect(await sums('page=1')).toEqual(everything);
    expect(await sums('page=2')).toEqual(everything);
    expect(await sums('created_after=2026-03-10&created_before=2026-03-10')).toEqual(everything);
    expect(await sums('created_after=2026-03-11')).toEqual([0, '0.00', 0]);
    expect(await sums('created_before=2026-03-09')).toEqual([0, '0.00', 0]);
    expect(await sums(`user=${staff.userId}`)).toEqual(everything);
    expect(await sums(`user=${manager.userId}`)).toEqual([0, '0.00', 0]);
    expect(await sums('page=1', await server.newColleague(manager, 'staff'))).toEqual([0, '0.00', 0]);
    expect((await manager.get(`${CLOSES_PATH}?created_after=yesterday`)).status).toBe(400);
  });

  it('counts what managers spend only if they say that it came from the drawer', async () => {
    const paid = await manager.create(expenses, { title: 'Rent', amount: '900' });
    expect(paid.from_drawer).toBe(false);
    await manager.create(expenses, { title: 'Water', amount: '5', from_drawer: true });
    await staff.send('PATCH', `${expenses}${paid.id}/`, { title: 'Rent of March', base: { title: 'Rent' } });
    expect(await closeOf({ other: '0' }, manager)).toMatchObject({ expected: '-5.00', difference: '5.00' });
  });

  it('77 is not made again by the same count of a period in which nothing moved', async () => {
    await enrol(staff, '300', '30', factory);
    const { id } = await closeOf({ other: '30', after: null });
    const again = await count({ other: '30', after: id }, staff, keyed());
    expect([again.status, again.body.detail]).toEqual([409, expect.stringContaining('this very count')]);
    expect((await staff.get(CLOSES_PATH)).body).toMatchObject({ count: 1 });
    await staff.create(expenses, { title: 'Water', amount: '7' });
    expect((await count({ other: '30', after: id }, staff, keyed())).status).toBe(201);
    const { body } = await staff.get(OWN);
    await finish(ownDrawer.parse(body).unfinished?.id ?? '', { reason: 'From the tin' });
    server.clock.now = new Date('2026-03-10T10:30:00Z');
    const last = (await own()).last;
    expect((await count({ other: '30', after: last }, staff, keyed())).status).toBe(201);
  });

  it('is counted again within ten minutes and before its reason; both counts stay', async () => {
    await work();
    const first = await closeOf({ pieces: { '50.00': 1 }, kept: '10', float: '0' });
    expect(first).toMatchObject({ difference: '-27.00', recounts: 0, earlier_counts: [] });
    expect(first.recount_until).toBe(new Date(Date.parse(first.created_at) + 600_000).toISOString());
    const recount = (body: object, by = staff) => by.send('POST', `${CLOSES_PATH}${first.id}/recount/`, body);
    expect((await recount({})).body).toEqual({ other: [bodies.nothingCounted] });
    expect((await recount({ other: '5', kept: '6' })).body).toEqual({ kept: [bodies.keptTooMuch] });
    expect((await recount({ other: '77' }, manager)).status).toBe(404);
    expect((await recount({ pieces: { '50.00': 1 }, other: '20' })).body).toMatchObject({ recounts: 1 });
    const key = randomUUID();
    const path = `${CLOSES_PATH}${first.id}/recount/`;
    const answers = [];
    for (const _ of [1, 2])
      answers.push(await staff.send('POST', path, { other: '77', kept: '7' }, keyed(key)));
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    const done = closeAnswer.parse(answers[1]?.body);
    expect(done).toMatchObject({ counted: '77.00', difference: '0.00', kept: '7.00', recounts: 2 });
    expect(done.earlier_counts).toMatchObject([
      { pieces: { '50.00': 1 }, other: '0.00', counted: '50.00', kept: '10.00' },
      { pieces: { '50.00': 1 }, other: '20.00', counted: '70.00', kept: '0.00' },
    ]);
    expect([done.finished_at === null, done.recount_until]).toEqual([false, undefined]);
    expect((await recount({ other: '80' })).status).toBe(409);
    expect(await own()).toMatchObject({ kept: '7.00', unfinished: null });
    expect((await manager.get(CLOSES_PATH)).body).toMatchObject({ results: [{ recounts: 2 }] });
  });

  it('is not counted again after ten minutes, and never without the count that was made first', async () => {
    await work();
    const { id } = await closeOf({ other: '50', float: '0' });
    await expect(
      server.queryAsOwner('update drawer_close set counted = 77, other = 77 where branch_id = $1', [
        staff.branchId,
      ]),
    ).rejects.toThrow(/stays/);
    server.clock.now = new Date('2026-03-10T09:11:00Z');
    const late = await staff.send('POST', `${CLOSES_PATH}${id}/recount/`, { other: '77' });
    expect([late.status, late.body.detail]).toEqual([409, expect.stringContaining('ten minutes')]);
    expect((await read(id)).recount_until).toBeUndefined();
  });

  it('of a disabled user is made by a manager, who says why; both names stay', async () => {
    const { enrolment } = await work();
    const user = String(staff.userId);
    const body = { user, other: '75', kept: '5', float: '0', after: null, reason: 'She left the branch' };
    const refused = async (given: object, by = manager) => {
      const { status, body: answer } = await count({ ...body, ...given }, by);
      return [status, ...Object.values(answer).flat()];
    };
    const colleague = await server.newColleague(manager, 'staff');
    expect(await refused({}, colleague)).toEqual([403, expect.stringContaining('Only a manager')]);
    expect(await refused({})).toEqual([409, expect.stringContaining('can sign in')]);
    expect(await refused({ user: '999999' })).toEqual([404, expect.any(String)]);
    await manager.must('PATCH', `/users/${user}/`, { disabled: true });
    expect(await refused({ reason: undefined })).toEqual([400, bodies.closeReasonForOther]);
    expect(await refused({ user: String(manager.userId) })).toEqual([409, expect.any(String)]);
    expect(await refused({ after: '999999' })).toEqual([409, expect.stringContaining('meanwhile')]);
    const row = async () =>
      openDrawers.parse((await manager.get(OPEN)).body).drawers.find((one) => one.user === user);
    expect(await row()).toMatchObject({ disabled: true, last: null, kept: null, expected: '77.00' });
    const key = randomUUID();
    const [made, again] = [await count(body, manager, keyed(key)), await count(body, manager, keyed(key))];
    expect([made.status, again.status, again.body]).toEqual([201, 201, made.body]);
    const close = closeAnswer.parse(made.body);
    expect(close).toMatchObject({
      user,
      closed_by: String(manager.userId),
      difference: '-2.00',
      reason: body.reason,
      finished_at: close.created_at,
    });
    expect(close.closed_by_name).not.toBe(close.user_name);
    expect(await row()).toBeUndefined();
    expect((await manager.get('/history/?resource=drawer-close')).body.results).toMatchObject([
      { action: 'created', user_name: close.closed_by_name, title: expect.stringContaining(close.user_name) },
    ]);
    // What a user had counted before, and not explained, is explained by the manager.
    await colleague.create(courses, installment(enrolment, '10'));
    const { id } = await closeOf({ other: '14', float: '0' }, colleague);
    expect((await finish(id, { reason: 'Torn' }, manager)).body.detail).toMatch(/can sign in/);
    await manager.send('PATCH', `/users/${colleague.userId}/`, { disabled: true });
    expect(await refused({ user: String(colleague.userId), after: id })).toEqual([
      409,
      expect.stringContaining('waits for the reason'),
    ]);
    expect((await finish(id, { reason: 'Torn' }, manager)).body).toMatchObject({
      reason: 'Torn',
      closed_by_name: close.closed_by_name,
    });
    expect((await finish(id, { reason: 'Torn' }, manager)).status).toBe(200);
  });

  it('cannot be rewritten in the database', async () => {
    await enrol(staff, '300', '30', factory);
    const { id } = await closeOf({ other: '30' });
    for (const statement of [
      'update drawer_close set counted = counted + 1',
      'delete from drawer_close',
      'update movement set amount = amount + 1',
      'update movement set close_id = null',
      'delete from movement',
    ])
      await expect(
        server.queryAsOwner(`${statement} where branch_id = $1`, [staff.branchId]),
        statement,
      ).rejects.toThrow(/stays/);
    expect(await read(id)).toMatchObject({ counted: '30.00', expected: '30.00' });
  });

  it('that does not exist takes no movement, nor does one of another branch', async () => {
    await enrol(staff, '300', '30', factory);
    const { id } = await closeOf({ other: '30' });
    const stranger = await server.newClient();
    await enrol(staff, '300', '20', factory);
    await enrol(stranger, '300', '20', factory);
    const take = (branch: bigint, close: string) =>
      server.queryAsOwner('update movement set close_id = $1 where branch_id = $2 and close_id is null', [
        close,
        branch,
      ]);
    await expect(take(staff.branchId, randomUUID())).rejects.toThrow(/movement_close/);
    await expect(take(stranger.branchId, id)).rejects.toThrow(/movement_close/);
  });
});

describe('money that a close has counted', () => {
  /** Each line of the branch, with and without a close, as it is now: they come to what the records have moved, method by method. */
  async function addsUp(): Promise<void> {
    const sums = (column: string) =>
      server.queryAsOwner(
        `select payment_method, sum(amount)::text as sum from (
          select coalesce(method_now, payment_method) as payment_method, coalesce(amount_now, amount) as amount from drawer_line
            where branch_id = $1 and '${column}' = 'drawers'
          union all select payment_method, moved.amount from (
            select payment_method, paid_amount as amount from enrolment where branch_id = $1
            union all select payment_method, paid_amount from book_payout where branch_id = $1
            union all select payment_method, -amount from refund where branch_id = $1
            union all select payment_method, -amount from expense where branch_id = $1 and from_drawer and payment_method = 'cash'
            union all select payment_method, -amount from advance where branch_id = $1 and from_drawer and payment_method = 'cash'
            union all select payment_method, -paid_amount from book_order where branch_id = $1 and from_drawer and payment_method = 'cash'
          ) as moved where '${column}' = 'records') as it
        group by 1 having sum(amount) <> 0 order by 1`,
        [staff.branchId],
      );
    expect(await sums('drawers')).toEqual(await sums('records'));
  }

  const openLines = () =>
    server.queryAsOwner('select user_id, amount from drawer_line where branch_id = $1 and close_id is null', [
      staff.branchId,
    ]);

  it('is not taken back by its person alone, and moves no open drawer when a manager does', async () => {
    const { id } = await enrol(staff, '3000', '1500', factory);
    const path = `${courses}${id}/`;
    const first = await closeOf({ other: '1500' });
    const change = { paid_amount: '0', price: '500', base: { paid_amount: '1500.00', price: '3000.00' } };
    expect((await staff.send('PATCH', path, change)).status).toBe(403);
    expect((await staff.send('DELETE', path)).status).toBe(403);
    expect((await manager.send('PATCH', path, change)).status).toBe(200);
    expect(await openLines()).toEqual([]);
    expect(await closeOf({ other: '0' })).toMatchObject({ expected: '0.00', parts: [] });
    expect(await closeOf({ other: '0' }, manager)).toMatchObject({ expected: '0.00', parts: [] });
    expect(await read(first.id)).toMatchObject({
      changed: 1,
      expected: '1500.00',
      expected_now: '0.00',
      lines: [{ resource: 'adult-course', record: id, amount: '1500.00', amount_now: '0.00' }],
    });
    expect((await manager.send('PATCH', path, { price: '3000', paid_amount: '1500' })).status).toBe(200);
    expect(await read(first.id)).toMatchObject({ changed: 0, expected_now: '1500.00' });
    expect(await openLines()).toEqual([]);
    await addsUp();
  });

  it('tells in its close by which method it is paid now, with another amount, back again and deleted', async () => {
    await manager.send('PATCH', '/branch/settings/', {
      payment_methods: [{ id: 'card', name: 'Card', kind: 'card' }],
    });
    const { id } = await enrol(staff, '3000', '300', factory);
    const path = `${courses}${id}/`;
    const close = await closeOf({ other: '300' });
    const after = async (change: object) => {
      expect((await manager.send('PATCH', path, change)).status).toBe(200);
      expect(await openLines()).toEqual([]);
      await addsUp();
      const { lines = [], changed, expected_now } = await read(close.id);
      return [changed, expected_now, lines[0]?.amount_now, lines[0]?.other_method_now?.amount];
    };
    expect(await after({ payment_method: 'card' })).toEqual([1, '0.00', '0.00', '300.00']);
    expect(openDrawers.parse((await manager.get(OPEN)).body).taken?.methods).toMatchObject([
      { payment_method: 'card', total: '300.00' },
    ]);
    expect(await after({ paid_amount: '250' })).toEqual([1, '0.00', '0.00', '250.00']);
    expect(await after({ payment_method: 'cash' })).toEqual([1, '250.00', '250.00', undefined]);
    expect(await after({ paid_amount: '300' })).toEqual([0, '300.00', null, undefined]);
    expect(await after({ payment_method: 'card' })).toEqual([1, '0.00', '0.00', '300.00']);
    expect((await manager.send('DELETE', path)).status).toBe(200);
    expect(await read(close.id)).toMatchObject({
      changed: 1,
      lines: [{ amount_now: '0.00', deleted: true }],
    });
    expect(await openLines()).toEqual([]);
  });

  it('by card is expected in its close once it is said to be cash', async () => {
    await manager.send('PATCH', '/branch/settings/', {
      payment_methods: [{ id: 'card', name: 'Card', kind: 'card' }],
    });
    const { id: student } = await staff.create(students, factory.student());
    const paid = { price: '3000', paid_amount: '300', payment_method: 'card' };
    const { id } = await staff.create(courses, factory.enrolment('adult-course', student, paid));
    const close = await closeOf({ other: '0' });
    await manager.send('PATCH', `${courses}${id}/`, { payment_method: 'cash' });
    expect(await read(close.id)).toMatchObject({ changed: 1, expected: '0.00', expected_now: '300.00' });
    expect(await openLines()).toEqual([]);
    await addsUp();
  });

  it('is changed between the count and its reason: a second count is compared with what was expected', async () => {
    const { id } = await enrol(staff, '3000', '300', factory);
    const close = await closeOf({ other: '290' });
    await manager.send('PATCH', `${courses}${id}/`, { paid_amount: '290' });
    expect(await read(close.id)).toMatchObject({ expected: '300.00', expected_now: '290.00' });
    const again = await staff.send('POST', `${CLOSES_PATH}${close.id}/recount/`, { other: '291' });
    expect(again.body).toMatchObject({ difference: '-9.00', finished_at: null });
    expect((await finish(close.id, { reason: 'Typed wrong' })).status).toBe(200);
    expect(await closeOf({ other: '0' })).toMatchObject({ expected: '0.00' });
    await addsUp();
  });

  it.each([
    ['expense', expenses, { title: 'Water', amount: '7' }, 'amount'],
    ['order', orders, { quantity: '1', price: '8', paid_amount: '8' }, 'paid_amount'],
    ['advance', advances, { amount: '9', from_drawer: true }, 'amount'],
    ['refund', refunds, { amount: '6', reason: 'Ill', forgive: false }, 'amount'],
  ])('and paid out as %s moves no open drawer', async (_name, path, body, amount) => {
    const { id: enrolment } = await enrol(manager, '300', '30', factory);
    const { id: employee } = await manager.create(employees, factory.employee({ salary: '2000.00' }));
    const { book } = await payable(manager, 'book-payout', { price: '60' }, factory);
    const more = {
      expense: {},
      order: { book },
      advance: { employee },
      refund: { resource: 'adult-course', related_record: enrolment },
    };
    const { id } = await manager.create(path, { from_drawer: true, ...body, ...Object(more)[_name] });
    const close = await closeOf({ other: '0', reason: 'x' }, manager);
    await finish(close.id, { reason: 'x' }, manager);
    expect((await manager.send('PATCH', `${path}${id}/`, { [amount]: '5' })).status).toBe(200);
    // What was changed stands first.
    const changed = { record: id, title: expect.any(String) };
    expect(await read(close.id, manager)).toMatchObject({ changed: 1, lines: [changed, {}] });
    await addsUp();
    expect((await manager.send('DELETE', `${path}${id}/`)).status).toBe(200);
    const lines = [{ ...changed, amount_now: '0.00', deleted: true }, {}];
    expect(await read(close.id, manager)).toMatchObject({ changed: 1, lines });
    expect(await openLines()).toEqual([]);
    await addsUp();
  });
});
