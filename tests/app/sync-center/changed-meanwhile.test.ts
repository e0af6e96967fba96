import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import { changedLabels, describe as titleOf } from '#app/sync-center/describe.ts';
import type { Draft } from '#contract/define-resource.ts';
import { storedCourse } from '../outbox/entries.ts';
import { rejectedEntry, shownCard } from './rejected-entries.ts';

const before = storedCourse({
  version: 1,
  receipt_number: '1042',
  paid_amount: '300.00',
  remaining_amount: '2700.00',
});
const current: RecordRow = { ...before, version: 2, paid_amount: '600.00', remaining_amount: '2400.00' };

const conflictsOf = (body: Draft, base: Draft) =>
  Object.fromEntries(
    Object.keys(base)
      .filter((name) => current[name] !== base[name] || base[name] === 'Old')
      .map((name) => [name, { base: base[name], yours: body[name], now: current[name] }]),
  );

const conflicting = (body: Draft, base: Draft) =>
  rejectedEntry({
    resource: 'adult-course',
    kind: 'update',
    body,
    before,
    status: 409,
    more: { base, changedMeanwhile: { current, conflicts: conflictsOf(body, base) } },
  });
const amounts = () => conflicting({ paid_amount: '450.00' }, { paid_amount: '300.00' });
const deleted = () =>
  rejectedEntry({
    resource: 'adult-course',
    kind: 'delete',
    before,
    status: 412,
    more: { changedMeanwhile: { current } },
  });

describe('the card of a change', () => {
  it('shows both values and offers to keep one, take the other or edit', () => {
    expect(shownCard(amounts())).toMatchObject({
      title: 'Changed meanwhile',
      local: ['Paid Amount: L.E. 450.00'],
      server: ['Paid Amount: L.E. 600.00'],
      actionLabels: ['Keep what was entered', 'Take what is on the server', 'Edit'],
    });
  });

  it('shows an empty value as a word', () => {
    const entry = conflicting({ notes: 'Mine' }, { notes: 'Old' });
    expect(shownCard(entry).server).toEqual(['Notes: nothing']);
  });

  it('lists what else was entered, and keeps it when theirs is taken', () => {
    const entry = conflicting(
      { paid_amount: '450.00', notes: 'Called' },
      { paid_amount: '300.00', notes: null },
    );
    const card = shownCard(entry);
    expect(card.local).toEqual(['Paid Amount: L.E. 450.00', 'Notes: Called']);
    expect(card.server).toEqual(['Paid Amount: L.E. 600.00']);
    expect(card.replacements).toMatchObject([
      { before: { version: 2 }, body: { paid_amount: '450.00', notes: 'Called' } },
      { before: { version: 2 }, body: { notes: 'Called' } },
    ]);
    expect(card.replacements[1]?.body).not.toHaveProperty('paid_amount');
  });
});

describe('the card of a delete', () => {
  it('shows what was recorded meanwhile and offers both', () => {
    const card = shownCard(deleted());
    expect(card.title).toBe('Changed meanwhile');
    expect(card.server).toEqual(['Paid Amount: L.E. 600.00', 'Remaining Amount: L.E. 2,400.00']);
    expect(card.actionLabels).toEqual(['Keep the record', 'Delete anyway']);
    expect(card.replacements).toMatchObject([{ kind: 'delete', before: { version: 2 } }]);
  });
});

describe('the title of a change', () => {
  it('names the record and only what was entered', () => {
    const note = conflicting({ notes: 'Called' }, { notes: null });
    expect(titleOf(note)).toBe('Change course · Mona Adel · receipt 1042');
    expect(changedLabels(note)).toEqual(['Notes']);
    expect(titleOf(amounts())).toBe('Change course · Mona Adel · L.E. 450.00 · receipt 1042');
  });
});
