import { describe, expect, it } from 'vitest';
import { isApprovable } from '#contract/approvable-writes.ts';
import { newRecordId, sharedPrefix } from '#contract/ids.ts';
import { isResourceName } from '#contract/resources/registry.ts';
import { answeredRecords } from '#contract/writes/answer.ts';
import type { Written } from '#contract/writes/define-write.ts';
import { declaredWrites, writeOf } from '#contract/writes/registry.ts';

it('an answer is read as its contract has it, record by record', () => {
  const known = { resource: 'receipt-print', record: { id: 'p1', copy: 2 } };
  expect(answeredRecords.parse({ records: [known] })).toEqual([known]);
  for (const answer of [
    {},
    { records: [{ ...known, record: {} }] },
    { records: [{ ...known, resource: 'bus' }] },
  ])
    expect(answeredRecords.safeParse(answer).success).toBe(false);
});

const goesBack = {
  left_on: '2026-11-30',
  keep: '100.00',
  quantity: '1',
  reason: 'Moves away',
  refund: { amount: '50.00', payment_method: 'cash' },
  credit: '20.00',
};

const body = {
  ...{ resource: 'bus', related_record: 'b1', record: 'b1', student: 's1', other: 's2' },
  ...goesBack,
  withdraw: goesBack,
  to: { resource: 'kids-course', body: { student: 's1', price: '300.00' } },
  payments: [{ resource: 'bus', related_record: 'b1', paid_amount: '10.00' }],
  records: [{ resource: 'nursery', student: 's1', paid_amount: '5.00' }],
};

const written = (resource: string): Written => ({
  operation: { resource, kind: 'create', recordId: newRecordId() },
  body,
  referenced: {},
});

describe.each(declaredWrites.map((write) => [write.name, write] as const))('a %s', (name, write) => {
  const one = written(name);

  it('is found by its name, which is that of no resource', () => {
    expect(writeOf(name)).toBe(write);
    expect(isResourceName(name)).toBe(false);
  });

  it('says what a manager approves exactly where its path can be approved', () => {
    const { path } = write.request(one, {});
    expect(isApprovable('POST', path)).toBe(write.approval !== undefined);
  });

  it('makes records whose ids follow from its own, each once', () => {
    const made = (write.records?.(one) ?? []).filter(
      ({ operation }) => operation.kind === 'create' && operation.resource !== name,
    );
    const ids = made.map(({ operation }) => operation.recordId);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.every((id) => sharedPrefix(id) === sharedPrefix(one.operation.recordId))).toBe(true);
  });

  it('tells of every resource whose records it makes', () => {
    const made = (write.records?.(one) ?? []).map(({ operation }) => operation.resource);
    expect(write.writes?.(body) ?? []).toEqual(expect.arrayContaining(made.filter(isResourceName)));
  });
});
