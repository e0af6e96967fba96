import { describe, expect, it } from 'vitest';
import { readDebtFilters } from '#app/features/debts/debt-filters.ts';
import { debtsOnDevice } from '#app/features/debts/use-debts.ts';

const today = '2026-11-22';
const record = (kind: string, student: string, remaining: string, day: string, given = {}) => ({
  kind,
  record: {
    id: `${kind} ${student} ${day}`,
    student,
    student_data: { id: student, name: student === 's1' ? 'Mona' : 'Amr', phone: '0100' },
    remaining_amount: remaining,
    is_installment: false,
    custom_date: day,
    created_at: '2026-11-01T08:00:00Z',
    ...given,
  },
});
const records = [
  record('bus', 's1', '100.10', '2026-11-20'),
  record('adult-course', 's1', '50.20', '2026-08-01', { level: '3' }),
  record('bus', 's2', '900.00', '2026-10-10'),
  record('bus', 's2', '0.00', '2026-01-01'),
];
const people = new Map([['s1', { id: 's1', name: 'Mona Adel', father_phone: '0111' }]]);
const list = (address: string, page = 1) =>
  debtsOnDevice(records, people, { filters: readDebtFilters(new URLSearchParams(address)), page, today });

describe('debts that a device adds up itself', () => {
  it('are one row a student with the oldest day, the phones that are known, and exact sums', () => {
    expect(list('')).toMatchObject({
      count: 2,
      rows: [
        { id: 's2', name: 'Amr', remaining: '900.00', debts: 1, oldest: '2026-10-10', age_days: 43 },
        { id: 's1', name: 'Mona Adel', remaining: '150.30', debts: 2, age_days: 113, father_phone: '0111' },
      ],
      totals: { remaining: '1050.30', '31-60': '900.00', 'over-90': '150.30', '0-30': '0.00' },
      counts: { '31-60': 1, 'over-90': 1, '61-90': 0 },
    });
  });

  it('are filtered and ordered as the server does it', () => {
    const names = (address: string) => list(address).rows.map(({ name }) => name);
    expect(names('ordering=name')).toEqual(['Amr', 'Mona Adel']);
    expect(names('ordering=-age')).toEqual(['Mona Adel', 'Amr']);
    expect(names('kind=bus&age=0-30')).toEqual(['Mona Adel']);
    expect(list('kind=adult-course&level=3').rows).toMatchObject([{ total: '150.30', remaining: '50.20' }]);
    expect(names('minimum=900')).toEqual(['Amr']);
    expect(list('', 2).rows).toEqual([]);
  });

  it('ignore filters of the address that are none', () => {
    expect(
      readDebtFilters(new URLSearchParams('kind=salary&age=old&minimum=x&ordering=phone&level=3')),
    ).toEqual({ kind: '', age: '', minimum: '', ordering: '', level: '' });
  });
});
