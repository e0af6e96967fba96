import { act, renderHook, screen } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { asOf, currentDay, effectiveDayOf, provideCalendar, timeAt, zoneHere } from '#app/lib/branch-day.ts';
import { observeServerTime } from '#app/lib/clock.ts';
import { hideClockProblem, useClockProblem } from '#app/lib/clock-problem.ts';
import { momentOf } from '#app/printing/receipt/shown-receipt.ts';
import { pendingRecord } from '#app/reads/with-pending.ts';
import { suggestedName } from '#app/resources/month/month-state.ts';
import { ClockNote } from '#app/shell/clock-note.tsx';
import { resourceOf } from '#contract/resources/registry.ts';
import { entriesFor } from '../outbox/entries.ts';
import { create } from '../outbox/mutations.ts';
import { renderStyled } from '../render.tsx';

const DAY_MS = 86_400_000;

/** The true time, the zone of the device and how far its clock is off. */
function live(instant: string, zone = 'Africa/Cairo', off = 0): void {
  vi.stubEnv('TZ', zone);
  const now = Date.parse(instant);
  vi.setSystemTime(now + off);
  observeServerTime(new Date(now).toUTCString());
}

const expense = resourceOf('expense');
const receiptAt = (created_at: string, day: string) =>
  ({ created_at, day, custom_date: null }) as unknown as Parameters<typeof momentOf>[0];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  provideCalendar(() => ({ timeZone: 'Africa/Cairo', dayBegins: 0 }));
});
afterEach(() => {
  vi.unstubAllEnvs();
});

describe.each([
  ['in the zone of the branch', 'Africa/Cairo', 0],
  ['in another zone', 'America/New_York', 0],
  ['whose clock is two days ahead', 'Africa/Cairo', 2 * DAY_MS],
  ['whose clock is two days behind, in another zone', 'Asia/Tokyo', -2 * DAY_MS],
])('a device %s', (_name, zone, off) => {
  it.each([
    ['2026-11-30T22:20:00Z', '2026-12-01', '00:20'],
    ['2026-07-31T21:20:00Z', '2026-08-01', '00:20'],
    ['2026-10-29T21:30:00Z', '2026-10-29', '23:30'],
  ])('shows %s as the branch: %s %s', (instant, day, time) => {
    live(instant, zone, off);
    expect(currentDay()).toBe(day);
    expect(timeAt(Date.now())).toBe(time);
    expect(asOf(instant)).toBe(`today at ${time}`);
    expect(asOf(Date.now())).toBe(`today at ${time}`);
  });

  it('means the day of the branch in what it enters, prints and suggests', () => {
    live('2026-11-30T22:28:00Z', zone, off);
    const [entry] = entriesFor([
      create('expense', { title: 'Tea', amount: '10.00' }),
      { createdAt: Date.now() },
    ]);
    const row = entry && pendingRecord(expense, entry);
    expect(row).toMatchObject({ day: '2026-12-01', created_at: '2026-11-30T22:28:00.000Z' });
    expect(row && effectiveDayOf(row)).toBe('2026-12-01');
    expect(momentOf(receiptAt('2026-11-30T22:28:00Z', '2026-12-01'))).toBe('1/12/2026 00:28');
    expect(suggestedName([], currentDay())).toBe('December 2026');
  });
});

it('a branch whose day begins at four counts the night to the day before', () => {
  provideCalendar(() => ({ timeZone: 'Africa/Cairo', dayBegins: 4 }));
  live('2026-11-30T23:40:00Z');
  expect([currentDay(), timeAt(Date.now())]).toEqual(['2026-11-30', '01:40']);
});

it('a record of a host that sends no day counts on the UTC day of its creation', () => {
  expect(effectiveDayOf({ created_at: '2026-11-30T22:28:00Z', custom_date: null })).toBe('2026-11-30');
});

it.each([
  ['Africa/Cairo', 180, 'Africa/Cairo', 'knows the zone as the server does'],
  ['Africa/Cairo', 120, 'Etc/GMT-2', 'knows other hours of it'],
  ['Africa/Nowhere', 180, 'Etc/GMT-3', 'does not know it'],
  ['America/Nowhere', -300, 'Etc/GMT+5', 'does not know one in the west'],
  ['Africa/Nowhere', undefined, 'UTC', 'does not know it and hears nothing of it'],
])('%s, %s minutes ahead in July, is %s on a device that %s', (zone, minutes, here, _device) => {
  const known = minutes === undefined ? undefined : { at: '2026-07-01T00:00:00.000Z', minutes };
  expect(zoneHere(zone, known)).toBe(here);
});

describe('a device whose clock shows another time than the branch', () => {
  const problem = () => renderHook(useClockProblem).result.current?.kind;

  it.each([
    ['Africa/Cairo', 0, undefined],
    ['Europe/Athens', 0, undefined],
    ['America/New_York', 0, 'zone'],
    ['Africa/Cairo', 20 * 60_000, undefined],
    ['Africa/Cairo', -2 * DAY_MS, 'clock'],
  ])('in %s and %i ms off, says so: %s', (zone, off, kind) => {
    live('2026-11-30T22:28:00Z', zone, off);
    expect(problem()).toBe(kind);
  });

  it('says it until a person has read it, and again when it is another', () => {
    live('2026-11-30T22:28:00Z', 'America/New_York');
    const { result } = renderHook(useClockProblem);
    act(() => result.current && hideClockProblem(result.current));
    expect(result.current).toBeUndefined();
    expect(problem()).toBeUndefined();
    act(() => live('2026-11-30T22:29:00Z', 'America/New_York', 2 * DAY_MS));
    expect(result.current?.kind).toBe('clock');
    act(() => live('2026-11-30T22:30:00Z', 'America/New_York'));
    expect(problem()).toBeUndefined();
    live('2026-11-30T22:31:00Z', 'Asia/Tokyo');
    expect(problem()).toBe('zone');
  });

  it('shows both times in the note', () => {
    live('2026-11-30T22:28:00Z', 'America/New_York');
    renderStyled(<ClockNote problem={{ kind: 'zone', zoneHere: 'America/New_York' }} />);
    expect(screen.getByText(/30\/11\/2026 17:28 here is 1\/12\/2026 00:28 in Africa\/Cairo/)).toBeVisible();
  });
});
