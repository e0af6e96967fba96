import { beforeEach, describe, expect, it } from 'vitest';
import { BALANCES_PATH, balances, debtOfStudent, debtsPage } from '#contract/debts.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { byPhone } from '#contract/student-phones.ts';
import { installment, students } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withBranch } from './with-server.ts';

const DEBTS = '/debts/';

const { server, client, factory } = withBranch();

const student = (name: string) => client.create(students, factory.student({ name }));
const enrol = (kind: 'bus' | 'adult-course', of: string, price: string, given: object = {}) =>
  client.create(resourceOf(kind).path, factory.enrolment(kind, of, { price, paid_amount: '0', ...given }));
const listed = async (query = '') => debtsPage.parse((await client.get(`${DEBTS}?${query}`)).body);
const names = async (query: string) => (await listed(query)).results.map(({ name }) => name);

describe('the balances of students', () => {
  const read = async (ids: readonly string[]) =>
    balances.parse((await client.get(`${BALANCES_PATH}?students=${ids.join()}`)).body).results;

  it('are what each owes in all, and the kinds of the enrolments that run', async () => {
    const mona = await student('Mona');
    const omar = await student('Omar');
    const bus = await enrol('bus', mona.id, '300', { ends_on: '2031-01-01' });
    await enrol('adult-course', mona.id, '200', { custom_date: '2020-01-01', ends_on: '2020-02-01' });
    await client.create('/bus/', installment(bus.id, '20.50', { receipt_number: '7' }));
    const byId = (left: { id: string }, right: { id: string }) => left.id.localeCompare(right.id);
    expect((await read([mona.id, omar.id])).toSorted(byId)).toEqual([
      { id: mona.id, remaining: '479.50', kinds: ['bus'] },
      { id: omar.id, remaining: '0.00', kinds: [] },
    ]);
  });

  it('leave out the students of another branch', async () => {
    const stranger = await server.newClient();
    const foreign = (await stranger.create(students, factory.student())).id;
    expect(await read([foreign])).toEqual([]);
  });

  it.each([
    '',
    'x',
    '1,',
    Array.from({ length: 101 }, (_, id) => id + 1).join(),
  ])('refuse what is no list of at most 100 ids: %s', async (ids) => {
    const { status, body } = await client.get(`${BALANCES_PATH}?students=${ids}`);
    expect(status).toBe(400);
    expect(body).toHaveProperty('students');
  });
});

describe('the list of debts', () => {
  it('shows each student once, with everything owed, its age and the last payment', async () => {
    const mona = await student('Mona');
    const bus = await enrol('bus', mona.id, '300', { custom_date: '2026-02-01', paid_amount: '50' });
    await enrol('adult-course', mona.id, '200', { custom_date: '2025-11-01', level: '3' });
    const paid = await student('Paid');
    await enrol('bus', paid.id, '100', { paid_amount: '100' });
    await client.create(
      '/bus/',
      installment(bus.id, '20.50', { custom_date: '2026-03-01', receipt_number: '7' }),
    );
    expect((await listed()).results).toEqual([
      {
        id: mona.id,
        name: 'Mona',
        code: mona.code,
        ...byPhone((phone) => mona[phone]),
        total: '429.50',
        remaining: '429.50',
        debts: 2,
        oldest: '2025-11-01',
        age_days: 129,
        last_payment: { day: '2026-03-01', amount: '20.50' },
        imported: false,
        next_due: null,
        last_reminder: null,
        left_on: null,
        promise: null,
      },
    ]);
    expect((await listed('kind=bus')).results).toMatchObject([
      { total: '429.50', remaining: '229.50', debts: 1, oldest: '2026-02-01' },
    ]);
    expect((await listed('kind=adult-course&level=3')).count).toBe(1);
    expect((await listed('kind=adult-course&level=4')).count).toBe(0);
  });

  it('tells the last payment as it is after corrections and deletes', async () => {
    const { id } = await student('Mona');
    const bus = await enrol('bus', id, '300', { paid_amount: '50', custom_date: '2026-02-01' });
    const pay = async (amount: string, custom_date: string) =>
      (await client.create('/bus/', installment(bus.id, amount, { custom_date }))).id;
    const last = async () => (await listed()).results[0]?.last_payment;
    const first = await pay('20', '2026-03-02');
    const second = await pay('30', '2026-03-05');
    expect(await last()).toEqual({ day: '2026-03-05', amount: '30.00' });
    await client.send('PATCH', `/bus/${second}/`, { custom_date: '2026-03-01' });
    await client.send('PATCH', `/bus/${first}/`, { paid_amount: '25' });
    expect(await last()).toEqual({ day: '2026-03-02', amount: '25.00' });
    for (const payment of [first, second]) await client.send('DELETE', `/bus/${payment}/`);
    expect(await last()).toEqual({ day: '2026-02-01', amount: '50.00' });
  });

  it('filters by age and minimum, orders, and adds up each age whatever age is chosen', async () => {
    for (const [name, price, day] of [
      ['Amal', '100', '2026-03-10'],
      ['Basma', '300', '2026-02-08'],
      ['Dina', '200', '2026-02-07'],
      ['Hala', '400', '2025-12-10'],
      ['Nada', '500', '2025-12-09'],
    ] as const)
      await enrol('bus', (await student(name)).id, price, { custom_date: day });
    expect(await names('')).toEqual(['Nada', 'Hala', 'Basma', 'Dina', 'Amal']);
    expect(await names('ordering=-age')).toEqual(['Nada', 'Hala', 'Dina', 'Basma', 'Amal']);
    expect(await names('ordering=name')).toEqual(['Amal', 'Basma', 'Dina', 'Hala', 'Nada']);
    expect(await names('age=0-30')).toEqual(['Basma', 'Amal']);
    expect(await names('age=31-60')).toEqual(['Dina']);
    expect(await names('age=61-90')).toEqual(['Hala']);
    expect(await names('age=over-90&minimum=500')).toEqual(['Nada']);
    expect(await listed('age=over-90&minimum=500.01')).toMatchObject({
      count: 0,
      totals: { remaining: '0.00', '0-30': '0.00' },
    });
    expect(await listed('age=31-60')).toMatchObject({
      count: 1,
      totals: {
        remaining: '200.00',
        '0-30': '400.00',
        '31-60': '200.00',
        '61-90': '400.00',
        'over-90': '500.00',
      },
      counts: { '0-30': 2, '31-60': 1, '61-90': 1, 'over-90': 1 },
    });
  });

  it('pages through all students in one order, and refuses what is no filter', async () => {
    for (let each = 0; each < 12; each += 1) await enrol('bus', (await student(`S${each}`)).id, '100');
    const pages = [await listed('page=1'), await listed('page=2')];
    const ids = pages.flatMap(({ results }) => results.map(({ id }) => id));
    expect([pages[0]?.results.length, new Set(ids).size, pages[1]?.next]).toEqual([10, 12, null]);
    expect(pages[0]?.next).toContain('page=2');
    expect((await client.get(`${DEBTS}?page=3`)).status).toBe(404);
    for (const [query, field] of [
      ['kind=salary', 'kind'],
      ['age=old', 'age'],
      ['minimum=much', 'minimum'],
      ['ordering=phone', 'ordering'],
      ['level=3', 'level'],
      ['kind=bus&level=3', 'level'],
      ['kind=adult-course&level=99', 'level'],
    ])
      expect(await client.get(`${DEBTS}?${query}`), query).toMatchObject({
        status: 400,
        body: { [String(field)]: [expect.any(String)] },
      });
  });
});

describe('reminders and promises', () => {
  const remind = (of: string, given: Readonly<Record<string, unknown>> = {}) =>
    client.create('/reminders/', factory.reminder(of, { channel: 'call', notes: '', ...given }));
  const promise = (of: string, given: Readonly<Record<string, unknown>>) =>
    client.create('/promises/', factory.promise(of, given));
  const rowOf = async (of: string) => (await listed()).results.find(({ id }) => id === of);
  const promisesOf = async (of: string) =>
    debtOfStudent
      .parse((await client.get(`${DEBTS}${of}/`)).body)
      .promises.map(({ due_day, state }) => [due_day, state]);

  it('stand in the row and at the student, with who recorded them', async () => {
    const mona = await student('Mona');
    await enrol('bus', mona.id, '300');
    await remind(mona.id, { custom_date: '2026-03-08', notes: 'no answer' });
    await remind(mona.id, { channel: 'whatsapp' });
    await promise(mona.id, { due_day: '2026-03-20', amount: '150' });
    const { last_reminder, promise: shown } = (await rowOf(mona.id)) ?? {};
    expect(last_reminder).toMatchObject({ channel: 'whatsapp', day: '2026-03-10' });
    expect(shown).toMatchObject({ due_day: '2026-03-20', amount: '150.00', state: 'open' });
    const all = debtOfStudent.parse((await client.get(`${DEBTS}${mona.id}/`)).body);
    expect(all.reminders).toMatchObject([
      { channel: 'whatsapp' },
      { channel: 'call', day: '2026-03-08', notes: 'no answer' },
    ]);
    expect(all.promises[0]?.created_by).toBe(last_reminder?.created_by);
    expect(String(last_reminder?.created_by)).not.toBe('');
    expect((await client.get(`${DEBTS}999/`)).status).toBe(404);
  });

  it('a promise that was moved by one device and withdrawn by another is a conflict, whoever comes first', async () => {
    const mona = await student('Mona');
    for (const [first, then] of [
      [{ due_day: '2026-03-30' }, { withdrawn_on: '2026-03-10' }],
      [{ withdrawn_on: '2026-03-10' }, { due_day: '2026-03-30' }],
    ] as const) {
      const shown = { due_day: '2026-03-20', amount: '150.00', withdrawn_on: null };
      const { id } = await promise(mona.id, { ...shown, notes: '' });
      const change = (yours: object) =>
        client.send('PATCH', `/promises/${id}/`, { ...shown, student: mona.id, ...yours, base: shown });
      expect((await change(first)).status).toBe(200);
      const refused = await change(then);
      expect([refused.status, Object.keys(Object(refused.body.conflicts))]).toEqual([
        409,
        ['due_day', 'withdrawn_on'],
      ]);
      expect((await client.get(`/promises/${id}/`)).body).toMatchObject({ ...shown, ...first });
      const noted = { notes: 'She called', base: { notes: null } };
      expect((await client.send('PATCH', `/promises/${id}/`, noted)).status).toBe(200);
    }
  });

  it('a promise is kept by what is paid up to its day, broken after it, or withdrawn', async () => {
    const mona = await student('Mona');
    const bus = await enrol('bus', mona.id, '300');
    const pay = (paid: string, day: string) =>
      client.create('/bus/', installment(bus.id, paid, { custom_date: day }));
    await pay('10', '2026-03-09');
    for (const [due_day, amount] of [
      ['2026-03-11', '100'],
      ['2026-03-12', ''],
      ['2026-03-13', '100.01'],
    ])
      await promise(mona.id, { due_day, amount });
    const withdrawn = await promise(mona.id, { due_day: '2026-03-12', amount: '' });
    await client.send('PATCH', `/promises/${withdrawn.id}/`, { withdrawn_on: '2026-03-10' });
    expect((await listed('promised=2026-03-12')).count).toBe(1);
    server.clock.now = new Date('2026-03-11T09:00:00Z');
    await pay('100', '2026-03-11');
    expect(await promisesOf(mona.id)).toEqual([
      ['2026-03-12', 'withdrawn'],
      ['2026-03-13', 'open'],
      ['2026-03-12', 'kept'],
      ['2026-03-11', 'kept'],
    ]);
    expect(await listed('promised=2026-03-12')).toMatchObject({
      count: 0,
      totals: { remaining: '0.00' },
    });
    expect(await listed('promised=2026-03-13')).toMatchObject({
      count: 1,
      totals: { remaining: '190.00' },
    });
    server.clock.now = new Date('2026-03-14T09:00:00Z');
    await pay('50', '2026-03-14');
    expect((await rowOf(mona.id))?.promise).toMatchObject({ due_day: '2026-03-13', state: 'broken' });
  });

  it('changes of a promise merge upon their base, and a student goes with what is attached', async () => {
    const mona = await student('Mona');
    const { id } = await promise(mona.id, { due_day: '2026-03-20', amount: '100', notes: '' });
    const change = (body: object) => client.send('PATCH', `/promises/${id}/`, body);
    await change({ amount: '50', base: { amount: '100.00' } });
    const merged = await change({ due_day: '2026-03-25', base: { due_day: '2026-03-20' } });
    expect(merged.body).toMatchObject({ due_day: '2026-03-25', amount: '50.00' });
    expect(await change({ amount: '70', base: { amount: '100.00' } })).toMatchObject({
      status: 409,
      body: { conflicts: { amount: { base: '100.00', yours: '70.00', now: '50.00' } } },
    });
    await expectAnswer(client.send('POST', '/promises/', { student: mona.id }), 400, {
      due_day: ['Choose the day'],
    });
    await remind(mona.id);
    expect((await client.send('DELETE', `${students}${mona.id}/`)).status).toBe(200);
    expect((await client.get('/promises/')).body.count).toBe(0);
    expect((await client.get('/reminders/')).body.count).toBe(0);
  });
});

describe('a plan of an enrolment', () => {
  const parts = (...of: (readonly [string, string])[]) =>
    of.map(([due_day, amount]) => ({ due_day, amount }));
  const planOf = async (of: string) =>
    debtOfStudent.parse((await client.get(`${DEBTS}${of}/`)).body).plans[0];
  const rowOf = async (of: string) => (await listed()).results.find(({ id }) => id === of);
  let mona: string;
  let bus: string;
  const send = (of: unknown, given: object = {}) =>
    client.send('POST', '/plans/', { student: mona, enrolment: bus, parts: of, ...given });

  beforeEach(async () => {
    mona = (await student('Mona')).id;
    bus = (await enrol('bus', mona, '300', { paid_amount: '100', custom_date: '2025-12-01' })).id;
  });

  it('is refused where it does not come to the price without the first payment, or is no plan', async () => {
    for (const [wrong, field, message] of [
      [parts(['2026-04-01', '150']), 'parts', /come to L\.E\. 150\.00\. Plan L\.E\. 200\.00/],
      [[], 'parts', /at least one part/],
      [parts(['2026-04-01', '100'], ['2026-04-01', '100']), 'parts', /in order/],
      [parts(['2026-02-30', '200']), 'parts', /needs a day/],
      [parts(['2026-04-01', '0'], ['2026-05-01', '200']), 'parts', /above zero/],
      ['all of it', 'parts', /amount/],
    ] as const) {
      const { status, body } = await send(wrong);
      expect([status, body[field]], JSON.stringify(wrong)).toEqual([400, [expect.stringMatching(message)]]);
    }
    const other = await student('Other');
    const right = parts(['2026-04-01', '200']);
    expect((await send(right, { student: other.id })).body.enrolment).toEqual([expect.any(String)]);
    expect((await send(right, { enrolment: '9999' })).body.enrolment).toEqual([expect.any(String)]);
    expect((await send(right)).status).toBe(201);
    expect(await send(right)).toMatchObject({
      status: 400,
      body: { enrolment: [expect.stringMatching(/already/)] },
    });
  });

  it('moves the age of a debt to the first part that later payments do not cover', async () => {
    expect(await rowOf(mona)).toMatchObject({ oldest: '2025-12-01', age_days: 99 });
    await send(parts(['2026-03-01', '80'], ['2026-04-01', '120']));
    expect(await rowOf(mona)).toMatchObject({
      oldest: '2026-03-01',
      age_days: 9,
      next_due: { day: '2026-03-01', amount: '80.00' },
    });
    expect((await listed('age=0-30')).totals).toMatchObject({ remaining: '200.00', 'over-90': '0.00' });
    await client.create('/bus/', installment(bus, '90'));
    expect(await rowOf(mona)).toMatchObject({
      oldest: '2026-04-01',
      age_days: 0,
      next_due: { day: '2026-04-01', amount: '110.00' },
    });
    expect((await planOf(mona))?.parts).toEqual([
      { due_day: '2026-03-01', amount: '80.00', paid: '80.00' },
      { due_day: '2026-04-01', amount: '120.00', paid: '10.00' },
    ]);
    const { body } = await client.get(`/families/?student=${mona}`);
    expect(body.debts).toMatchObject([{ due: { day: '2026-04-01', amount: '110.00' } }]);
  });

  it('says by how much it no longer fits, follows its enrolment, and goes with it', async () => {
    const { body: made } = await send(parts(['2026-03-01', '200']));
    const change = (to: object) => client.send('PATCH', `/bus/${bus}/`, to);
    expect((await change({ price: '350' })).status).toBe(200);
    expect((await planOf(mona))?.over).toBe('-50.00');
    await client.create('/bus/', installment(bus, '220'));
    expect(await rowOf(mona)).toMatchObject({
      oldest: '2026-03-01',
      remaining: '30.00',
      next_due: { day: '2026-03-01', amount: '30.00' },
    });
    const fit = { parts: parts(['2026-03-01', '200'], ['2026-05-01', '50']) };
    const base = { base: { parts: made.parts } };
    const { body: fitted } = await client.send('PATCH', `/plans/${made.id}/`, { ...fit, ...base });
    expect(fitted).toMatchObject({
      version: 2,
      parts: parts(['2026-03-01', '200.00'], ['2026-05-01', '50.00']),
    });
    expect((await client.send('PATCH', `/plans/${made.id}/`, { parts: made.parts, ...base })).status).toBe(
      200,
    );
    expect(
      await client.send('PATCH', `/plans/${made.id}/`, { parts: parts(['2026-06-01', '250']), ...base }),
    ).toMatchObject({
      status: 409,
    });
    expect((await planOf(mona))?.over).toBe('0.00');
    expect((await rowOf(mona))?.oldest).toBe('2026-05-01');
    const other = await student('Other');
    await change({ student: other.id });
    expect((await planOf(other.id))?.parts).toHaveLength(2);
    expect((await rowOf(other.id))?.oldest).toBe('2026-05-01');
    for (const { id } of await client.listAll('/bus/?is_installment=true'))
      await client.send('DELETE', `/bus/${id}/`);
    expect((await client.send('DELETE', `/bus/${bus}/`)).status).toBe(200);
    expect((await client.get('/plans/')).body.count).toBe(0);
    expect((await listed()).count).toBe(0);
  });
});
