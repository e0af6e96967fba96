import { expect, it } from 'vitest';
import { pillState } from '#app/shell/connection-pill.tsx';

const label = (connection: 'online' | 'offline', pending: number, needsYou = 0, sending = 0) =>
  pillState(connection, { pending, needsYou, sending }).label;

it.each([
  ['Online', label('online', 0)],
  ['Offline', label('offline', 0)],
  ['Offline, 3 waiting', label('offline', 3)],
  ['Sending 2', label('online', 2, 0, 1)],
  ['2 waiting', label('online', 2)],
  ['1 needs you', label('online', 2, 1, 1)],
  ['2 need you', label('offline', 0, 2)],
])('the connection pill shows %j', (expected, actual) => {
  expect(actual).toBe(expected);
});

it.each([
  ['2 waiting since 09:12', 'online', 0, 0],
  ['2 waiting since 09:12', 'offline', 0, 0],
  ['2 waiting since 09:12', 'online', 0, 1],
  ['1 needs you', 'online', 1, 0],
] as const)('the connection pill shows %j when an entry is overdue', (expected, connection, needsYou, sending) => {
  const actual = pillState(connection, { pending: 2, needsYou, sending, overdueSince: '09:12' });
  expect(actual.label).toBe(expected);
  expect(actual.status).toBe(needsYou > 0 ? 'needs-you' : 'overdue');
});
