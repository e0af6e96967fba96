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

function entry(given: Partial<Record<keyof OutboxEntry, unknown>>): OutboxEntry {
  return readEntry({
    seq: 1,
    id: 'a',
    schemaVersion: SCHEMA_VERSION,
    ownerId: '1',
    branchId: '1',
    operation: { resource: 'adult-course', kind: 'create', recordId: 'a' },
    body: {},
    sent: { method: 'POST', path: '/adult-courses/', body: '{}' },
    state: 'done',
    entityKey: 'adult-course new-a',
    dependsOn: [],
    createdAt: 0,
    ...{ referenced: {}, uncertain: false, asksPerson: false, merged: [], problems: [] },
    ...{ attempts: 1, nextAttemptAt: 0 },
    acknowledgedAt: 1,
    result: course,
    ...given,
  });
}

const create = { id: 'a', resource: 'adult-course', kind: 'create', body: {} } as const;
const savedEntry = (given: Partial<SavedMutation> = {}): SavedMutation => ({
  device: 0,
  seq: 2,
  mutations: [create],
  createdIds: new Set(),
  ...given,
});
const acknowledgedEntry = (given: Partial<SavedMutation> = {}): SavedMutation =>
  savedEntry({ seq: 1, acknowledged: entry({}), acknowledgedIn: 0, createdIds: new Set(['7']), ...given });

const monthWith = (given: Partial<Month>): Month => ({
  ...month.parse({ id: '1', name: 'November', status: 'running' }),
  ...Object.fromEntries(figures.map(({ name }) => [name, '0.00'])),
  ...given,
});

/** Returns a valid final state: one acknowledged course on the server and in the month's figures. */
const validState = (given: Partial<FinalState> = {}): FinalState => ({
  saved: [acknowledgedEntry()],
  entries: new Map([[0, [entry({})]]]),
  records: new Map([['adult-course', [course]]]),
  months: [monthWith({ adult_course_revenue: '100.00' })],
  restores: 0,
  restoredRows: new Map(),
  ...given,
});

describe('chaos audit', () => {
  it('reports no problems for a valid state', () => {
    expect(audit(validState())).toEqual([]);
  });

  const isThere = (...rows: object[]) => ({
    records: new Map([['adult-course', rows]]) as FinalState['records'],
  });
  const holds = (given: Partial<SavedMutation>, ...more: OutboxEntry[]) => ({
    saved: [acknowledgedEntry(), savedEntry(given)],
    entries: new Map([[0, [entry({}), ...more]]]),
  });
  const queued = entry({ seq: 2, id: 'b', state: 'queued' });

  it.each<[string, Partial<FinalState>, RegExp]>([
    ['an acknowledged record is missing', isThere(), /^lost: adult-course 7/],
    [
      'a record is on the server twice',
      isThere(course, { ...course, id: '8', paid_amount: '0.00' }),
      /^duplicated or unexpected: adult-course 8/,
    ],
    [
      'a record differs from the last answer',
      isThere({ ...course, receipt_number: '43' }),
      /devices received/,
    ],
    [
      "the month's figures lack a record",
      { months: [monthWith({})] },
      /^adult_course_revenue is 0\.00 in all/,
    ],
    ['an entry has vanished from its device', holds({}), /^lost: device 0, entry 2/],
    ['an entry is still queued on a clear network', holds({}, queued), /is queued on a clear network/],
    [
      'a discarded entry is still stored',
      holds({ removed: 'discarded' }, queued),
      /was discarded and is still stored/,
    ],
  ])('reports when %s', (_, given, sentence) => {
    expect(audit(validState(given))).toEqual(expect.arrayContaining([expect.stringMatching(sentence)]));
  });

  it('accepts a rejected entry that has a reason', () => {
    const rejected = entry({
      seq: 2,
      id: 'b',
      state: 'rejected',
      lastError: 'Only 5.00 remains.',
      result: undefined,
    });
    expect(audit(validState(holds({}, rejected)))).toEqual([]);
  });

  const undone = (given: Partial<SavedMutation> = {}) => ({
    saved: [acknowledgedEntry({ afterBackup: true, ...given })],
    records: new Map(),
    months: [monthWith({})],
    restores: 1,
  });

  it('reports what a restore has undone and no device offers again', () => {
    expect(audit(validState(undone()))).toEqual([expect.stringMatching(/^lost: create of adult-course 7/)]);
  });

  it('accepts what a restore has undone after its device had forgotten it', () => {
    expect(audit(validState(undone({ forgotten: true })))).toEqual([]);
  });

  it('reports a record that a restore has brought back and that is gone later', () => {
    const restoredRows = new Map([['adult-course', [course]]]) as FinalState['restoredRows'];
    expect(audit(validState({ ...undone(), restoredRows }))).toEqual([
      expect.stringMatching(/^lost: adult-course 7/),
    ]);
  });

  it('reports an id that was given again after a restore', () => {
    const saved = [acknowledgedEntry(), savedEntry({ createdIds: new Set(['7']) })];
    expect(audit(validState({ saved }))).toContain('adult-course 7 was returned for 2 creates');
  });
});
