/** Begins localStorage keys, which contain the key of their owner; the end of the session removes them. */
export const RECENT_REASONS = 'branch-desk.recent-reasons ';
