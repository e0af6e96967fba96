import type { OutboxRow } from './outbox-row.ts';

/** Hosts keep keys 60 days at least (decision 4); a day is left for clocks that differ. Milliseconds. */
const KEYS_LAST = 59 * 24 * 3_600_000;

interface Host {
  /** Wall clock, milliseconds. */
  readonly now: number;
  /** The host knows a repeated write by its key (decision 5). */
  readonly idempotent: boolean;
}

/**
 * Whether a write of unknown outcome may be sent again without a person's word: the host must know its key, and
 * must not have forgotten it. A first try in the far future was stamped by a wrong clock: its age is not known.
 */
export function mayRepeat({ firstSentAt }: OutboxRow, { now, idempotent }: Host): boolean {
  return idempotent && Math.abs(now - (firstSentAt ?? now)) < KEYS_LAST;
}
