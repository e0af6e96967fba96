import { describe, expect, it } from 'vitest';
import { columnsOf, titleColumn } from '#app/resources/list/columns.ts';
import { resources } from '#contract/resources/registry.ts';

const shown = (wide: boolean, name: keyof typeof resources) =>
  columnsOf(resources[name], wide).map(({ lines }) =>
    lines.map((line) => line.map((one) => one.name).join('+')).join(' / '),
  );

describe('the columns of a list', () => {
  it('gives every field its own where there is room', () => {
    expect(shown(true, 'adult-course')).toEqual([...resources['adult-course'].columns]);
  });

  it('keeps few columns apart on a tablet as well', () => {
    expect(shown(false, 'student')).toEqual([...resources.student.columns]);
  });

  it('folds many in lines, losing none, with the debt and the name on their own', () => {
    expect(shown(false, 'adult-course')).toEqual([
      'receipt_number / created_at',
      'period+level+transportation_type / notes',
      'price / paid_amount',
      'remaining_amount',
      'student',
    ]);
  });

  it('names a row by whom it is about, else by its first written text', () => {
    expect(titleColumn(resources['adult-course'])).toBe('student');
    expect(titleColumn(resources.student)).toBe('name');
  });
});
