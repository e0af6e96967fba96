import type { Connection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isOverdue, pendingSince } from '#app/outbox/model/overdue.ts';

export interface EntryStatus {
  readonly label: string;
  readonly tone: 'waiting' | 'accent';
  readonly why: string;
}

/** "try 3 in 20 s"; nothing to count down says nothing. */
function nextTry({ attempts, nextAttemptAt }: OutboxEntry, now: number): string {
  const seconds = Math.ceil((nextAttemptAt - now) / 1000);
  return attempts > 0 && seconds > 0 ? `, try ${attempts + 1} in ${seconds} s` : '';
}

/**
 * How it stands with a row that needs nobody itself, in plain words, and why. What needs a person has a card instead.
 * @param now wall clock, milliseconds: for the time until the next try, and since when it waits too long
 */
export function entryStatus(row: OutboxEntry, connection: Connection, now: number): EntryStatus {
  if (row.state === 'blocked') {
    return { label: 'Set aside', tone: 'waiting', why: 'It follows another entry that needs you first.' };
  }
  if (row.state === 'sending') return { label: 'Sending', tone: 'accent', why: 'It is on its way.' };
  if (row.state === 'auth') {
    return { label: 'Waiting to be sent', tone: 'waiting', why: 'Sign in again and it is sent.' };
  }
  const waits = connection === 'offline' ? 'Waiting for the connection' : 'Waiting for the server';
  const said = row.lastError && row.attempts > 0 && connection === 'online' ? ` ${row.lastError}` : '';
  const late = isOverdue(row, now);
  const since = late ? ` since ${asOf(pendingSince(row), now)}` : '';
  return {
    label: late ? 'Waiting for more than an hour' : 'Waiting to be sent',
    tone: 'waiting',
    why: `${waits}${since}${nextTry(row, now)}.${said}`,
  };
}
