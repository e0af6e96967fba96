import { beforeEach, describe, expect, it } from 'vitest';
import { type Draft, formOf } from '#contract/define-resource.ts';
import { permissions } from '#contract/permissions.ts';
import { permissionFor } from '#contract/record-permissions.ts';
import { allResourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { branchFactory } from '#server/demo/branch-factory.ts';
import { courses, enrol, enrolmentKinds, installment, refunds, students } from './bodies.ts';
import { changesOf, closeOf, moneyOf } from './money-of.ts';
import type { ApiClient } from './test-server.ts';
import { withDesk } from './with-server.ts';

const factory = branchFactory(31);
const { server, manager, staff } = withDesk();

const refusal = permissions['money.remove-any'].refusal;
const today = new Date('2026-03-10T09:00:00Z');

/** Fields whose change moves no cash and lowers no debt, by resource and direction. Everything else of these kinds does. */
const harmless = new Set(['price up', 'ends_on moved', 'book-payout quantity up']);

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

beforeEach(() =>
  manager.send('PATCH', '/branch/settings/', { expense_categories: [{ id: 'rent', name: 'Rent' }] }),
);

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
    const record = await of((by) => moneyOf(manager, by, name, isInstallment));
    const path = `${resourceOf(name).path}${record.id}/`;
    let refused: object | undefined;
    for (const { field, direction, to } of changesOf(manager, form)) {
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
    expect((await staff.send('PATCH', path, { notes: 'x' })).status).toBe(200);
    expect((await staff.send('DELETE', path)).status).toBe(isFree ? 200 : 403);
    expect(refused === undefined).toBe(isFree);
    if (refused) expect((await manager.send('PATCH', path, refused)).status).toBe(200);
  });

  it.each([
    ['an installment of a manager', (id: string) => manager.create(courses, installment(id, '40'))],
    [
      'a refund of a manager',
      (id: string) =>
        manager.create(refunds, { resource: 'adult-course', related_record: id, amount: '5', reason: 'x' }),
    ],
    [
      'an installment of yesterday',
      async (id: string) => {
        await staff.create(courses, installment(id, '40'));
        await server.queryAsOwner(
          `update enrolment set created_at = created_at - interval '1 day' where related_id = $1`,
          [id],
        );
      },
    ],
  ])('%s does not go along to another student with the enrolment of staff', async (_what, add) => {
    const own = await enrol(staff, '100', '10', factory);
    await add(own.id);
    const { id: other } = await manager.create(students, factory.student());
    const move = (by: ApiClient) =>
      by.send('PATCH', `/adult-course/${own.id}/`, { student: other, base: { student: own.student } });
    expect((await move(staff)).body.detail).toBe(refusal);
    expect((await staff.send('PATCH', `/adult-course/${own.id}/`, { notes: 'x' })).status).toBe(200);
    expect((await move(manager)).status).toBe(200);
  });

  it('of nothing that was paid is in no close: its price is lowered by who recorded it today', async () => {
    const own = await enrol(staff, '100', '0', factory);
    await enrol(staff, '100', '50', factory);
    await closeOf(staff);
    expect((await staff.send('PATCH', `/adult-course/${own.id}/`, { price: '90' })).status).toBe(200);
  });
});
