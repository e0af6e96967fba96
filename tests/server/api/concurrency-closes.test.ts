import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { CLOSES_PATH, type CloseAnswer, closeAnswer, openDrawers } from '#contract/closes.ts';
import { formatDecimal, type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { checkSequences, PROPERTY_TIMEOUT } from '../../support/property.ts';
import { atOnce, withStatus } from './at-once.ts';
import { courses, enrol, expenses, installment } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withServer } from './with-server.ts';

const RUNS = 2;
const STEPS = 40;

let manager: ApiClient;
const server = withServer(async (client) => {
  manager = client;
  await manager.create('/month/', { name: 'March' });
});

const money = (value: unknown) => parsePiastres(String(value));
const factory = branchFactory(9);

/** Counts a drawer and, where it has a difference, says why. @returns the close, or undefined if another one is under way */
async function close(by: ApiClient): Promise<CloseAnswer | undefined> {
  const { status, body, text } = await by.send(
    'POST',
    CLOSES_PATH,
    { other: '1' },
    { 'idempotency-key': randomUUID() },
  );
  expect([201, 409], text).toContain(status);
  if (status !== 201) return undefined;
  const counted = closeAnswer.parse(body);
  if (counted.finished_at === null)
    expect((await by.send('POST', `${CLOSES_PATH}${counted.id}/finish/`, { reason: 'test' })).status).toBe(
      200,
    );
  return counted;
}

/** Expects that closes and open drawers add up to the records: each record once, and what was changed since in the drawer of who did. */
async function expectExact(amounts: ReadonlyMap<string, Piastres>): Promise<void> {
  const listed = await manager.listAll(`${CLOSES_PATH}`);
  const lines = new Map<string, Piastres>();
  let counted = 0n;
  for (const { id } of listed) {
    const answer = closeAnswer.parse((await manager.get(`${CLOSES_PATH}${id}/`)).body);
    const own = answer.lines ?? [];
    expect(money(answer.float) + sum(own.map(({ amount }) => money(amount)))).toBe(money(answer.expected));
    const parts = [...answer.parts, ...(answer.corrections ? [answer.corrections] : [])];
    expect(sum(parts.map(({ total }) => money(total)))).toBe(sum(own.map(({ amount }) => money(amount))));
    counted += sum(own.map(({ amount }) => money(amount)));
    expect(money(answer.float) + sum(own.map(({ amount, amount_now }) => money(amount_now ?? amount)))).toBe(
      money(answer.expected_now),
    );
    expect(own.filter(({ amount_now }) => amount_now !== null)).toHaveLength(answer.changed);
    for (const { resource, record, amount, amount_now, correction } of own) {
      if (correction) continue;
      const name = `${resource} ${record}`;
      expect(lines.has(name), `${name} is in two closes`).toBe(false);
      lines.set(name, money(amount_now ?? amount));
    }
  }
  const { drawers } = openDrawers.parse((await manager.get(`${CLOSES_PATH}open/`)).body);
  const open = sum(drawers.map(({ expected }) => money(expected)));
  expect(counted + open).toBe(sum(amounts.values()));
  for (const [name, amount] of lines) expect(amount, name).toBe(amounts.get(name) ?? 0n);
}

it('a payment that races a close is in that close or in the next one', async () => {
  const staff = await server.newColleague(manager, 'staff');
  const { id } = await enrol(staff, '5000', '10', factory);
  const amounts = new Map([[`adult-course ${id}`, 1000n]]);
  const answers = await atOnce((index) =>
    index % 4 === 3
      ? staff.send('POST', CLOSES_PATH, { other: '1', pieces: {} })
      : staff.send('POST', courses, installment(id, String(index + 1))),
  );
  for (const { body } of answers.filter(({ body }) => body.paid_amount !== undefined))
    amounts.set(`adult-course ${String(body.id)}`, money(body.paid_amount));
  const counted = withStatus(answers, 201).filter(({ body }) => body.counted !== undefined);
  expect(counted).toHaveLength(1);
  expect(amounts.size).toBe(25);
  await expectExact(amounts);
  const first = String(counted[0]?.body.id);
  await staff.send('POST', `${CLOSES_PATH}${first}/finish/`, { reason: 'test' });
  await close(staff);
  await expectExact(amounts);
});

it(
  'closes of two desks add up to the records, whatever is paid, changed and deleted meanwhile',
  async () => {
    const operation = fc.record({
      desk: fc.nat({ max: 1 }),
      waits: fc.boolean(),
      what: fc.constantFrom('pay', 'pay', 'spend', 'change', 'change', 'delete', 'drawer', 'close', 'close'),
      which: fc.nat({ max: 999 }),
      piastres: fc.integer({ min: 0, max: 3_000 }),
    });
    await checkSequences(operation, { runs: RUNS, length: STEPS }, async (operations) => {
      manager = await server.newClient();
      await manager.create('/month/', { name: 'March' });
      const heads = [manager, await server.newColleague(manager, 'manager')];
      const desks = [
        await server.newColleague(manager, 'staff'),
        await server.newColleague(manager, 'staff'),
      ];
      const { id: debt } = await enrol(manager, '90000', '0', factory);
      const made: string[] = [];
      const running: Promise<unknown>[] = [];
      const remember = (path: string) => (answer: { status: number; body: Record<string, unknown> }) => {
        if (answer.status === 201) made.push(`${path}${String(answer.body.id)}/`);
      };
      for (const { desk, waits, what, which, piastres } of operations) {
        const by = desks[desk] ?? manager;
        const head = heads[desk] ?? manager;
        const amount = formatDecimal(BigInt(piastres));
        const path = made[which % Math.max(1, made.length)];
        const field = path?.startsWith(expenses) ? 'amount' : 'paid_amount';
        const steps: Record<typeof what, () => Promise<unknown>> = {
          pay: () => by.send('POST', courses, installment(debt, amount)).then(remember(courses)),
          spend: () => by.send('POST', expenses, { title: 'Water', amount }).then(remember(expenses)),
          change: async () => path && head.send('PATCH', path, { [field]: amount }),
          delete: async () => path && head.send('DELETE', path),
          drawer: async () =>
            path?.startsWith(expenses) && head.send('PATCH', path, { from_drawer: which % 2 === 0 }),
          close: () => close(which % 3 === 0 ? head : by),
        };
        const step = steps[what]();
        running.push(step);
        if (waits) await step;
      }
      await Promise.all(running);
      const paid = (await manager.listAll(`${courses}?is_installment=true`)).map(
        ({ id, paid_amount }) => [`adult-course ${id}`, money(paid_amount)] as const,
      );
      const spent = (await manager.listAll(expenses)).map(
        ({ id, amount, from_drawer }) =>
          [`expense ${id}`, from_drawer === true ? -money(amount) : 0n] as const,
      );
      await expectExact(new Map([...paid, ...spent]));
      for (const one of [...desks, ...heads]) await close(one);
      await expectExact(new Map([...paid, ...spent]));
    });
  },
  PROPERTY_TIMEOUT,
);
