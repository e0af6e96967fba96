import { describe, expect, it } from 'vitest';
import { retryPolicyOf } from '#app/api/retry-policy.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { temporaryId } from '#app/outbox/model/ids.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { nextDueAt, nextEntries } from '#app/outbox/sender/scheduler.ts';
import { readEntries } from '#app/outbox/store/read-entries.ts';
import { newCourse, newInstallment, newStudent } from './device.ts';
import { entriesFor } from './entries.ts';

const NOW = 1_000_000;
const chosen = (rows: readonly OutboxEntry[], changes = {}) =>
  nextEntries(rows, { now: NOW, free: 4, retries: retryPolicyOf(true), ...changes }).map(({ seq }) => seq);

const editOf = (recordId: string, body = {}): Mutation => ({
  id: crypto.randomUUID(),
  resource: 'adult-course',
  kind: 'update',
  recordId,
  body,
});

describe('which rows may be sent now', () => {
  it('at most as many as are free, in order of arrival', () => {
    const rows = entriesFor(...['a', 'b', 'c'].map((name) => newStudent(name)));
    expect(chosen(rows, { free: 2 })).toEqual([1, 2]);
  });

  it('one at a time per record, in order', () => {
    const rows = entriesFor(editOf('c1'), editOf('c1'), editOf('c2'));
    expect(chosen(rows)).toEqual([1, 3]);
  });

  it('a payment after the edit of its enrolment, and an edit after the payments before it', () => {
    expect(chosen(entriesFor(editOf('c1'), newInstallment('c1', '5.00')))).toEqual([1]);
    expect(chosen(entriesFor(newInstallment('c1', '5.00'), editOf('c1')))).toEqual([1]);
  });

  it('payments of one enrolment side by side', () => {
    expect(chosen(entriesFor(newInstallment('c1', '5.00'), newInstallment('c1', '6.00')))).toEqual([1, 2]);
  });

  it('a child only after its parent', () => {
    const student = newStudent('a');
    const rows = entriesFor(
      [student, { state: 'sending' }],
      newCourse(temporaryId(student.id), '10.00', '0.00'),
    );
    expect(chosen(rows)).toEqual([]);
    expect(chosen(rows.map((row) => (row.seq === 1 ? { ...row, state: 'done' } : row)))).toEqual([2]);
  });

  it('not before their time, and not what needs a person', () => {
    const rows = entriesFor(
      [newStudent('later'), { nextAttemptAt: NOW + 1 }],
      [newStudent('asks'), { state: 'unknown', asksPerson: true }],
      [newStudent('refused'), { state: 'rejected' }],
      [newStudent('waits'), { state: 'auth' }],
      newStudent('goes'),
    );
    expect(chosen(rows)).toEqual([5]);
    expect(nextDueAt(rows, retryPolicyOf(true))).toBe(0);
  });

  it('what is of unknown outcome only where the host knows keys', () => {
    const rows = entriesFor([newStudent('a'), { state: 'unknown', uncertain: true }]);
    expect(chosen(rows)).toEqual([1]);
    expect(chosen(rows, { retries: retryPolicyOf(false) })).toEqual([]);
    expect(nextDueAt(rows, retryPolicyOf(false))).toBeUndefined();
  });
});

describe('what a refused row blocks', () => {
  const blocked = (rows: readonly OutboxEntry[]) =>
    readEntries({ ownerId: 'mona', branchId: 'b1' }, rows)
      .filter(({ state }) => state === 'blocked')
      .map(({ seq }) => seq);

  it('its children and grandchildren', () => {
    const student = newStudent('a');
    const course = newCourse(temporaryId(student.id), '10.00', '0.00');
    const rows = entriesFor(
      [student, { state: 'rejected' }],
      course,
      newInstallment(temporaryId(course.id), '1.00'),
    );
    expect(blocked(rows)).toEqual([2, 3]);
  });

  it('later writes on the same record, but not those that only came after it', () => {
    const rows = entriesFor(
      [editOf('c1'), { state: 'rejected' }],
      editOf('c1'),
      newInstallment('c1', '5.00'),
    );
    expect(blocked(rows)).toEqual([2]);
    expect(chosen(readEntries({ ownerId: 'mona', branchId: 'b1' }, rows))).toEqual([3]);
  });
});
