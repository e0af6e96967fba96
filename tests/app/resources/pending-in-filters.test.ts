import { describe, expect, it } from 'vitest';
import type { RecordRow } from '#app/lib/record-row.ts';
import { pageWithPendingMatches } from '#app/resources/list/pending-in-filters.ts';
import { PAGE_SIZE } from '#contract/paging.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { entriesFor } from '../outbox/entries.ts';
import { newCourse } from '../outbox/mutations.ts';

const courses = resourceOf('adult-course');
const mona = { id: 's1', name: 'منى أحمد', code: 'S-0001', phone: '01001234567' };
const existing: RecordRow = {
  id: 'c1',
  student: 's1',
  student_data: mona,
  receipt_number: '7',
  price: '1.00',
};
/** Returns a server snapshot with one record on this page and the rest only counted. */
const serverPage = (count = 1) => ({
  data: { count, next: null, previous: null, results: [existing] },
  began: 100,
  ended: 110,
  readAt: 0,
});
const enrolment = { ...newCourse('s1', '10.00', '4.00'), referenced: { student: mona } };

const shown = (search: object, rows = entriesFor(enrolment), running: string | undefined = 'november') => {
  const page = pageWithPendingMatches(
    courses,
    serverPage(12),
    rows,
    { page: 1, ...search },
    running,
    PAGE_SIZE,
  );
  return [page.rows.map(({ pending }) => pending?.kind), page.count, page.pages];
};
const listedResult = [['create', undefined], 13, 2];
const unlistedResult = [[undefined], 12, 2];

describe('a new record in a filtered list', () => {
  it('is in the list of the running month and of no other', () => {
    expect(shown({ month: 'november' })).toEqual(listedResult);
    expect(shown({ month: 'october' })).toEqual(unlistedResult);
    expect(shown({ month: 'november' }, undefined, 'december')).toEqual(unlistedResult);
  });

  it('is listed if every word matches, Arabic forms and digits folded', () => {
    expect(shown({ search: 'احمد مني' })).toEqual(listedResult);
    expect(shown({ search: '٧' })).toEqual(listedResult);
    expect(shown({ search: 'Mona Ahmed' })).toEqual(listedResult);
    expect(shown({ search: '7 omar' })).toEqual(unlistedResult);
  });

  it('is not listed where the server would not find it: lists of courses do not search the phone', () => {
    expect(shown({ search: '01001234567' })).toEqual(unlistedResult);
  });

  it('must match the other filters as well', () => {
    expect(shown({ month: 'november', owing: true })).toEqual(listedResult);
    expect(shown({ month: 'november', student: 's2' })).toEqual(unlistedResult);
    expect(shown({ search: 'مني', month: 'october' })).toEqual(unlistedResult);
  });

  it('is counted on every page and listed on the first', () => {
    expect(shown({ month: 'november', page: 2 })).toEqual([[undefined], 13, 2]);
  });

  it('is listed once when the server has it', () => {
    const result = { ...existing, id: 'c2' };
    const done = entriesFor([enrolment, { state: 'done', firstSentAt: 90, acknowledgedAt: 105, result }]);
    const unread = pageWithPendingMatches(
      courses,
      serverPage(),
      done,
      { page: 1, month: 'november' },
      'november',
    );
    expect([unread.rows.map(({ record }) => record.id), unread.count]).toEqual([['c2', 'c1'], 2]);
    const snapshot = {
      ...serverPage(),
      data: { ...serverPage().data, count: 2, results: [result, existing] },
    };
    const both = pageWithPendingMatches(courses, snapshot, done, { page: 1, month: 'november' }, 'november');
    expect([both.rows.map(({ record }) => record.id), both.count]).toEqual([['c2', 'c1'], 2]);
  });
});
