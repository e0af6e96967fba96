/** Cached queries live a week, in milliseconds (offline design); the clients' gcTime is as long. */
export const CACHE_MAX_AGE = 7 * 24 * 3_600_000;
