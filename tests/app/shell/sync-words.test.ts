import { describe, expect, it } from 'vitest';
import { type OutboxRow, readRow } from '#app/outbox/outbox-row.ts';
import { syncWords } from '#app/outbox/sync-words.ts';
import { takeBackPlace } from '#app/outbox/take-back-place.ts';
import { inShort, lateSince, lateWords } from '#app/outbox/waiting-too-long.ts';

const NOW = 1_000_000;

function row(over: Partial<OutboxRow> = {}): OutboxRow {
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
  return { ...readRow(stored), ...over };
}

describe('how it stands with a row', () => {
  it('it waits for the connection, and says when the next try is', () => {
    const waiting = row({ attempts: 2, nextAttemptAt: NOW + 19_400 });
    expect(syncWords(waiting, 'offline', NOW).why).toBe('Waiting for the connection, try 3 in 20 s.');
  });

  it('online it says what the server last said', () => {
    const waiting = row({ attempts: 1, nextAttemptAt: NOW + 1_000, lastError: 'The server rests.' });
    expect(syncWords(waiting, 'online', NOW).why).toBe(
      'Waiting for the server, try 2 in 1 s. The server rests.',
    );
  });

  it('a time that is over is not counted down', () => {
    expect(syncWords(row({ attempts: 1, nextAttemptAt: NOW - 5 }), 'offline', NOW).why).toBe(
      'Waiting for the connection.',
    );
  });

  it('what follows an entry that needs a person is set aside', () => {
    expect(syncWords(row({ state: 'blocked', parked: 'depends' }), 'online', NOW)).toMatchObject({
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
    expect(syncWords(waiting, 'offline', NINE + HOUR)).toMatchObject({
      label: 'Waiting to be sent',
      why: 'Waiting for the connection.',
    });
    expect(syncWords(waiting, 'offline', NINE + HOUR + 1)).toEqual({
      label: 'Waiting for more than an hour',
      tone: 'waiting',
      why: 'Waiting for the connection since today at 09:12.',
    });
    expect(syncWords(waiting, 'offline', NINE + 30 * HOUR).why).toContain('since 5/11/2026 at 09:12');
  });

  it('what to do: the line where that is down, the server where it answers', () => {
    const later = NINE + 2 * HOUR;
    expect(lateWords([waiting], 'offline', later)).toMatch(
      /^Waiting since today at 09:12, more than an hour\. Check this device’s Wi-Fi\./,
    );
    expect(lateWords([waiting], 'online', later)).toMatch(/ask whoever looks after the server/);
    expect(lateWords([waiting], 'online', NINE + 5)).toBeUndefined();
  });

  it('in short: the time of today, or the day', () => {
    expect(inShort(NINE, NINE + 2 * HOUR)).toBe('09:12');
    expect(inShort(NINE, NINE + 30 * HOUR)).toBe('5/11/2026');
  });

  it('the longest of several counts, and only what waits by itself', () => {
    const refused = row({ createdAt: NINE - HOUR, state: 'rejected' });
    const asks = row({ createdAt: NINE - HOUR, state: 'unknown', asksPerson: true });
    const signsIn = row({ createdAt: NINE - HOUR, state: 'auth' });
    const younger = row({ createdAt: NINE + 5 });
    expect(lateSince([refused, asks, signsIn, younger, waiting], NINE + 2 * HOUR)).toBe(NINE);
    expect(lateSince([refused, asks, signsIn], NINE + 2 * HOUR)).toBeUndefined();
  });

  it('what a person sent again waits since then', () => {
    const again = row({ createdAt: NINE - 5 * HOUR, resentAt: NINE });
    expect(lateSince([again], NINE + HOUR)).toBeUndefined();
    expect(lateSince([again], NINE + HOUR + 1)).toBe(NINE);
  });

  it('a clock that was set back raises no alarm', () => {
    expect(lateSince([waiting], NINE - 10 * HOUR)).toBeUndefined();
  });
});

describe('where a waiting write is edited', () => {
  const of = (resource: string, kind: 'create' | 'update' | 'delete', recordId = '9', body = {}) =>
    takeBackPlace(row({ operation: { resource, kind, recordId }, body }));

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
