import { afterEach, describe, expect, it, vi } from 'vitest';
import { displayDay, effectiveDay, isDay, localDay, localTime, utcDay } from '#contract/days.ts';

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

describe('the current day and time', () => {
  const lateEvening = new Date('2026-11-30T23:30:00Z');

  it('utcDay() is the day in UTC, for the server', () => expect(utcDay(lateEvening)).toBe('2026-11-30'));

  it("localDay() is the day in the device's time zone, for the app", () => {
    vi.stubEnv('TZ', 'Africa/Cairo');
    expect(localDay(lateEvening)).toBe('2026-12-01');
    vi.stubEnv('TZ', 'America/New_York');
    expect(localDay(lateEvening)).toBe('2026-11-30');
  });

  it("localTime() shows the device's own time, with two digits each", () => {
    vi.stubEnv('TZ', 'Africa/Cairo');
    expect(localTime(lateEvening)).toBe('01:30');
    expect(localTime(new Date('2026-11-30T12:05:00Z'))).toBe('14:05');
  });
});

describe('the effective day of a record', () => {
  const created_at = '2026-11-30T10:00:00Z';

  it('is the custom date if there is one', () =>
    expect(effectiveDay({ custom_date: '2026-10-01', created_at })).toBe('2026-10-01'));

  it.each([undefined, null, ''])('is the creation day if custom_date is %j', (custom_date) =>
    expect(effectiveDay({ custom_date, created_at })).toBe('2026-11-30'));
});
