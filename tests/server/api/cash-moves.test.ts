import { describe, expect, it } from 'vitest';
import {
  CASH_BALANCE_PATH,
  CLOSES_PATH,
  cashBalance,
  closeAnswer,
  openDrawers,
  ownDrawer,
} from '#contract/closes.ts';
import { PEOPLE_PATH, people } from '#contract/people.ts';
import { resources } from '#contract/resources/registry.ts';
import { inputs } from '#contract/texts/inputs.en.ts';
import { sentences } from '#contract/texts/sentences.en.ts';
import { messages } from '#server/messages/store.en.ts';
import { courses, enrol } from './bodies.ts';
import { expectAnswer } from './expect-answer.ts';
import { withDesk } from './with-server.ts';

const { server, manager, staff, factory } = withDesk();
const { path } = resources['cash-move'];

type Client = typeof staff;
const brought = (amount: string) => ({ way: 'brought', amount });
const handedOver = (amount: string) => ({ way: 'handed_over', amount, person_name: 'Samir' });
const banked = (amount: string) => ({ way: 'banked', amount, person_name: 'Samir', slip: '12' });
const move = (body: object, by: Client = staff) => by.create(path, body);
const close = async (body: object, by: Client = staff) =>
  closeAnswer.parse(await by.must('POST', CLOSES_PATH, body));
const finish = (id: string) => staff.send('POST', `${CLOSES_PATH}${id}/finish/`, { reason: 'Found' });
const closeFinished = async (body: object) => {
  const closed = await close(body);
  if (closed.finished_at === null) await finish(closed.id);
  return closed;
};
const read = async (id: unknown) =>
  closeAnswer.parse((await manager.get(`${CLOSES_PATH}${String(id)}/`)).body);
const openOf = async (user: bigint) => {
  const { drawers } = openDrawers.parse((await manager.get(`${CLOSES_PATH}open/`)).body);
  return drawers.find((drawer) => drawer.user === String(user))?.expected;
};

/** Cash of the branch by where it is, piastres. */
async function cash() {
  const rows = await server.queryAsOwner(
    `select case when holder is not null then 'drawers' when payment_method = 'cash' then 'office' else payment_method end as place,
      sum(money)::int as money from movement where branch_id = $1 and (holder is null or payment_method = 'cash') group by 1`,
    [String(staff.branchId)],
  );
  return Object.fromEntries(rows.map(({ place, money }) => [place, money]));
}

describe('cash that is brought, handed over or taken to the bank', () => {
  it('is a part of its own of what a close expects, and income of nothing', async () => {
    await close({ other: '0' });
    await enrol(staff, '300', '100', factory);
    await move(brought('50'));
    await move(handedOver('70'));
    await move(banked('20'));
    const own = await staff.get(`${CLOSES_PATH}own/`);
    expect(ownDrawer.parse(own.body).taken).toMatchObject({ count: 1, total: '100.00' });
    expect(await openOf(staff.userId)).toBe('60.00');
    const closed = await close({ other: '60' });
    expect(closed).toMatchObject({ expected: '60.00', difference: '0.00' });
    expect(closed.parts).toEqual([
      { part: 'brought', count: 1, total: '50.00' },
      { part: 'enrolment', count: 1, total: '100.00' },
      { part: 'handed_over', count: 2, total: '-90.00' },
    ]);
    const { lines = [] } = await read(closed.id);
    expect(lines.map(({ title }) => title)).toContain('Samir');
    const open = openDrawers.parse((await manager.get(`${CLOSES_PATH}open/`)).body);
    expect(open.taken).toMatchObject({ total: '100.00' });
    const report = (await manager.get('/reports/?from=2000-01-01&until=2100-01-01')).body;
    expect(JSON.stringify(report)).not.toContain('cash-move');
  });

  it('lies in the office and at the bank as the movements say, with what closes missed', async () => {
    const balance = async () => cashBalance.parse((await manager.get(CASH_BALANCE_PATH)).body);
    expect(await balance()).toEqual({
      office: '0.00',
      bank: '0.00',
      unconfirmed: '0.00',
      differences: '0.00',
    });
    await enrol(staff, '300', '100', factory);
    await move(handedOver('30'));
    const { id } = await move(banked('20'));
    await manager.create('/expenses/', factory.expense({ amount: '5', from_drawer: false }));
    expect(await balance()).toEqual({
      office: '25.00',
      bank: '20.00',
      unconfirmed: '50.00',
      differences: '0.00',
    });
    await close({ other: '45', kept: '10', reason: 'Lost' });
    expect(await balance()).toEqual({
      office: '60.00',
      bank: '20.00',
      unconfirmed: '85.00',
      differences: '-5.00',
    });
    await manager.send('PATCH', `${path}${id}/`, { amount: '15' });
    expect(await balance()).toMatchObject({ office: '60.00', bank: '15.00' });
    expect(await cash()).toMatchObject({ office: 6_000, 'bank-account': 1_500 });
    expect((await staff.get(CASH_BALANCE_PATH)).status).toBe(403);
  });

  it('has no payment of before an import in the office', async () => {
    const { id } = await enrol(manager, '300', '100', factory);
    await server.queryAsOwner(
      `with made as (
        insert into import (branch_id, target, file_name, file_hash, rows, created_at, created_by, user_name)
        values ($1, 'adult-course', 'old.xlsx', 'x', 1, now(), 1, '') returning id)
      update enrolment set import_id = made.id from made where branch_id = $1 and enrolment.id = $2`,
      [String(manager.branchId), id],
    );
    expect((await manager.send('PATCH', `${courses}${id}/`, { paid_amount: '80' })).status).toBe(200);
    expect((await manager.get(CASH_BALANCE_PATH)).body).toMatchObject({ office: '0.00' });
    expect(await cash()).toMatchObject({ office: 8_000 });
  });

  it('is corrected in the close that has counted it, by a manager', async () => {
    const { id } = await move(handedOver('40'));
    const { id: closed } = await close({ other: '0' });
    await staff.send('POST', `${CLOSES_PATH}${closed}/finish/`, { reason: 'A note was missing' });
    await manager.must('PATCH', `${path}${id}/`, { amount: '30' });
    expect(await read(closed)).toMatchObject({ expected: '-40.00', expected_now: '-30.00', changed: 1 });
    expect(await openOf(staff.userId)).toBeUndefined();
    expect((await manager.send('DELETE', `${path}${id}/`)).status).toBe(200);
    expect(await read(closed)).toMatchObject({ expected_now: '0.00', changed: 1 });
  });

  it('goes into the drawer of another person only by a manager', async () => {
    const { drawer_name, recorded_by } = await move(
      { ...brought('25'), drawer: String(staff.userId) },
      manager,
    );
    expect({ drawer_name, recorded_by }).toEqual({
      drawer_name: expect.any(String),
      recorded_by: String(manager.userId),
    });
    expect(await openOf(staff.userId)).toBe('25.00');
    await expectAnswer(staff.send('POST', path, { ...brought('25'), drawer: String(manager.userId) }), 403, {
      detail: messages.drawerOfAnother,
    });
    await close({ other: '25' });
  });

  it('names who received it: a user of the branch, or somebody whose name was typed', async () => {
    const { id, person, person_name } = await move({
      way: 'handed_over',
      amount: '5',
      person: String(manager.userId),
    });
    expect(person).toBe(String(manager.userId));
    expect(person_name).not.toBe('');
    const typed = await staff.send('PATCH', `${path}${id}/`, { person: '', person_name: 'Samir' });
    expect(typed.body).toMatchObject({ person: null, person_name: 'Samir' });
    await staff.send('DELETE', `${path}${id}/`);
  });

  it.each([
    ['amount', { ...brought('0') }, sentences.nothingPaid],
    ['amount', { ...brought('-5') }, sentences.amountSuchAs],
    ['way', { amount: '5' }, inputs.required],
    ['way', { way: 'lost', amount: '5', person_name: 'Samir' }, sentences.notInList],
    ['person_name', { way: 'handed_over', amount: '5' }, inputs.required],
    ['person', { ...banked('5'), person: '999999' }, messages.unknownPerson],
    ['person', { ...banked('5'), person: 'Samir' }, messages.unknownPerson],
    ['drawer', { ...brought('5'), drawer: '999999' }, messages.unknownPerson],
  ])('is refused at the field %s of %j', async (field, body, message) => {
    await expectAnswer(manager.send('POST', path, body), 400, { [field]: [message] });
  });

  it('waits for who received it, who says how much arrived', async () => {
    await close({ other: '0', reason: 'Begins anew' });
    const { id, received, confirmed } = await move(handedOver('70'));
    expect({ received, confirmed }).toEqual({ received: null, confirmed: false });
    const say = (amount: unknown, by: Client, of: unknown = id) =>
      by.send('PATCH', `${path}${String(of)}/`, { received: amount, base: { received: null } });
    expect((await say('70', staff)).body).toEqual({ detail: messages.receiverConfirms });
    expect((await say('71', manager)).body).toEqual({ received: [messages.receivedTooMuch] });
    const { id: closed, unconfirmed } = await close({ other: '0', reason: 'None left' });
    expect(unconfirmed).toBe('70.00');
    expect((await manager.get(`${path}?confirmed=false`)).body).toMatchObject({ results: [{ id }] });
    const part = await say('60', manager);
    expect(part.status, part.text).toBe(200);
    expect(part.body).toMatchObject({ received: '60.00', confirmed: false, received_by: expect.any(String) });
    const seen = await read(closed);
    expect([seen.unconfirmed, seen.lines?.map((line) => line.unconfirmed)]).toEqual(['10.00', ['10.00']]);
    expect((await manager.get(CASH_BALANCE_PATH)).body).toMatchObject({ unconfirmed: '10.00' });
    const rest = await manager.send('PATCH', `${path}${String(id)}/`, { received: '70' });
    expect(rest.body).toMatchObject({ received: '70.00', confirmed: true });
    expect((await read(closed)).unconfirmed).toBe('0.00');
    expect((await manager.get(CASH_BALANCE_PATH)).body).toMatchObject({ unconfirmed: '0.00' });
  });

  it('is confirmed by whoever received and recorded it, until its amount or receiver changes', async () => {
    const { id, confirmed } = await move(brought('25'));
    expect(confirmed).toBe(true);
    await staff.send('DELETE', `${path}${String(id)}/`);
    const taken = await move({ ...handedOver('30'), drawer: String(staff.userId) }, manager);
    expect(taken).toMatchObject({ received: '30.00', confirmed: true });
    const notes = await manager.send('PATCH', `${path}${String(taken.id)}/`, { notes: 'In the safe' });
    expect(notes.body).toMatchObject({ confirmed: true });
    const other = await manager.send('PATCH', `${path}${String(taken.id)}/`, {
      person: String(staff.userId),
      amount: '40',
    });
    expect(other.body).toMatchObject({ received: '40.00', confirmed: true });
    await manager.send('DELETE', `${path}${String(taken.id)}/`);
    const given = await move({ ...brought('5'), drawer: String(staff.userId) }, manager);
    expect(given).toMatchObject({ received: null, confirmed: false });
    const said = await staff.send('PATCH', `${path}${String(given.id)}/`, { received: '5' });
    expect(said.body).toMatchObject({ confirmed: true });
    const changed = await manager.send('PATCH', `${path}${String(given.id)}/`, { amount: '6' });
    expect(changed.body).toMatchObject({ received: null, confirmed: false, received_by: null });
    await manager.send('DELETE', `${path}${String(given.id)}/`);
  });

  it('is received by nobody of another branch', async () => {
    const other = await server.newClient();
    const answer = await staff.send('POST', path, { ...handedOver('5'), person: String(other.userId) });
    expect(answer.body).toEqual({ person: [messages.unknownPerson] });
    expect((await other.get(path)).body).toMatchObject({ count: 0 });
  });
});

describe('the first float and what a close does not keep', () => {
  const movements = (id: unknown) =>
    server.queryAsOwner(
      `select type, amount::int, holder::text, close_id::text from movement
        where branch_id = $1 and source in ('drawer_close', 'cash_move') and record_id = $2 order by id`,
      [String(staff.branchId), String(id)],
    );

  it('come from the office and go there, also after a second count', async () => {
    const { id } = await close({ other: '90', float: '100', kept: '60' }, manager);
    const holder = String(manager.userId);
    const first = [
      { type: 'cash_out', amount: 10_000, holder: null, close_id: null },
      { type: 'cash_in', amount: 10_000, holder, close_id: id },
      { type: 'cash_out', amount: 3_000, holder, close_id: id },
      { type: 'cash_in', amount: 3_000, holder: null, close_id: null },
    ];
    expect(await movements(id)).toEqual(first);
    const again = await manager.send('POST', `${CLOSES_PATH}${id}/recount/`, { other: '100', kept: '60' });
    expect(again.body).toMatchObject({ expected: '100.00', difference: '0.00' });
    expect(await movements(id)).toEqual([
      ...first,
      { type: 'cash_out', amount: -3_000, holder, close_id: id },
      { type: 'cash_in', amount: -3_000, holder: null, close_id: null },
      { type: 'cash_out', amount: 4_000, holder, close_id: id },
      { type: 'cash_in', amount: 4_000, holder: null, close_id: null },
    ]);
    expect((await read(id)).lines).toEqual([]);
    const next = await close({ other: '60', kept: '60' }, manager);
    expect(next).toMatchObject({ float: '60.00', expected: '60.00', handover: null });
    expect(await movements(next.id)).toEqual([]);
  });

  it('is confirmed by whom the close names, wholly or in part, like cash that was handed over by hand', async () => {
    const { results } = people.parse((await manager.get(PEOPLE_PATH)).body);
    const name = results.find(({ id }) => String(id) === String(manager.userId))?.name;
    const { id, handover, unconfirmed } = await closeFinished({
      other: '80',
      kept: '30',
      person: String(manager.userId),
    });
    expect(unconfirmed).toBe('50.00');
    expect(handover).toMatchObject({ amount: '50.00', person_name: name, received: null });
    const list = (await staff.get(`${path}?confirmed=false`)).body;
    expect(list).toMatchObject({ results: [{ id, close: id, amount: '50.00', confirmed: false }] });
    const say = (received: string, by: Client) => by.send('PATCH', `${path}${id}/`, { received });
    expect((await say('50', staff)).body).toEqual({ detail: messages.receiverConfirms });
    expect((await say('45', manager)).status).toBe(200);
    expect(await read(id)).toMatchObject({ unconfirmed: '5.00', handover: { received: '45.00' }, lines: [] });
    expect((await say('50', manager)).body).toMatchObject({ confirmed: true });
    expect(await read(id)).toMatchObject({ unconfirmed: '0.00', handover: { received_by: name } });
  });

  it('names somebody who is no user, or nobody: then the office confirms it', async () => {
    const typed = await closeFinished({ other: '40', kept: '0', reason: 'Found', person_name: 'Samir' });
    expect(typed.handover).toMatchObject({ amount: '40.00', person: null, person_name: 'Samir' });
    const office = await closeFinished({ other: '10' });
    expect(office.handover).toMatchObject({ person: null, person_name: null, received: null });
    for (const { id } of [typed, office])
      expect((await manager.send('PATCH', `${path}${id}/`, { received: '10' })).status).toBe(200);
    const unknown = await staff.send('POST', CLOSES_PATH, { other: '5', person: '999999' });
    expect(unknown.body).toEqual({ person: [messages.unknownPerson] });
  });

  it('is changed by a second count alone, which takes the confirmation back', async () => {
    const { id } = await close({ other: '20', person_name: 'Samir' });
    const record = `${path}${id}/`;
    expect((await manager.send('PATCH', record, { received: '20' })).body).toMatchObject({ confirmed: true });
    for (const [method, body, answer] of [
      ['PATCH', { amount: '10' }, { amount: [messages.handoverOfClose] }],
      ['PATCH', { custom_date: '2026-01-01' }, { custom_date: [messages.handoverOfClose] }],
      ['DELETE', undefined, { detail: messages.handoverOfClose }],
    ] as const)
      expect((await manager.send(method, record, body)).body).toEqual(answer);
    const recount = async (body: object) =>
      closeAnswer.parse(await staff.must('POST', `${CLOSES_PATH}${id}/recount/`, body)).handover;
    expect(await recount({ other: '30' })).toMatchObject({
      amount: '30.00',
      person_name: 'Samir',
      received: null,
    });
    expect(await recount({ other: '30', person: String(manager.userId) })).toMatchObject({
      person: String(manager.userId),
    });
    expect(await recount({ other: '30', kept: '30' })).toBeNull();
    expect((await manager.get(record)).status).toBe(404);
    expect(await recount({ other: '30', kept: '10', person_name: '' })).toMatchObject({ amount: '20.00' });
    await finish(id);
  });
});

describe('cash of the only manager of a branch', () => {
  it('has no second person who could confirm it: it is neither confirmed nor open', async () => {
    const alone = await server.newClient();
    const handed = await alone.create(path, handedOver('30'));
    expect(handed).toMatchObject({ received: null, no_second_person: true });
    const closed = await close({ other: '40', reason: 'Begins' }, alone);
    expect(closed).toMatchObject({ unconfirmed: '0.00', handover: { no_second_person: true } });
    expect((await alone.get(`${path}?confirmed=false`)).body).toMatchObject({ count: 0 });
    expect((await alone.get(`${path}?confirmed=true`)).body).toMatchObject({ count: 0 });
    const own = await alone.send('PATCH', `${path}${String(handed.id)}/`, { received: '30' });
    expect(own.body).toEqual({ detail: messages.receiverConfirms });
    const second = await server.newColleague(alone, 'manager');
    expect((await alone.get(CASH_BALANCE_PATH)).body).toMatchObject({ unconfirmed: '0.00' });
    expect(await alone.create(path, handedOver('5'))).toMatchObject({ no_second_person: false });
    const later = await second.send('PATCH', `${path}${String(handed.id)}/`, { received: '30' });
    expect(later.body).toMatchObject({ confirmed: true, no_second_person: false });
  });

  it('waits for staff whom it names', async () => {
    const alone = await server.newClient();
    const helper = await server.newColleague(alone, 'staff');
    const body = { ...handedOver('30'), person: String(helper.userId) };
    expect(await alone.create(path, body)).toMatchObject({ no_second_person: false });
    expect(await helper.create(path, handedOver('5'))).toMatchObject({ no_second_person: false });
  });
});
