import type { Connection } from '#app/data/connection.ts';
import type { OutboxRow, ParkedFor } from './outbox-row.ts';

export interface SyncWords {
  readonly label: string;
  readonly tone: 'waiting' | 'refused' | 'accent';
  readonly why: string;
}

const parked: Record<ParkedFor, string> = {
  unreadable: 'This version of the app cannot read it. It is kept as it is; update the app and look again.',
  'newer-version': 'A newer version of the app made it. Update the app here and it goes on its way.',
  'unknown-operation': 'This version of the app does not know it. Update the app and it goes on its way.',
  'other-branch': 'It belongs to another branch and is sent when you sign in there.',
  depends: 'It follows another entry that needs you first.',
};

/** "try 3 in 20 s"; nothing to count down says nothing. */
function nextTry({ attempts, nextAttemptAt }: OutboxRow, now: number): string {
  const seconds = Math.ceil((nextAttemptAt - now) / 1000);
  return attempts > 0 && seconds > 0 ? `, try ${attempts + 1} in ${seconds} s` : '';
}

/**
 * How it stands with a row, in plain words, and why.
 * @param now wall clock, milliseconds: for the time until the next try
 */
export function syncWords(row: OutboxRow, connection: Connection, now: number): SyncWords {
  if (row.state === 'blocked' && row.parked)
    return { label: 'Set aside', tone: 'waiting', why: parked[row.parked] };
  if (row.state === 'rejected') {
    const why = row.lastError ?? row.problems[0]?.message ?? 'The server refused it.';
    return { label: 'Needs you', tone: 'refused', why };
  }
  if (row.asksPerson) {
    return {
      label: 'Needs you',
      tone: 'refused',
      why: 'Nobody knows whether the server got it. Look in the list first; send it again only if it is not there.',
    };
  }
  if (row.state === 'sending') return { label: 'Sending', tone: 'accent', why: 'It is on its way.' };
  if (row.state === 'auth') {
    return { label: 'Waiting to be sent', tone: 'waiting', why: 'Sign in again and it is sent.' };
  }
  const waits = connection === 'offline' ? 'Waiting for the connection' : 'Waiting for the server';
  const said = row.lastError && row.attempts > 0 && connection === 'online' ? ` ${row.lastError}` : '';
  return { label: 'Waiting to be sent', tone: 'waiting', why: `${waits}${nextTry(row, now)}.${said}` };
}
