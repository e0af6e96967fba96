import type { Connection } from '#app/api/connection.ts';

export interface PillState {
  readonly look: 'needs-you' | 'sending' | 'late' | 'offline' | 'waiting' | 'online';
  readonly label: string;
  /** For a screen too small for the label; 0 says nothing. */
  readonly count: number;
}

interface Counts {
  /** Those being sent included. */
  readonly waiting: number;
  readonly needsYou: number;
  readonly sending: number;
  /** Since when something has been waiting for more than an hour, in short: "09:12", or a day that is not today. */
  readonly lateSince?: string | undefined;
}

/** What the pill says: first what a person must act on, then what is under way, then how the line stands. */
export function pillState(
  connection: Connection,
  { waiting, needsYou, sending, lateSince }: Counts,
): PillState {
  if (needsYou > 0)
    return {
      look: 'needs-you',
      label: needsYou === 1 ? '1 needs you' : `${needsYou} need you`,
      count: needsYou,
    };
  if (lateSince !== undefined) {
    return { look: 'late', label: `${waiting} waiting since ${lateSince}`, count: waiting };
  }
  if (connection === 'offline') {
    return {
      look: 'offline',
      label: waiting > 0 ? `Offline, ${waiting} waiting` : 'Offline',
      count: waiting,
    };
  }
  if (sending > 0) return { look: 'sending', label: `Sending ${waiting}`, count: waiting };
  if (waiting > 0) return { look: 'waiting', label: `${waiting} waiting`, count: waiting };
  return { look: 'online', label: 'Online', count: 0 };
}
