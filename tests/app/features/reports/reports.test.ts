import { describe, expect, it } from 'vitest';
import {
  askedPeriod,
  type PeriodName,
  periodBefore,
  periodOf,
  yearBefore,
} from '#app/features/reports/periods.ts';
import { stepsOf } from '#app/features/reports/report-chart.tsx';
import { reportsTexts } from '#app/features/reports/texts.ar.ts';
import { messages } from '#app/features/reports/texts.en.ts';
import { listTexts } from '#app/resources/list/texts.ar.ts';
import { messages as listMessages } from '#app/resources/list/texts.en.ts';
import { formatDecimal } from '#contract/money.ts';
import { expensesByCategory, sumsBy, sumsOf } from '#contract/report-sums.ts';
import { report } from '#contract/reports.ts';

/** A Saturday. */
const TODAY = '2026-11-28';

it.each([
  ['English', listMessages.takenBy, messages.received, messages.paidOut],
  ['Arabic', listTexts.takenBy, reportsTexts.received, reportsTexts.paidOut],
])('no two columns of the report by person are called the same in %s', (_, ...columns) => {
  expect(new Set(columns).size).toBe(columns.length);
});

describe('the days of a report', () => {
  it.each<[PeriodName, string, [from: string, until: string], [from: string, until: string]]>([
    ['today', TODAY, ['2026-11-28', '2026-11-28'], ['2026-11-27', '2026-11-27']],
    ['week', TODAY, ['2026-11-28', '2026-11-28'], ['2026-11-21', '2026-11-21']],
    ['week', '2026-11-27', ['2026-11-21', '2026-11-27'], ['2026-11-14', '2026-11-20']],
    ['month', TODAY, ['2026-11-01', '2026-11-28'], ['2026-10-01', '2026-10-28']],
    ['month', '2026-03-31', ['2026-03-01', '2026-03-31'], ['2026-02-01', '2026-02-28']],
    ['lastMonth', '2026-03-31', ['2026-02-01', '2026-02-28'], ['2026-01-01', '2026-01-31']],
    ['lastMonth', '2026-01-05', ['2025-12-01', '2025-12-31'], ['2025-11-01', '2025-11-30']],
    ['quarter', TODAY, ['2026-10-01', '2026-11-28'], ['2026-07-01', '2026-08-28']],
    ['year', TODAY, ['2026-01-01', '2026-11-28'], ['2025-01-01', '2025-11-28']],
  ])('of "%s" on %s are compared with the same days before', (name, today, [from, until], before) => {
    const period = periodOf(name, today);
    expect(period).toEqual({ from, until });
    expect(periodBefore(period, name)).toEqual({ from: before[0], until: before[1] });
  });

  it('that were chosen one by one are compared with as many days before', () => {
    expect(periodBefore({ from: '2026-11-03', until: '2026-11-12' }, undefined)).toEqual({
      from: '2026-10-24',
      until: '2026-11-02',
    });
  });

  it('are compared with those of last year, also on 29 February', () => {
    expect(yearBefore({ from: '2028-02-29', until: '2028-02-29' })).toEqual({
      from: '2027-02-28',
      until: '2027-02-28',
    });
  });

  it.each([
    ['', 'month'],
    ['period=year', 'year'],
    ['period=never', 'month'],
    ['from=2026-02-30&until=2026-03-01', 'month'],
    ['from=2026-03-02&until=2026-03-01', 'month'],
    ['from=2026-03-01&until=2026-03-02', undefined],
  ])('of the address "%s" are those of %s', (address, name) => {
    expect(askedPeriod(new URLSearchParams(address), TODAY).name).toBe(name);
  });
});

const line = (
  resource: string,
  payment_method: string | null,
  recorded_by: string,
  total: string,
  category: string | null = null,
) => ({
  resource,
  payment_method,
  recorded_by,
  name: `Person ${recorded_by}`,
  category,
  count: 1,
  total,
});

const step = (
  from: string,
  payment_method: string | null,
  recorded_by: string,
  revenue: string,
  expenses: string,
) => ({ from, payment_method, recorded_by, revenue, expenses });

const ALL = { method: '', person: '' };

describe('the sums of a report', () => {
  const read = report.parse({
    from: '2026-11-26',
    until: TODAY,
    cash: [
      line('bus', 'cash', '1', '400.00'),
      line('bus', 'card', '2', '100.50'),
      line('adult-course', 'cash', '2', '1000.00'),
      line('refund', 'cash', '1', '50.00'),
      line('credit', 'cash', '1', '20.00'),
      line('expense', 'cash', '1', '10.00'),
      line('expense', 'cash', '1', '20.00', 'rent'),
      line('salary', null, '1', '200.00'),
    ],
    over_time: [
      step('2026-11-26', 'cash', '1', '100.00', '230.00'),
      step('2026-11-28', 'cash', '1', '250.00', '0.00'),
      step('2026-11-28', 'card', '2', '-20.00', '0.00'),
    ],
    debts: '75.00',
    discounts: { count: 0, total: '0' },
    enrolments: [],
    drawers: { closes: 0, differing: 0, difference: '0' },
  });
  const decimals = (filters: { method: string; person: string }) => {
    const { income, paidBack, expenses, result, of } = sumsOf(read, filters);
    return [income, paidBack, expenses, result, of('bus'), of('credit')].map(formatDecimal);
  };

  it('are income less what was paid back, credit that was paid out included, and expenses', () => {
    expect(decimals({ method: '', person: '' })).toEqual([
      '1500.50',
      '70.00',
      '230.00',
      '1220.50',
      '500.50',
      '20.00',
    ]);
  });

  it('follow the chosen method and person', () => {
    expect(decimals({ method: 'cash', person: '' })[0]).toBe('1400.00');
    expect(decimals({ method: 'cash', person: '2' })).toEqual([
      '1000.00',
      '0.00',
      '0.00',
      '1000.00',
      '0.00',
      '0.00',
    ]);
  });

  it('tell what each person received and paid out, the most received first', () => {
    const people = sumsBy(read, 'recorded_by', { method: '', person: '' });
    expect(
      people.map(({ name, received, paidOut }) => [name, ...[received, paidOut].map(formatDecimal)]),
    ).toEqual([
      ['Person 2', '1100.50', '0.00'],
      ['Person 1', '400.00', '300.00'],
    ]);
  });

  it('go by category, the most spent first, and without a category last', () => {
    const categories = (filters: typeof ALL) =>
      expensesByCategory(read, filters).map(({ category, count, total }) => [
        category,
        count,
        formatDecimal(total),
      ]);
    expect(categories(ALL)).toEqual([
      ['rent', 1, '20.00'],
      [null, 1, '10.00'],
    ]);
    expect(categories({ method: 'card', person: '' })).toEqual([]);
  });

  it('have debts only as a whole', () => {
    expect(sumsOf(read, ALL).debts).toBe(7_500n);
    expect(sumsOf(read, { method: 'cash', person: '' }).debts).toBe(undefined);
  });

  it('go by day, also through days without money, and by month where the report is long', () => {
    const steps = (one: typeof read, filters = ALL) =>
      stepsOf(one, filters).map(({ name, profit }) => [name, formatDecimal(profit)]);
    expect(steps(read)).toEqual([
      ['26 Nov', '-130.00'],
      ['27 Nov', '0.00'],
      ['28 Nov', '230.00'],
    ]);
    expect(steps(read, { method: 'card', person: '' }).at(-1)).toEqual(['28 Nov', '-20.00']);
    const long = {
      ...read,
      from: '2026-08-20',
      over_time: [step('2026-11-01', 'cash', '1', '10.00', '5.00')],
    };
    expect(steps(long)).toEqual([
      ['Aug 2026', '0.00'],
      ['Sept 2026', '0.00'],
      ['Oct 2026', '0.00'],
      ['Nov 2026', '5.00'],
    ]);
  });
});
