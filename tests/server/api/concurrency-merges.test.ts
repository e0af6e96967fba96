import { expect, it } from 'vitest';
import { mergePath } from '#contract/student-merges.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { atOnce } from './at-once.ts';
import { courses, installment, students } from './bodies.ts';
import { debtsBothWays } from './recomputed-debts.ts';
import { withServer } from './with-server.ts';

const factory = branchFactory(32);
const DEBTS = 6;
/** Places of the two merges among the requests. */
const [ONE, OTHER] = [9, 17];
const server = withServer();

it('payments at the moment of a merge all arrive and stand at the student who stays; of two opposite merges one happens', async () => {
  const client = await server.newClient();
  await client.create('/month/', { name: 'March' });
  const [mona, twin] = [
    (await client.create(students, factory.student())).id,
    (await client.create(students, factory.student())).id,
  ];
  const debts: string[] = [];
  for (let count = 0; count < DEBTS; count++) {
    const body = factory.enrolment('adult-course', twin, { price: '500', paid_amount: '0' });
    debts.push((await client.create(courses, body)).id);
  }
  const answers = await atOnce((n) => {
    if (n === ONE) return client.send('POST', mergePath(mona), { other: twin });
    if (n === OTHER) return client.send('POST', mergePath(twin), { other: mona });
    if (n % 2 === 0) return client.send('POST', courses, installment(debts[n % DEBTS] ?? '', '1'));
    return client.send(
      'POST',
      '/bus/',
      factory.enrolment('bus', n % 3 === 0 ? mona : twin, { price: '90', paid_amount: '30' }),
    );
  });
  const [one, other] = [answers[ONE]?.status, answers[OTHER]?.status];
  expect([one, other].filter((status) => status === 200)).toHaveLength(1);
  expect([one, other].filter((status) => status === 400 || status === 404)).toHaveLength(1);
  const payments = answers.filter((_answer, n) => n !== ONE && n !== OTHER);
  expect(payments.filter(({ status }) => status !== 201)).toEqual([]);
  const [kept, gone] = one === 200 ? [mona, twin] : [twin, mona];
  const countOf = async (path: string, student: string) =>
    (await client.listAll(`${path}?student=${student}`)).length;
  expect([await countOf(courses, gone), await countOf('/bus/', gone)]).toEqual([0, 0]);
  const installments = payments.filter(({ body }) => body.is_installment === true).length;
  expect(await countOf(courses, kept)).toBe(DEBTS + installments);
  expect(await countOf('/bus/', kept)).toBe(payments.length - installments);
  const owed = await debtsBothWays(client, server.clock.now);
  expect(owed.listed).toEqual(owed.real);
});
