import { describe, expect, test } from 'vitest';
import { type OutboxRow, readRow } from '#app/outbox/outbox-row.ts';
import { syncWords } from '#app/outbox/sync-words.ts';
import { takeBackPlace } from '#app/outbox/take-back-place.ts';

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
  test('it waits for the connection, and says when the next try is', () => {
    const waiting = row({ attempts: 2, nextAttemptAt: NOW + 19_400 });
    expect(syncWords(waiting, 'offline', NOW).why).toBe('Waiting for the connection, try 3 in 20 s.');
  });

  test('online it says what the server last said', () => {
    const waiting = row({ attempts: 1, nextAttemptAt: NOW + 1_000, lastError: 'The server rests.' });
    expect(syncWords(waiting, 'online', NOW).why).toBe(
      'Waiting for the server, try 2 in 1 s. The server rests.',
    );
  });

  test('a time that is over is not counted down', () => {
    expect(syncWords(row({ attempts: 1, nextAttemptAt: NOW - 5 }), 'offline', NOW).why).toBe(
      'Waiting for the connection.',
    );
  });

  test('a refusal needs a person, in the server’s words', () => {
    const refused = row({ state: 'rejected', lastError: 'November has ended.' });
    expect(syncWords(refused, 'online', NOW)).toEqual({
      label: 'Needs you',
      tone: 'refused',
      why: 'November has ended.',
    });
  });

  test('an unknown outcome asks to look before sending again', () => {
    expect(syncWords(row({ state: 'unknown', asksPerson: true }), 'online', NOW).why).toMatch(
      /only if it is not there/,
    );
  });

  test.each([
    ['newer-version', /newer version/],
    ['depends', /needs you first/],
    ['other-branch', /another branch/],
    ['unreadable', /cannot read it/],
  ] as const)('set aside for %s says why', (parked, why) => {
    expect(syncWords(row({ state: 'blocked', parked }), 'online', NOW).why).toMatch(why);
  });
});

describe('where a waiting write is edited', () => {
  const of = (resource: string, kind: 'create' | 'update' | 'delete', recordId = '9', body = {}) =>
    takeBackPlace(row({ operation: { resource, kind, recordId }, body }));

  test('a new record: its own form', () => {
    expect(of('student', 'create')).toEqual({
      path: '/students/add-student',
      state: { takeBack: 'write-1' },
    });
  });

  test('a change: the edit form of that record', () => {
    expect(of('adult-course', 'update', 'a/b')?.path).toBe('/courses/adult/edit-course/a%2Fb');
  });

  test('an installment: its own screen, which knows its kind and the way back', () => {
    expect(of('adult-course', 'create', '9', { is_installment: true })).toEqual({
      path: '/create-installment',
      state: { takeBack: 'write-1', resource: 'adult-course', fallback: '/courses/adult' },
    });
  });

  test('a delete, or what this version does not know, has none', () => {
    expect(of('student', 'delete')).toBeUndefined();
    expect(of('spaceship', 'create')).toBeUndefined();
  });
});
