import { describe, expect, it } from 'vitest';
import { type OutboxEntry, readEntry, SCHEMA_VERSION } from '#app/outbox/model/entry.ts';
import { figures, type Month, month } from '#contract/month.ts';
import { audit, type FinalState } from './audit.ts';
import type { SavedMutation } from './operation-log.ts';

const course = {
  id: '7',
  student: '3',
  receipt_number: '42',
  price: '900.00',
  paid_amount: '100.00',
  month: '1',
  is_installment: false,
};

function row(given: Partial<Record<keyof OutboxEntry, unknown>>): OutboxEntry {
  return readEntry({
    seq: 1,
    id: 'a',
    schemaVersion: SCHEMA_VERSION,
    ownerId: '1',
    branchId: '1',
    operation: { resource: 'adult-course', kind: 'create', recordId: 'new-a' },
    body: {},
    state: 'done',
    entityKey: 'adult-course new-a',
    dependsOn: [],
    createdAt: 0,
    acknowledgedAt: 1,
    result: course,
    ...given,
  });
}

const create = { id: 'a', resource: 'adult-course', kind: 'create', body: {} } as const;
const done = (): SavedMutation => ({ device: 0, seq: 1, writes: [create], done: row({}) });

const monthWith = (given: Partial<Month>): Month => ({
  ...month.parse({ id: '1', name: 'November', status: 'running' }),
  ...Object.fromEntries(figures.map(({ name }) => [name, '0.00'])),
  ...given,
});

/** An evening on which all is well: one course, acknowledged, there once, and in the month's figures. */
const well = (given: Partial<FinalState> = {}): FinalState => ({
  saved: [done()],
  rows: new Map([[0, [row({})]]]),
  records: new Map([['adult-course', [course]]]),
  months: [monthWith({ adult_course_revenue: '100.00' })],
  ...given,
});

describe('the audit after the chaos', () => {
  it('finds nothing where all is well', () => {
    expect(audit(well())).toEqual([]);
  });

  it.each<[string, Partial<FinalState>, RegExp]>([
    ['an acknowledged record is missing', { records: new Map() }, /^lost: adult-course 7/],
    [
      'a record is there twice',
      { records: new Map([['adult-course', [course, { ...course, id: '8', paid_amount: '0.00' }]]]) },
      /^doubled or out of nowhere: adult-course 8/,
    ],
    [
      'a record is not what was answered',
      { records: new Map([['adult-course', [{ ...course, receipt_number: '43' }]]]) },
      /devices were told/,
    ],
    [
      'the month does not have it',
      { months: [monthWith({})] },
      /^adult_course_revenue is 0\.00 in all months/,
    ],
    [
      'a row has vanished from its device',
      { saved: [done(), { device: 0, seq: 2, writes: [create] }] },
      /^lost: device 0, row 2/,
    ],
    [
      'a row waits though nothing is in its way',
      {
        saved: [done(), { device: 0, seq: 2, writes: [create] }],
        rows: new Map([[0, [row({}), row({ seq: 2, id: 'b', state: 'queued' })]]]),
      },
      /is queued with a clear sky/,
    ],
    [
      'a row that was discarded is there again',
      {
        saved: [done(), { device: 0, seq: 2, writes: [create], gone: 'discarded' }],
        rows: new Map([[0, [row({}), row({ seq: 2, id: 'b', state: 'queued' })]]]),
      },
      /was discarded and is still there/,
    ],
  ])('tells when %s', (_, given, sentence) => {
    expect(audit(well(given))).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
  });

  it('takes a refusal with its reason for an answer', () => {
    const refused = row({
      seq: 2,
      id: 'b',
      state: 'rejected',
      lastError: 'Only 5.00 remains.',
      result: undefined,
    });
    const saved = [done(), { device: 0, seq: 2, writes: [create] }];
    expect(audit(well({ saved, rows: new Map([[0, [row({}), refused]]]) }))).toEqual([]);
  });
});
