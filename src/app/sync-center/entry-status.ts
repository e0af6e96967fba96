import type { Connection } from '#app/api/connection.ts';
import { asOf } from '#app/lib/as-of.ts';
import { messages as appMessages } from '#app/lib/messages.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isOverdue, pendingSince } from '#app/outbox/model/overdue.ts';
import { messages } from './messages.ts';

export interface EntryStatus {
  readonly label: string;
  readonly tone: 'waiting' | 'accent';
  readonly why: string;
}

/** Returns the next attempt and the seconds until then; undefined if none is scheduled. */
function nextAttempt({ attempts, nextAttemptAt }: OutboxEntry, now: number) {
  const seconds = Math.ceil((nextAttemptAt - now) / 1000);
  return attempts > 0 && seconds > 0 ? { attempt: attempts + 1, seconds } : undefined;
}

/**
 * Returns the status of a pending entry with its reason. Entries that need the user have a card instead.
 * @param now wall clock, milliseconds: for the time until the next attempt, and since when it is overdue
 */
export function entryStatus(entry: OutboxEntry, connection: Connection, now: number): EntryStatus {
  if (entry.state === 'blocked') {
    return { label: messages.setAside, tone: 'waiting', why: messages.followsAnother };
  }
  if (entry.state === 'sending') return { label: messages.sending, tone: 'accent', why: messages.onItsWay };
  if (entry.state === 'auth') {
    return { label: appMessages.waitingToBeSent, tone: 'waiting', why: messages.waitsForSignIn };
  }
  const overdue = isOverdue(entry, now);
  const values = {
    since: overdue ? asOf(pendingSince(entry), now) : undefined,
    next: nextAttempt(entry, now),
    answer: entry.attempts > 0 && connection === 'online' ? entry.lastError : undefined,
  };
  return {
    label: overdue ? messages.waitingLong : appMessages.waitingToBeSent,
    tone: 'waiting',
    why: connection === 'offline' ? messages.waitsForConnection(values) : messages.waitsForServer(values),
  };
}
