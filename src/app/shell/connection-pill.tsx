import { Button, Spinner } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import CircleCheck from 'lucide-react/icons/circle-check';
import Clock from 'lucide-react/icons/clock';
import ClockAlert from 'lucide-react/icons/clock-alert';
import CloudOff from 'lucide-react/icons/cloud-off';
import { useEffect, useRef, useState } from 'react';
import { type Connection, useConnection } from '#app/api/connection.ts';
import { createStore, useStore } from '#app/lib/store.ts';
import { isPending, type OutboxEntry } from '#app/outbox/model/entry.ts';
import { useOverdueSince } from '#app/reads/overdue.ts';
import { useOutbox, useOutboxView } from '#app/reads/use-outbox.ts';
import { inDigits } from '#contract/digits.ts';
import pillStyles from './connection-pill.module.css';
import { messages } from './texts.en.ts';

const panelOpen = createStore(false);

export function showSyncPanel(next: boolean): void {
  panelOpen.set(next);
}

export function useSyncPanelOpen(): boolean {
  return useStore(panelOpen);
}

interface PillState {
  readonly status: 'needs-you' | 'sending' | 'overdue' | 'offline' | 'waiting' | 'online';
  readonly label: string;
  /** Shown instead of the label on small screens; 0 shows nothing. */
  readonly count: number;
}

interface Counts {
  readonly pending: number;
  readonly needsYou: number;
  readonly sending: number;
  /** An entry has waited for more than an hour since then: "09:12", or a date if not today. */
  readonly overdueSince?: string | undefined;
}

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

const styles = {
  'needs-you': { palette: 'refused', icon: <CircleAlert size={16} aria-hidden /> },
  sending: { palette: 'accent', icon: <Spinner size="sm" aria-hidden /> },
  overdue: { palette: 'waiting', icon: <ClockAlert size={16} aria-hidden /> },
  offline: { palette: 'waiting', icon: <CloudOff size={16} aria-hidden /> },
  waiting: { palette: 'waiting', icon: <Clock size={16} aria-hidden /> },
  online: { palette: 'settled', icon: <Dot /> },
} satisfies Record<PillState['status'], { palette: string; icon: React.ReactNode }>;

function Dot() {
  return <span className={pillStyles.dot} aria-hidden />;
}

const ARRIVED_MS = 4000;

/** For a moment after the last entry that waited has reached the server. One that was discarded has not. */
function useArrived(entries: readonly OutboxEntry[]): boolean {
  const [arrived, setArrived] = useState(false);
  const waited = useRef<ReadonlySet<string>>(new Set());
  useEffect(() => {
    const waiting = new Set(entries.filter(isPending).map(({ id }) => id));
    const isOver =
      waiting.size === 0 && entries.some(({ id, state }) => state === 'done' && waited.current.has(id));
    waited.current = waiting;
    if (isOver) setArrived(true);
  }, [entries]);
  useEffect(() => {
    if (!arrived) return;
    const timer = setTimeout(() => setArrived(false), ARRIVED_MS);
    return () => clearTimeout(timer);
  }, [arrived]);
  return arrived;
}

function announcement({ status, label }: PillState): string {
  if (status === 'overdue') return messages.pillOverdueAnnouncement({ status: label });
  return status === 'offline' ? messages.pillOfflineAnnouncement : '';
}

export function ConnectionPill() {
  const outbox = useOutbox();
  const overdueSince = useOverdueSince(outbox.rows);
  const state = pillState(useConnection(), { ...outbox, overdueSince });
  const open = useSyncPanelOpen();
  const { palette, icon } = styles[state.status];
  const arrived = useArrived(useOutboxView().rows) && state.status === 'online';

  return (
    <>
      <Button
        variant="plain"
        aria-haspopup="dialog"
        aria-expanded={open}
        aria-label={messages.openSyncPanel({ status: state.label })}
        title={state.label}
        px="1"
        textDecoration="none!"
        onClick={() => showSyncPanel(true)}
      >
        <span className={pillStyles.state} data-palette={palette}>
          {arrived ? <CircleCheck size={16} aria-hidden data-arrived /> : icon}
          <span className={pillStyles.wideOnly}>{state.label}</span>
          <span className={pillStyles.narrowOnly}>{state.count ? inDigits(state.count) : ''}</span>
        </span>
      </Button>
      <output className={pillStyles.announcement}>{announcement(state)}</output>
    </>
  );
}
