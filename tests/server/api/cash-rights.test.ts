import { describe, expect, it } from 'vitest';
import { permissions } from '#contract/permissions.ts';
import { courses, enrol, installment, payable, payouts, refunds, students } from './bodies.ts';
import { closeOf } from './money-of.ts';
import type { ApiClient } from './test-server.ts';
import { withDesk } from './with-server.ts';

const { manager, staff, factory } = withDesk();

const refusal = permissions['money.remove-any'].refusal;

// rights.test.ts tries each field of each kind of cash.
describe('cash of another person, of another day or of a close', () => {
  it('is changed by staff where none of it moves: a higher price, more copies, notes', async () => {
    const { id } = await enrol(manager, '100', '50', factory);
    const dearer = await staff.send('PATCH', `${courses}${id}/`, { price: '110', notes: 'x' });
    const payout = await payable(manager, 'book-payout', { price: '60' }, factory);
    const more = await staff.send('PATCH', `${payouts}${payout.id}/`, { quantity: '2' });
    expect([dearer.status, more.status]).toEqual([200, 200]);
  });

  it.each([
    ['an installment of a manager', (id: string) => manager.create(courses, installment(id, '40'))],
    [
      'a refund of a manager',
      (id: string) =>
        manager.create(refunds, { resource: 'adult-course', related_record: id, amount: '5', reason: 'x' }),
    ],
    [
      'an installment that a close has counted',
      async (id: string) => {
        await staff.create(courses, installment(id, '40'));
        await closeOf(staff);
      },
    ],
  ])('%s does not go along to another student with the enrolment of staff', async (_what, add) => {
    const enrolment = await enrol(staff, '100', '10', factory);
    await add(enrolment.id);
    const { id: other } = await manager.create(students, factory.student());
    const move = (by: ApiClient) =>
      by.send('PATCH', `/adult-course/${enrolment.id}/`, {
        student: other,
        base: { student: enrolment.student },
      });
    expect((await move(staff)).body.detail).toBe(refusal);
    expect((await staff.send('PATCH', `/adult-course/${enrolment.id}/`, { notes: 'x' })).status).toBe(200);
    expect((await move(manager)).status).toBe(200);
  });

  it('of nothing that was paid is in no close: its price is lowered by who recorded it today', async () => {
    const enrolment = await enrol(staff, '100', '0', factory);
    await enrol(staff, '100', '50', factory);
    await closeOf(staff);
    expect((await staff.send('PATCH', `/adult-course/${enrolment.id}/`, { price: '90' })).status).toBe(200);
  });
});
