import { describe, expect, it } from 'vitest';
import { directionOf, nextOrdering, orderings } from '#app/resources/list/columns.ts';
import { readListState, toQuery } from '#app/resources/list/list-state.ts';
import { slotsFor } from '#app/resources/list/rows.tsx';
import { resourceOf } from '#contract/resources/registry.ts';

const courses = resourceOf('adult-course');
const requestFor = (name: 'adult-course' | 'student', address: string) =>
  toQuery(resourceOf(name), readListState(resourceOf(name), new URLSearchParams(address)));

describe('the list state', () => {
  it('requests what the address names, and totals if it is filtered', () => {
    expect(requestFor('adult-course', 'page=2&ordering=-price')).toEqual({ page: 2, ordering: '-price' });
    expect(
      requestFor(
        'adult-course',
        'owing=true&is_installment=false&created_after=2026-11-03&student=s1&month=m1',
      ),
    ).toEqual({
      page: 1,
      owing: true,
      is_installment: false,
      created_after: '2026-11-03',
      student: 's1',
      month: 'm1',
      totals: true,
    });
  });

  it('ignores unknown filters and invalid values', () => {
    expect(requestFor('student', 'owing=true&month=m1&book=b1&created_after=2026-11-03')).toEqual({
      page: 1,
      created_after: '2026-11-03',
    });
    expect(
      requestFor('adult-course', 'owing=perhaps&created_before=2026-02-30&ordering=-password&page=no'),
    ).toEqual({ page: 1 });
  });
});

describe('the order of a list', () => {
  it('cycles through the default direction of a tapped column, the reverse, and newest first', () => {
    expect(nextOrdering(courses, '', 'price')).toBe('-price');
    expect(nextOrdering(courses, '-price', 'price')).toBe('price');
    expect(nextOrdering(courses, 'price', 'price')).toBe('');
    expect(nextOrdering(courses, '-price', 'student')).toBe('student');
    expect(nextOrdering(courses, '', 'created_at')).toBe('created_at');
    expect(nextOrdering(courses, 'created_at', 'created_at')).toBe('');
  });

  it('is newest first by default', () => {
    expect(directionOf('', 'created_at')).toBe('descending');
    expect(directionOf('price', 'created_at')).toBeUndefined();
    expect(orderings(courses)[0]).toEqual({ value: '', label: 'Created At, newest first' });
    expect(orderings(courses).some(({ value }) => value.includes('notes'))).toBe(false);
  });
});

describe('the slots of rows', () => {
  it('are kept by rows that stay and reused from rows that are gone', () => {
    const first = slotsFor(['a', 'b'], new Map());
    expect([...slotsFor(['c', 'd', 'e'], first).values()]).toEqual([0, 1, 2]);
    expect(slotsFor(['new', 'a', 'b'], first)).toEqual(
      new Map([
        ['new', 2],
        ['a', 0],
        ['b', 1],
      ]),
    );
  });
});
