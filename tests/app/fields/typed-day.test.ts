import { describe, expect, it } from 'vitest';
import { readTypedDay, showTypedDay } from '#app/fields/date.tsx';

describe('a typed day', () => {
  it.each([
    ['30/11/2026', '2026-11-30'],
    ['3/1/2026', '2026-01-03'],
    ['03-01-2026', '2026-01-03'],
    [' 3.1.2026 ', '2026-01-03'],
    ['2026-11-30', '2026-11-30'],
    ['2026/1/3', '2026-01-03'],
    ['٣/١١/٢٠٢٦', '2026-11-03'],
    ['29/2/2028', '2028-02-29'],
  ])('is parsed: %s is %s', (typed, day) => {
    expect(readTypedDay(typed)).toBe(day);
  });

  it.each([
    '',
    '31/11/2026',
    '29/2/2027',
    '3/11',
    '3/11/26',
    '1/1/1800',
    'tomorrow',
    '13/13/2026',
  ])('is undefined for "%s"', (typed) => {
    expect(readTypedDay(typed)).toBeUndefined();
  });

  it('is shown as day/month/year, and unchanged while it is not a day', () => {
    expect(showTypedDay('2026-11-03')).toBe('3/11/2026');
    expect(showTypedDay('3/1')).toBe('3/1');
    expect(showTypedDay('')).toBe('');
  });
});
