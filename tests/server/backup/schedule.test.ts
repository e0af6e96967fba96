import { afterEach, describe, expect, it } from 'vitest';
import { isBackupDue, lastBackupTime, nextBackupTime } from '#server/backups/backup-service.ts';

const zone = process.env.TZ;
afterEach(() => {
  if (zone === undefined) delete process.env.TZ;
  else process.env.TZ = zone;
});

const at = (text: string) => new Date(text);
const daily = (text: string) => ({ kind: 'daily' as const, madeAt: at(text) });
const longAgo = at('2026-01-01T00:00:00Z');

describe('the schedule of daily backups', () => {
  it.each([
    ['Africa/Cairo', '2026-11-22T02:00', '2026-11-22T00:00:00Z', '2026-11-23T00:00:00Z'],
    ['Africa/Cairo', '2026-11-22T01:59', '2026-11-21T00:00:00Z', '2026-11-22T00:00:00Z'],
    // 02:00 does not exist on this night, and comes twice on the other.
    ['Europe/Berlin', '2026-03-29T12:00', '2026-03-29T01:00:00Z', '2026-03-30T00:00:00Z'],
    ['Europe/Berlin', '2026-10-25T12:00', '2026-10-25T00:00:00Z', '2026-10-26T01:00:00Z'],
  ])('in %s at %s looks at 02:00 of the own clock', (timeZone, local, last, next) => {
    process.env.TZ = timeZone;
    const now = new Date(local);
    expect(lastBackupTime(now).toISOString().replace('.000', '')).toBe(last);
    expect(nextBackupTime(now).toISOString().replace('.000', '')).toBe(next);
  });

  it('makes one backup in a night in which 02:00 comes twice', () => {
    process.env.TZ = 'Europe/Berlin';
    const first = daily('2026-10-25T00:00:30Z');
    expect(isBackupDue(at('2026-10-25T00:00:30Z'), [], longAgo)).toBe(true);
    for (const now of ['2026-10-25T01:00:30Z', '2026-10-25T12:00:00Z']) {
      expect(isBackupDue(at(now), [first], longAgo)).toBe(false);
    }
  });

  it('makes the first one five minutes after the first branch', () => {
    process.env.TZ = 'Africa/Cairo';
    const since = at('2026-11-22T09:00:00Z');
    expect(isBackupDue(at('2026-11-22T09:04:59Z'), [], since)).toBe(false);
    expect(isBackupDue(at('2026-11-22T09:05:00Z'), [], since)).toBe(true);
    expect(isBackupDue(at('2026-11-22T09:06:00Z'), [daily('2026-11-22T09:05:00Z')], since)).toBe(false);
    expect(isBackupDue(at('2026-11-22T09:06:00Z'), [], undefined)).toBe(false);
  });

  it('makes up for a night in which the server was off', () => {
    process.env.TZ = 'Africa/Cairo';
    const now = at('2026-11-22T09:00:00Z');
    expect(isBackupDue(now, [daily('2026-11-21T00:00:10Z')], longAgo)).toBe(true);
    expect(isBackupDue(now, [{ kind: 'manual', madeAt: at('2026-11-22T08:00:00Z') }], longAgo)).toBe(true);
    expect(isBackupDue(now, [daily('2026-11-22T00:00:10Z')], longAgo)).toBe(false);
  });

  it('does not wait for the date of a clock that was wrong', () => {
    process.env.TZ = 'UTC';
    const ahead = daily('2031-01-01T02:00:00Z');
    expect(isBackupDue(at('2026-11-22T09:00:00Z'), [ahead], longAgo)).toBe(true);
    const both = [ahead, daily('2026-11-22T09:00:00Z')];
    expect(isBackupDue(at('2026-11-22T09:05:00Z'), both, longAgo)).toBe(false);
    // The clock goes back by an hour shortly after the backup: the next night is not left out.
    const today = daily('2026-11-22T02:10:00Z');
    expect(isBackupDue(at('2026-11-22T02:00:00Z'), [today, daily('2026-11-21T02:00:00Z')], longAgo)).toBe(
      true,
    );
  });
});
