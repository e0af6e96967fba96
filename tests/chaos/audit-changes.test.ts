import { describe, expect, it } from 'vitest';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { historyEntry } from '#contract/history.ts';
import { unseenChanges } from './audit-changes.ts';

const shown = {
  id: '7',
  student: '3',
  receipt_number: '42',
  price: '900.00',
  paid_amount: '300.00',
  notes: null,
  custom_date: null,
};

const update = (given: Partial<Mutation>): Mutation => ({
  id: 'a',
  resource: 'bus',
  kind: 'update',
  recordId: '7',
  before: shown,
  body: shown,
  ...given,
});

const saved = (...mutations: Mutation[]) => [{ device: 0, seq: 1, mutations, createdIds: new Set<string>() }];

const written = (action: string, before: object, after: object | null) =>
  historyEntry.parse({
    id: '1',
    at: '2026-11-22T00:00:00Z',
    user: '1',
    user_name: 'Mona Adel',
    device: null,
    agent: null,
    action,
    resource: 'bus',
    record: '7',
    title: '',
    month: null,
    before,
    after,
    note: null,
  });

describe('the audit of changes', () => {
  it('reports a stored amount that a stale form put back', () => {
    const history = [written('changed', { ...shown, paid_amount: '600.00' }, { ...shown, notes: 'x' })];
    const problems = unseenChanges(history, saved(update({ body: { ...shown, notes: 'x' } })));
    expect(problems).toEqual(['overwritten unseen: paid_amount of bus 7 from 600.00 to 300.00 by Mona Adel']);
  });

  it('reports a new value whose author had seen another one before it', () => {
    const history = [written('changed', { ...shown, notes: 'newer' }, { ...shown, notes: 'x' })];
    expect(unseenChanges(history, saved(update({ body: { ...shown, notes: 'x' } })))).toHaveLength(1);
  });

  it('accepts a change of what its author had seen', () => {
    const history = [written('changed', shown, { ...shown, notes: 'x' })];
    const mutation = update({ body: { ...shown, notes: 'x', price: '900' } });
    expect(unseenChanges(history, saved(mutation))).toEqual([]);
  });

  it('accepts several changes that were merged into one entry', () => {
    const history = [written('changed', shown, { ...shown, notes: 'y' })];
    const first = { ...shown, notes: 'x' };
    const mutations = [
      update({ body: first }),
      update({ id: 'b', before: first, body: { ...shown, notes: 'y' } }),
    ];
    expect(unseenChanges(history, saved(...mutations))).toEqual([]);
  });

  it('reports a delete of a record that its author had seen otherwise, and accepts any other', () => {
    const remove = update({ kind: 'delete', body: {} });
    const deleted = (row: object) => [written('deleted', row, null)];
    expect(unseenChanges(deleted({ ...shown, paid_amount: '600.00' }), saved(remove))).toEqual([
      expect.stringMatching(/^deleted unseen: bus 7 by Mona Adel/),
    ]);
    expect(unseenChanges(deleted(shown), saved(remove))).toEqual([]);
  });
});
