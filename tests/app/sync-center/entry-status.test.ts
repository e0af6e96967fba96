import { describe, expect, it } from 'vitest';
import { type OutboxEntry, readEntry } from '#app/outbox/model/entry.ts';
import { overdueMessage, overdueSince, shortTime } from '#app/outbox/model/overdue.ts';
import { editTarget } from '#app/sync-center/edit-target.ts';
import { entryStatus } from '#app/sync-center/entry-status.ts';

const NOW = 1_000_000;

function row(over: Partial<OutboxEntry> = {}): OutboxEntry {
  const stored = {
    seq: 1,
    id: 'write-1',
    schemaVersion: 1,
    ownerId: '7',
    branchId: '1',
    operation: { resource: 'student', kind: 'create', recordId: 'temporary-1' },
    body: { name: 'Mona' },
    state: 'queued',
    entityKey: 'student:temporary-1',
    dependsOn: [],
    createdAt: NOW,
  };
  return { ...readEntry(stored), ...over };
}

describe('how it stands with a row', () => {
  it('it waits for the connection, and says when the next try is', () => {
    const waiting = row({ attempts: 2, nextAttemptAt: NOW + 19_400 });
    expect(entryStatus(waiting, 'offline', NOW).why).toBe('Waiting for the connection, try 3 in 20 s.');
  });

  it('online it says what the server last said', () => {
    const waiting = row({ attempts: 1, nextAttemptAt: NOW + 1_000, lastError: 'The server rests.' });
    expect(entryStatus(waiting, 'online', NOW).why).toBe(
      'Waiting for the server, try 2 in 1 s. The server rests.',
    );
  });

  it('a time that is over is not counted down', () => {
    expect(entryStatus(row({ attempts: 1, nextAttemptAt: NOW - 5 }), 'offline', NOW).why).toBe(
      'Waiting for the connection.',
    );
  });

  it('what follows an entry that needs a person is set aside', () => {
    expect(entryStatus(row({ state: 'blocked', quarantined: 'depends' }), 'online', NOW)).toMatchObject({
      label: 'Set aside',
      why: expect.stringMatching(/needs you first/),
    });
  });
});

describe('what waits for more than an hour', () => {
  const NINE = new Date(2026, 10, 5, 9, 12).getTime();
  const HOUR = 60 * 60 * 1000;
  const waiting = row({ createdAt: NINE });

  it('an hour is not too long, a moment more is: it says since when', () => {
    expect(entryStatus(waiting, 'offline', NINE + HOUR)).toMatchObject({
      label: 'Waiting to be sent',
      why: 'Waiting for the connection.',
    });
    expect(entryStatus(waiting, 'offline', NINE + HOUR + 1)).toEqual({
      label: 'Waiting for more than an hour',
      tone: 'waiting',
      why: 'Waiting for the connection since today at 09:12.',
    });
    expect(entryStatus(waiting, 'offline', NINE + 30 * HOUR).why).toContain('since 5/11/2026 at 09:12');
  });

  it('what to do: the line where that is down, the server where it answers', () => {
    const later = NINE + 2 * HOUR;
    expect(overdueMessage([waiting], 'offline', later)).toMatch(
      /^Waiting since today at 09:12, more than an hour\. Check this device’s Wi-Fi\./,
    );
    expect(overdueMessage([waiting], 'online', later)).toMatch(/ask whoever looks after the server/);
    expect(overdueMessage([waiting], 'online', NINE + 5)).toBeUndefined();
  });

  it('in short: the time of today, or the day', () => {
    expect(shortTime(NINE, NINE + 2 * HOUR)).toBe('09:12');
    expect(shortTime(NINE, NINE + 30 * HOUR)).toBe('5/11/2026');
  });

  it('the longest of several counts, and only what waits by itself', () => {
    const refused = row({ createdAt: NINE - HOUR, state: 'rejected' });
    const asks = row({ createdAt: NINE - HOUR, state: 'unknown', asksPerson: true });
    const signsIn = row({ createdAt: NINE - HOUR, state: 'auth' });
    const younger = row({ createdAt: NINE + 5 });
    expect(overdueSince([refused, asks, signsIn, younger, waiting], NINE + 2 * HOUR)).toBe(NINE);
    expect(overdueSince([refused, asks, signsIn], NINE + 2 * HOUR)).toBeUndefined();
  });

  it('what a person sent again waits since then', () => {
    const again = row({ createdAt: NINE - 5 * HOUR, resentAt: NINE });
    expect(overdueSince([again], NINE + HOUR)).toBeUndefined();
    expect(overdueSince([again], NINE + HOUR + 1)).toBe(NINE);
  });

  it('a clock that was set back raises no alarm', () => {
    expect(overdueSince([waiting], NINE - 10 * HOUR)).toBeUndefined();
  });
});

describe('where a waiting write is edited', () => {
  const of = (resource: string, kind: 'create' | 'update' | 'delete', recordId = '9', body = {}) =>
    editTarget(row({ operation: { resource, kind, recordId }, body }));

  it('a new record: its own form', () => {
    expect(of('student', 'create')).toEqual({
      path: '/students/add-student',
      state: { takeBack: 'write-1' },
    });
  });

  it('a change: the edit form of that record', () => {
    expect(of('adult-course', 'update', 'a/b')?.path).toBe('/courses/adult/edit-course/a%2Fb');
  });

  it('an installment: its own screen, which knows its kind and the way back', () => {
    expect(of('adult-course', 'create', '9', { is_installment: true })).toEqual({
      path: '/create-installment',
      state: { takeBack: 'write-1', resource: 'adult-course', fallback: '/courses/adult' },
    });
  });

  it('a delete, or what this version does not know, has none', () => {
    expect(of('student', 'delete')).toBeUndefined();
    expect(of('spaceship', 'create')).toBeUndefined();
  });
});
