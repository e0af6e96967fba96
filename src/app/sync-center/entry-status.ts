import type { Connection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isOverdue, pendingSince } from '#app/outbox/model/overdue.ts';

export interface EntryStatus {
  readonly label: string;
  readonly tone: 'waiting' | 'accent';
  readonly why: string;
}

/** Returns ", try 3 in 20 s"; empty if no attempt is scheduled. */
function nextAttempt({ attempts, nextAttemptAt }: OutboxEntry, now: number): string {
  const seconds = Math.ceil((nextAttemptAt - now) / 1000);
  return attempts > 0 && seconds > 0 ? `, try ${attempts + 1} in ${seconds} s` : '';
}

/**
 * Returns the status of a pending entry with its reason. Entries that need the user have a card instead.
 * @param now wall clock, milliseconds: for the time until the next attempt, and since when it is overdue
 */
export function entryStatus(entry: OutboxEntry, connection: Connection, now: number): EntryStatus {
  if (entry.state === 'blocked') {
    return { label: 'Set aside', tone: 'waiting', why: 'It follows another entry that needs you first.' };
  }
  if (entry.state === 'sending') return { label: 'Sending', tone: 'accent', why: 'It is on its way.' };
  if (entry.state === 'auth') {
    return { label: 'Waiting to be sent', tone: 'waiting', why: 'Sign in again and it is sent.' };
  }
  const waits = connection === 'offline' ? 'Waiting for the connection' : 'Waiting for the server';
  const serverMessage =
    entry.lastError && entry.attempts > 0 && connection === 'online' ? ` ${entry.lastError}` : '';
  const overdue = isOverdue(entry, now);
  const since = overdue ? ` since ${asOf(pendingSince(entry), now)}` : '';
  return {
    label: overdue ? 'Waiting for more than an hour' : 'Waiting to be sent',
    tone: 'waiting',
    why: `${waits}${since}${nextAttempt(entry, now)}.${serverMessage}`,
  };
}
