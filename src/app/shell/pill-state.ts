import type { Connection } from '#app/api/connection.ts';
import { messages } from './messages.ts';

export interface PillState {
  readonly status: 'needs-you' | 'sending' | 'overdue' | 'offline' | 'waiting' | 'online';
  readonly label: string;
  /** Shown instead of the label on small screens; 0 shows nothing. */
  readonly count: number;
}

interface Counts {
  /** Pending entries, those being sent included. */
  readonly pending: number;
  readonly needsYou: number;
  readonly sending: number;
  /**
   * Since when an entry has been waiting for more than an hour. In short: "09:12", or a date if not today.
   */
  readonly overdueSince?: string | undefined;
}

/** Returns the pill's content by priority: user action, then sending, then the connection. */
export function pillState(
  connection: Connection,
  { pending, needsYou, sending, overdueSince }: Counts,
): PillState {
  if (needsYou > 0)
    return {
      status: 'needs-you',
      label: messages.pillNeedsYou({ count: needsYou }),
      count: needsYou,
    };
  if (overdueSince !== undefined) {
    return {
      status: 'overdue',
      label: messages.pillOverdue({ count: pending, since: overdueSince }),
      count: pending,
    };
  }
  if (connection === 'offline') {
    return {
      status: 'offline',
      label: pending > 0 ? messages.pillOfflinePending({ count: pending }) : messages.pillOffline,
      count: pending,
    };
  }
  if (sending > 0)
    return { status: 'sending', label: messages.pillSending({ count: pending }), count: pending };
  if (pending > 0)
    return { status: 'waiting', label: messages.pillPending({ count: pending }), count: pending };
  return { status: 'online', label: messages.pillOnline, count: 0 };
}
