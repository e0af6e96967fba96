/**
 * Begin the localStorage keys of what a person has typed besides records. They contain the key of its owner;
 * the end of their session removes them.
 */
export const RECENT_REASONS = 'branch-desk.recent-reasons ';
export const COUNT_DRAFTS = 'branch-desk.count ';
