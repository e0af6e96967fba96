import { describe, expect, it } from 'vitest';
import { retryPolicyOf } from '#app/api/strategies.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { nextDueAt, nextEntries } from '#app/outbox/sender/send-entries.ts';
import { readEntries } from '#app/outbox/store/stored-entries.ts';
import { entriesFor } from './entries.ts';
import { changeUnseen, newCourse, newInstallment, newStudent } from './mutations.ts';

const NOW = 1_000_000;
const chosen = (entries: readonly OutboxEntry[], changes = {}) =>
  nextEntries(entries, { now: NOW, free: 4, retries: retryPolicyOf(true), ...changes }).map(({ seq }) => seq);

const editOf = (recordId: string, body = {}): Mutation => changeUnseen('adult-course', recordId, body);

describe('nextEntries', () => {
  it('returns at most as many as are free, in order of arrival', () => {
    const entries = entriesFor(...['a', 'b', 'c'].map((name) => newStudent(name)));
    expect(chosen(entries, { free: 2 })).toEqual([1, 2]);
  });

  it('returns one entry at a time per record, in order', () => {
    const entries = entriesFor(editOf('c1'), editOf('c1'), editOf('c2'));
    expect(chosen(entries)).toEqual([1, 3]);
  });

  it('holds a payment behind an earlier edit of its enrolment, and an edit behind earlier payments', () => {
    expect(chosen(entriesFor(editOf('c1'), newInstallment('c1', '5.00')))).toEqual([1]);
    expect(chosen(entriesFor(newInstallment('c1', '5.00'), editOf('c1')))).toEqual([1]);
  });

  it('returns several payments of one enrolment together', () => {
    expect(chosen(entriesFor(newInstallment('c1', '5.00'), newInstallment('c1', '6.00')))).toEqual([1, 2]);
  });

  it('returns a child only after its parent is done', () => {
    const student = newStudent('a');
    const entries = entriesFor([student, { state: 'sending' }], newCourse(student.id, '10.00', '0.00'));
    expect(chosen(entries)).toEqual([]);
    expect(chosen(entries.map((entry) => (entry.seq === 1 ? { ...entry, state: 'done' } : entry)))).toEqual([
      2,
    ]);
  });

  it('skips entries that are not due, need the user or are paused', () => {
    const entries = entriesFor(
      [newStudent('later'), { nextAttemptAt: NOW + 1 }],
      [newStudent('asks'), { state: 'unknown', asksPerson: true }],
      [newStudent('rejected'), { state: 'rejected' }],
      [newStudent('waits'), { state: 'auth' }],
      newStudent('goes'),
    );
    expect(chosen(entries)).toEqual([5]);
    expect(nextDueAt(entries, retryPolicyOf(true))).toBe(0);
  });

  it('returns entries of unknown outcome only with idempotency keys', () => {
    const entries = entriesFor([newStudent('a'), { state: 'unknown', uncertain: true }]);
    expect(chosen(entries)).toEqual([1]);
    expect(chosen(entries, { retries: retryPolicyOf(false) })).toEqual([]);
    expect(nextDueAt(entries, retryPolicyOf(false))).toBeUndefined();
  });
});

describe('the next run', () => {
  const parentAndChild = (changes: Partial<OutboxEntry>) => {
    const student = newStudent('a');
    return entriesFor([student, changes], newCourse(student.id, '10.00', '0.00'));
  };

  it('waits with a child for its parent that was tried without success', () => {
    const entries = parentAndChild({ nextAttemptAt: NOW + 5_000, attempts: 1 });
    expect(nextDueAt(entries, retryPolicyOf(true))).toBe(NOW + 5_000);
  });

  it('is not planned for a child whose parent needs the user', () => {
    const entries = parentAndChild({ state: 'unknown', asksPerson: true });
    expect(nextDueAt(entries, retryPolicyOf(true))).toBeUndefined();
  });

  it('waits with a second change of a record for the first one', () => {
    const entries = entriesFor([editOf('c1'), { nextAttemptAt: NOW + 5_000 }], editOf('c1'));
    expect(nextDueAt(entries, retryPolicyOf(true))).toBe(NOW + 5_000);
  });
});

describe('entries blocked by a rejected one', () => {
  const blocked = (entries: readonly OutboxEntry[]) =>
    readEntries({ ownerId: 'mona', branchId: 'b1' }, entries)
      .filter(({ state }) => state === 'blocked')
      .map(({ seq }) => seq);

  it('blocks later mutations of the same record, but not those that only followed it', () => {
    const entries = entriesFor(
      [editOf('c1'), { state: 'rejected' }],
      editOf('c1'),
      newInstallment('c1', '5.00'),
    );
    expect(blocked(entries)).toEqual([2]);
    expect(chosen(readEntries({ ownerId: 'mona', branchId: 'b1' }, entries))).toEqual([3]);
  });
});
