import { describe, expect, it } from 'vitest';
import { type CloseAnswer, closeAnswer } from '#contract/closes.ts';
import { differingCloses } from './audit-desk.ts';
import type { Rows } from './operation-log.ts';

const line = { resource: 'bus', record: '7', part: 'enrolment', amount: '100.00', amount_now: null };
const told = { deleted: false, title: '', written_by: null, written_at: null };
const close = (given: Partial<CloseAnswer> = {}): CloseAnswer => ({
  ...closeAnswer.parse({
    id: '1',
    user: '1',
    user_name: 'Salma',
    since: null,
    created_at: '2026-11-05T10:00:00Z',
    finished_at: null,
    float: '20.00',
    expected: '120.00',
    counted: '120.00',
    difference: '0.00',
    kept: '50.00',
    reason: null,
    notes: null,
    changed: 0,
    expected_now: '120.00',
    pieces: {},
    other: '120.00',
    parts: [],
    lines: [{ ...line, ...told }],
  }),
  ...given,
});
const records: Rows = new Map([
  ['bus', [{ id: '7', paid_amount: '100.00' }]],
  ['expense', [{ id: '3', amount: '30.00', from_drawer: true }]],
]);
const next = (given: Partial<CloseAnswer> = {}) =>
  close({ id: '2', float: '50.00', expected: '50.00', lines: [], ...given });

describe('the audit of drawer closes', () => {
  it('finds nothing where closed and open lines are what the records come to', () => {
    expect(differingCloses([close(), next()], -3_000n, records)).toEqual([]);
  });

  it.each([
    ['expected', [close({ expected: '121.00' })], -3_000n, 'expects 121.00'],
    ['float', [close(), next({ float: '49.00', expected: '49.00' })], -3_000n, 'begins with 49.00'],
    [
      'a record in two closes',
      [close(), next({ ...close(), id: '2', float: '50.00', expected: '150.00' })],
      0n,
      'two closes',
    ],
    ['a missing record', [close({ lines: [], expected: '20.00' })], -3_000n, 'the records to 70.00'],
  ] as const)('finds a wrong %s', (_, closes, open, sentence) => {
    expect(differingCloses(closes, open, records).join('; ')).toContain(sentence);
  });

  it('finds a change that no close tells', () => {
    const changed: Rows = new Map([...records, ['bus', [{ id: '7', paid_amount: '90.00' }]]]);
    expect(differingCloses([close()], -3_000n, changed).join('; ')).toContain(
      'is 100.00 in a close, and is 90.00',
    );
  });
});
