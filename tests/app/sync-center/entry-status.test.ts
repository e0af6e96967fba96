import { describe, expect, it } from 'vitest';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { overdueMessage, overdueSince, shortTime } from '#app/reads/overdue.ts';
import { editTarget } from '#app/sync-center/edit-target.ts';
import { entryStatus } from '#app/sync-center/entry-row.tsx';
import { entriesFor } from '../outbox/entries.ts';
import { newStudent } from '../outbox/mutations.ts';

const NOW = 1_000_000;

const entry = (over: Partial<OutboxEntry> = {}) =>
  entriesFor([newStudent('Mona', 'write-1'), { createdAt: NOW, ...over }])[0] as OutboxEntry;

describe('entryStatus', () => {
  it('shows the time until the next attempt offline', () => {
    const pending = entry({ attempts: 2, nextAttemptAt: NOW + 19_400 });
    expect(entryStatus(pending, 'offline', NOW).why).toBe('Waiting for the connection, try 3 in 20 s.');
  });

  it('shows the last message of the server online', () => {
    const pending = entry({ attempts: 1, nextAttemptAt: NOW + 1_000, lastError: 'The server rests.' });
    expect(entryStatus(pending, 'online', NOW).why).toBe(
      'Waiting for the server, try 2 in 1 s. The server rests.',
    );
  });

  it('shows no countdown for an attempt that is due', () => {
    expect(entryStatus(entry({ attempts: 1, nextAttemptAt: NOW - 5 }), 'offline', NOW).why).toBe(
      'Waiting for the connection.',
    );
  });

  it('sets an entry aside whose dependency needs the user', () => {
    expect(
      entryStatus(entry({ state: 'blocked', quarantined: 'waiting-on-dependency' }), 'online', NOW),
    ).toMatchObject({
      label: 'Set aside',
      why: expect.stringMatching(/needs you first/),
    });
  });
});

describe('an overdue entry', () => {
  const NINE = new Date(2026, 10, 5, 9, 12).getTime();
  const HOUR = 60 * 60 * 1000;
  const pending = entry({ createdAt: NINE });

  it('is overdue after more than an hour, and its status shows since when', () => {
    expect(entryStatus(pending, 'offline', NINE + HOUR)).toMatchObject({
      label: 'Waiting to be sent',
      why: 'Waiting for the connection.',
    });
    expect(entryStatus(pending, 'offline', NINE + HOUR + 1)).toEqual({
      label: 'Waiting for more than an hour',
      tone: 'waiting',
      why: 'Waiting for the connection since today at 09:12.',
    });
    expect(entryStatus(pending, 'offline', NINE + 30 * HOUR).why).toContain('since 5/11/2026 at 09:12');
  });

  it('advises to check the Wi-Fi offline, and the server online', () => {
    const later = NINE + 2 * HOUR;
    expect(overdueMessage([pending], 'offline', later)).toMatch(
      /^Waiting since today at 09:12, more than an hour\. Check this device’s Wi-Fi\./,
    );
    expect(overdueMessage([pending], 'online', later)).toMatch(/ask whoever looks after the server/);
    expect(overdueMessage([pending], 'online', NINE + 5)).toBeUndefined();
  });

  it('has a short time: the time of today, or the day', () => {
    expect(shortTime(NINE, NINE + 2 * HOUR)).toBe('09:12');
    expect(shortTime(NINE, NINE + 30 * HOUR)).toBe('5/11/2026');
  });

  it('is the oldest of several, and none that needs the user', () => {
    const refused = entry({ createdAt: NINE - HOUR, state: 'rejected' });
    const asks = entry({ createdAt: NINE - HOUR, state: 'unknown', asksPerson: true });
    const signsIn = entry({ createdAt: NINE - HOUR, state: 'auth' });
    const younger = entry({ createdAt: NINE + 5 });
    expect(overdueSince([refused, asks, signsIn, younger, pending], NINE + 2 * HOUR)).toBe(NINE);
    expect(overdueSince([refused, asks, signsIn], NINE + 2 * HOUR)).toBeUndefined();
  });

  it('counts from the time at which the user sent it again', () => {
    const again = entry({ createdAt: NINE - 5 * HOUR, resentAt: NINE });
    expect(overdueSince([again], NINE + HOUR)).toBeUndefined();
    expect(overdueSince([again], NINE + HOUR + 1)).toBe(NINE);
  });

  it('is not reported after the clock was set back', () => {
    expect(overdueSince([pending], NINE - 10 * HOUR)).toBeUndefined();
  });
});

describe('editTarget', () => {
  const targetOf = (resource: string, kind: 'create' | 'update' | 'delete', recordId = '9', body = {}) =>
    editTarget(entry({ operation: { resource, kind, recordId }, body }));

  it('returns the create form of a new record', () => {
    expect(targetOf('student', 'create')).toEqual({
      path: '/students/add-student',
      state: { takeBack: 'write-1' },
    });
  });

  it('returns the edit form of an updated record', () => {
    expect(targetOf('adult-course', 'update', 'a/b')?.path).toBe('/courses/adult/edit-course/a%2Fb');
  });

  it('returns the installment form with the resource and the return path', () => {
    expect(targetOf('adult-course', 'create', '9', { is_installment: true })).toEqual({
      path: '/create-installment',
      state: { takeBack: 'write-1', resource: 'adult-course', fallback: '/courses/adult' },
    });
  });

  it('returns nothing for a delete or an unknown resource', () => {
    expect(targetOf('student', 'delete')).toBeUndefined();
    expect(targetOf('spaceship', 'create')).toBeUndefined();
  });
});
