import { describe, expect, it } from 'vitest';
import { offeredRecords } from '#app/fields/reference-options.ts';
import { isFiltered, readListState, sentFilters, toQuery } from '#app/resources/list/list-state.ts';
import { resourceOf } from '#contract/resources/registry.ts';

const students = resourceOf('student');
const stateOf = (address: string) => readListState(students, new URLSearchParams(address));
const requestFor = (address: string) => toQuery(students, stateOf(address), () => true);

describe('a list of people (decision 133)', () => {
  it('shows who is here, unless the address or words ask for more', () => {
    expect(requestFor('')).toEqual({ page: 1, present: true });
    expect(requestFor('present=false')).toEqual({ page: 1, present: false });
    expect(requestFor('present=all')).toEqual({ page: 1 });
    expect(requestFor('present=nobody')).toEqual({ page: 1, present: true });
    expect(requestFor('search=mona')).toEqual({ page: 1, search: 'mona' });
    expect(isFiltered(requestFor(''))).toBe(false);
    expect(isFiltered(requestFor('present=false'))).toBe(true);
  });

  it('sends nothing of it to a server that does not declare it, nor the ends of enrolments', () => {
    expect(toQuery(students, stateOf('present=false'))).toEqual({ page: 1 });
    const courses = resourceOf('adult-course');
    const asked = { search: '', filters: { ending_before: '2026-12-01' } };
    expect(sentFilters(courses, asked, () => false)).toEqual({});
    expect(sentFilters(courses, asked, () => true)).toEqual({ ending_before: '2026-12-01' });
  });
});

describe('a picker of people (decision 133)', () => {
  const here = { id: '1', name: 'Mona Adel' };
  const gone = { id: '2', name: 'Mona Samir', left_on: '2020-01-01' };
  const leaving = { id: '3', name: 'Mona Hany', left_on: '2999-01-01' };

  it('offers who has left only where words find them, after the others', () => {
    expect(offeredRecords(students, [gone, here, leaving], '')).toEqual([here, leaving]);
    expect(offeredRecords(students, [gone, here, leaving], 'mona')).toEqual([here, leaving, gone]);
    expect(offeredRecords(resourceOf('bus'), [gone], '')).toEqual([gone]);
  });
});
