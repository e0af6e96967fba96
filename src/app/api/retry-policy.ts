/** Servers keep keys 60 days at least (decision 4); a day is left for clocks that differ. Milliseconds. */
const KEYS_LAST = 59 * 24 * 3_600_000;

/** What may be done about a write whose outcome is unknown, by what the server declares (decision 5). */
export interface RetryPolicy {
  /** Whether writes of unknown outcome can be sent again at all without asking a person. */
  readonly resends: boolean;
  /** Whether entries may be claimed before the network has room: else a claim whose tab dies has to be asked about. */
  readonly claimsAhead: boolean;
  /**
   * Returns whether one write may be sent again without asking a person.
   * @param now wall clock, milliseconds
   */
  mayResend(write: { readonly firstSentAt?: number | undefined }, now: number): boolean;
}

/**
 * The server knows a repeated write by its key, unless it may have forgotten it. A first try in the far future was stamped by a
 * wrong clock: its age is not known.
 */
const withKeys: RetryPolicy = {
  resends: true,
  claimsAhead: true,
  mayResend: ({ firstSentAt }, now) => Math.abs(now - (firstSentAt ?? now)) < KEYS_LAST,
};

/** The server would carry out a repeated write twice. */
const withoutKeys: RetryPolicy = { resends: false, claimsAhead: false, mayResend: () => false };

/** Returns the policy for a server that does, or does not, know idempotency keys. */
export const retryPolicyOf = (idempotent: boolean): RetryPolicy => (idempotent ? withKeys : withoutKeys);
