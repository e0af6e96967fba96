import { describe, expect, it } from 'vitest';
import { CLOSES_PATH } from '#contract/closes.ts';
import { type Draft, type FormDefinition, formOf } from '#contract/define-resource.ts';
import { permissions } from '#contract/permissions.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { allResourceNames, type ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import {
  enrol,
  enrolmentKinds,
  expenses,
  installment,
  orders,
  payable,
  payouts,
  refunds,
  stock,
  students,
} from './bodies.ts';
import type { ApiClient } from './test-server.ts';
import { withDesk } from './with-server.ts';

const factory = branchFactory(31);
const { server, manager, staff } = withDesk();

const refusal = permissions['money.remove-any'].refusal;
const today = new Date('2026-03-10T09:00:00Z');

/** Fields whose change moves no cash and lowers no debt, by resource and direction. Everything else of these kinds does. */
const harmless = new Set([
  'price up',
  'ends_on moved',
  'book-payout quantity up',
  'book-order quantity up',
  'book-order quantity down',
]);
const kinds = new Set(['money', 'date', 'flag', 'reference', 'quantity']);

interface Change {
  readonly field: string;
  readonly direction: string;
  readonly to: (before: Draft) => Promise<unknown>;
}

function changesOf({ fields }: FormDefinition): Change[] {
  return Object.entries(fields).flatMap(([field, { kind, immutable, capability }]): Change[] => {
    // A list price and a discount change with the price; discounts.test.ts tries them.
    if (!kinds.has(kind) || immutable || capability === 'discounts') return [];
    const to = (direction: string, value: Change['to']) => ({ field, direction, to: value });
    if (kind === 'date')
      return [to('moved', async () => (field === 'ends_on' ? '2027-03-08' : '2026-03-08'))];
    if (kind === 'flag') return [to('flipped', async (before) => before[field] !== true)];
    if (kind === 'reference')
      return [to('moved', async () => (await manager.create(students, factory.student())).id)];
    const step = kind === 'money' ? 10 : 1;
    const moved = (by: number) => async (before: Draft) => String(Number(before[field]) + by);
    return [to('up', moved(step)), to('down', moved(-step))];
  });
}

/** Records of 50 that were received or paid out, of 100 in all. */
async function moneyOf(by: ApiClient, name: ResourceName, isInstallment: boolean) {
  if (isInstallment) {
    const { id } = await payable(manager, name, { price: '100' }, factory);
    return by.create(resourceOf(name).path, installment(id, '50'));
  }
  if (name === 'refund') {
    const { id } = await enrol(by, '100', '100', factory);
    const back = { resource: 'adult-course', related_record: id, amount: '50', reason: 'Too much' };
    return by.create(refunds, back);
  }
  if (name === 'expense') return by.create(expenses, factory.expense({ amount: '50', from_drawer: true }));
  const book = () => stock(manager, 5, { sell_price: '50' }, factory);
  if (name === 'book-order') {
    const body = factory.bookOrder(await book(), { quantity: '2', price: '100', paid_amount: '50' });
    return by.create(orders, { ...body, from_drawer: true });
  }
  const { id: student } = await manager.create(students, factory.student());
  const given = { quantity: '2', paid_amount: '50' };
  if (name === 'book-payout') return by.create(payouts, factory.bookPayout(await book(), student, given));
  return by.create(
    resourceOf(name).path,
    factory.enrolment(name, student, { price: '100', paid_amount: '50' }),
  );
}

const closeOf = async (by: ApiClient) => {
  const { id, finished_at } = await by.create(CLOSES_PATH, { other: '50' });
  if (finished_at === null) await by.send('POST', `${CLOSES_PATH}${id}/finish/`, { reason: 'counted' });
};

/** Whose money it is, and when it was recorded. */
const situations: Record<string, (make: (by: ApiClient) => Promise<Draft>) => Promise<Draft>> = {
  'own of today': (make) => make(staff),
  'own of another day': async (make) => {
    server.clock.now = new Date('2026-03-09T09:00:00Z');
    const made = await make(staff).finally(() => {
      server.clock.now = today;
    });
    return made;
  },
  "another person's of today": (make) => make(manager),
  'own of today that a close has counted': async (make) => {
    const made = await make(staff);
    await closeOf(staff);
    return made;
  },
};

const cashForms = allResourceNames.flatMap((name) => {
  const resource = resourceOf(name);
  if (!resource.cash || permissionFor(resource, 'create') !== 'records.write') return [];
  return [false, ...(resource.installment ? [true] : [])].map((isInstallment) => ({
    name,
    isInstallment,
    form: formOf(resource, { is_installment: isInstallment }),
  }));
});

// The kinds of enrolments are declared by one function: another day and a close are tried with one of them.
const cases = cashForms.flatMap(({ name, isInstallment, form }) =>
  Object.entries(situations)
    .filter(
      ([situation]) =>
        name === 'adult-course' ||
        !enrolmentKinds.some((kind) => kind === name) ||
        situation === 'own of today' ||
        situation === "another person's of today",
    )
    .map(
      ([situation, of]) =>
        [isInstallment ? `${name} installment` : name, situation, { name, isInstallment, form, of }] as const,
    ),
);

describe('cash of another person, of another day or of a close', () => {
  it.each(
    cases,
  )('%s, %s: every field and direction that moves it needs the right', async (_what, situation, at) => {
    const { name, isInstallment, form, of } = at;
    const isFree = situation === 'own of today';
    const record = await of((by) => moneyOf(by, name, isInstallment));
    const path = `${resourceOf(name).path}${record.id}/`;
    let refused: object | undefined;
    for (const { field, direction, to } of changesOf(form)) {
      const { body: before } = await manager.get(path);
      const change = { [field]: await to(before), base: { [field]: before[field] ?? null } };
      const said = `${field} ${direction}`;
      const allowed =
        isFree || (harmless.has(said) && name !== 'book-order') || harmless.has(`${name} ${said}`);
      const answer = await staff.send('PATCH', path, change);
      expect([said, answer.status, answer.body.detail], answer.text).toEqual([
        said,
        allowed ? 200 : 403,
        allowed ? answer.body.detail : refusal,
      ]);
      if (allowed) continue;
      expect((await manager.get(path)).body).toEqual(before);
      refused = change;
    }
    const notes = 'notes' in form.fields ? { notes: 'x' } : { title: 'x' };
    expect((await staff.send('PATCH', path, notes)).status).toBe(200);
    expect((await staff.send('DELETE', path)).status).toBe(isFree ? 200 : 403);
    expect(refused === undefined).toBe(isFree);
    if (refused) expect((await manager.send('PATCH', path, refused)).status).toBe(200);
  });

  it('of nothing that was paid is in no close: its price is lowered by who recorded it today', async () => {
    const own = await enrol(staff, '100', '0', factory);
    await enrol(staff, '100', '50', factory);
    await closeOf(staff);
    expect((await staff.send('PATCH', `/adult-course/${own.id}/`, { price: '90' })).status).toBe(200);
  });
});
