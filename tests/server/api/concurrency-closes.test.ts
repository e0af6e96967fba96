import { randomUUID } from 'node:crypto';
import { expect, it } from 'vitest';
import { CLOSES_PATH, closeAnswer, openDrawers } from '#contract/closes.ts';
import { type Piastres, parsePiastres, sum } from '#contract/money.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { atOnce, withStatus } from './at-once.ts';
import { courses, enrol, installment } from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withBranch } from './with-server.ts';

const { server, client: manager } = withBranch(async () => {
  await manager.create('/month/', { name: 'March' });
});

const money = (value: unknown) => parsePiastres(String(value));
const factory = branchFactory(9);

/** Counts a drawer and, where it has a difference, says why. */
async function close(by: ApiClient): Promise<void> {
  const { status, body, text } = await by.send(
    'POST',
    CLOSES_PATH,
    { other: '1' },
    { 'idempotency-key': randomUUID() },
  );
  expect(status, text).toBe(201);
  const counted = closeAnswer.parse(body);
  if (counted.finished_at === null)
    expect((await by.send('POST', `${CLOSES_PATH}${counted.id}/finish/`, { reason: 'test' })).status).toBe(
      200,
    );
}

/** Expects that closes, with what was changed since, and open drawers add up to the records, each record once. */
async function expectExact(amounts: ReadonlyMap<string, Piastres>): Promise<void> {
  const listed = await manager.listAll(`${CLOSES_PATH}`);
  const lines = new Map<string, Piastres>();
  let counted = 0n;
  for (const { id } of listed) {
    const answer = closeAnswer.parse((await manager.get(`${CLOSES_PATH}${id}/`)).body);
    const closeLines = answer.lines ?? [];
    expect(money(answer.float) + sum(closeLines.map(({ amount }) => money(amount)))).toBe(
      money(answer.expected),
    );
    expect(sum(answer.parts.map(({ total }) => money(total)))).toBe(
      sum(closeLines.map(({ amount }) => money(amount))),
    );
    counted += sum(closeLines.map(({ amount, amount_now }) => money(amount_now ?? amount)));
    expect(
      money(answer.float) + sum(closeLines.map(({ amount, amount_now }) => money(amount_now ?? amount))),
    ).toBe(money(answer.expected_now));
    expect(closeLines.filter(({ amount_now }) => amount_now !== null)).toHaveLength(answer.changed);
    for (const { resource, record, amount, amount_now } of closeLines) {
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
