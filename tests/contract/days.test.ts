import { afterEach, describe, expect, it, vi } from 'vitest';
import {
  dayOf,
  displayDay,
  effectiveDay,
  isDay,
  isTimeZone,
  startOfDay,
  timeOf,
  UTC,
  utcDay,
} from '#contract/days.ts';

afterEach(() => {
  vi.unstubAllEnvs();
});

describe('isDay()', () => {
  it.each([
    '2026-11-30',
    '2024-02-29',
    '2000-02-29',
    '1900-01-01',
    '9999-12-31',
  ])('accepts the day %s', (day) => expect(isDay(day)).toBe(true));

  it.each([
    '2026-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-04-31',
    '2026-1-1',
    '1899-12-31',
    '30/11/2026',
    '2026-11-30T00:00:00Z',
    ' 2026-11-30',
    '٢٠٢٦-١١-٣٠',
    '',
  ])('rejects %j, which is not a day', (day) => expect(isDay(day)).toBe(false));
});

describe('displayDay()', () => {
  it.each([
    ['2026-03-05', '5/3/2026'],
    ['2026-11-30', '30/11/2026'],
    ['2026-11-30T23:59:59.999Z', '30/11/2026'],
    ['2026-12-01T00:30:00+02:00', '30/11/2026'],
    ['nonsense', ''],
  ])('shows the date or instant %s as %j', (value, shown) => expect(displayDay(value)).toBe(shown));

  it.each([
    'Africa/Cairo',
    'America/Los_Angeles',
    'Pacific/Kiritimati',
  ])('shows the same day in the time zone %s', (zone) => {
    vi.stubEnv('TZ', zone);
    expect(displayDay('2026-03-29')).toBe('29/3/2026');
    expect(displayDay('2026-10-29T22:30:00Z')).toBe('29/10/2026');
  });
});

describe('the day of a branch', () => {
  const cairo = { timeZone: 'Africa/Cairo', dayBegins: 0 };
  const night = { ...cairo, dayBegins: 4 };

  it.each([
    // Two hours ahead of UTC in winter, three in summer.
    ['2026-11-30T22:20:00Z', cairo, '2026-12-01', '00:20'],
    ['2026-11-30T21:59:00Z', cairo, '2026-11-30', '23:59'],
    ['2026-07-31T21:20:00Z', cairo, '2026-08-01', '00:20'],
    ['2026-07-31T23:40:00Z', cairo, '2026-08-01', '02:40'],
    // 00:00 to 01:00 does not exist on 24 April 2026, and 23:00 to 24:00 comes twice on 29 October 2026.
    ['2026-04-23T21:59:00Z', cairo, '2026-04-23', '23:59'],
    ['2026-04-23T22:00:00Z', cairo, '2026-04-24', '01:00'],
    ['2026-10-29T20:30:00Z', cairo, '2026-10-29', '23:30'],
    ['2026-10-29T21:30:00Z', cairo, '2026-10-29', '23:30'],
    ['2026-10-29T22:00:00Z', cairo, '2026-10-30', '00:00'],
    ['2026-12-01T01:59:00Z', night, '2026-11-30', '03:59'],
    ['2026-12-01T02:00:00Z', night, '2026-12-01', '04:00'],
    ['2026-11-30T22:20:00Z', UTC, '2026-11-30', '22:20'],
  ])('of %s by %j is %s, at %s', (instant, calendar, day, time) => {
    expect(dayOf(new Date(instant), calendar)).toBe(day);
    expect(timeOf(new Date(instant), calendar)).toBe(time);
  });

  it.each([
    [{ timeZone: 'Africa/Cairo' }, 2026],
    [{ timeZone: 'Australia/Lord_Howe' }, 2026],
    [{ timeZone: 'America/Sao_Paulo' }, 2018],
    [{ timeZone: 'Pacific/Kiritimati' }, 2026],
  ])('begins at an instant that no other day has, by %j in %i', (zone, year) => {
    for (const dayBegins of [0, 1, 4, 11])
      for (let date = 0; date < 365; date += 1) {
        const [calendar, day] = [{ ...zone, dayBegins }, utcDay(new Date(Date.UTC(year, 0, 1 + date)))];
        const start = startOfDay(day, calendar);
        expect(dayOf(start, calendar)).toBe(day);
        expect(dayOf(new Date(start.getTime() - 1), calendar) < day).toBe(true);
      }
  });

  it('needs a zone that exists', () => {
    expect(['Africa/Cairo', 'UTC'].map(isTimeZone)).toEqual([true, true]);
    expect(['Africa/Kairo', '', 'two hours', 'CET', '+02:00'].some(isTimeZone)).toBe(false);
  });
});

describe('the effective day of a record', () => {
  const created_at = '2026-11-30T10:00:00Z';

  it('is the custom date if there is one', () =>
    expect(effectiveDay({ custom_date: '2026-10-01', created_at })).toBe('2026-10-01'));

  it('is the stored day without one', () =>
    expect(effectiveDay({ custom_date: null, day: '2026-12-01', created_at })).toBe('2026-12-01'));

  it.each([
    undefined,
    null,
    '',
  ])('is, on a server that stores none, the creation day in UTC if custom_date is %j', (custom_date) =>
    expect(effectiveDay({ custom_date, created_at })).toBe('2026-11-30'));
});
