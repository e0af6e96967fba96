import type { Connection } from '#app/api/connection.ts';

export interface PillState {
  readonly look: 'needs-you' | 'sending' | 'late' | 'offline' | 'waiting' | 'online';
  readonly label: string;
  /** Shown instead of the label on small screens; 0 shows nothing. */
  readonly count: number;
}

interface Counts {
  /** Pending entries, those being sent included. */
  readonly waiting: number;
  readonly needsYou: number;
  readonly sending: number;
  /**
   * Since when an entry has been waiting for more than an hour, in short: "09:12", or a date if not today.
   */
  readonly lateSince?: string | undefined;
}

/** Returns the pill's content by priority: user action, then sending, then the connection. */
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
