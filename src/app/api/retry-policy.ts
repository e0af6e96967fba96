/**
 * Defines how long idempotency keys are relied on, in milliseconds. Servers keep them at least 60 days
 * (decision 4); one day is a margin for clock differences.
 */
const KEY_LIFETIME = 59 * 24 * 3_600_000;

/** Decides which mutations of unknown outcome may be retried, by the server's capabilities (decision 5). */
export interface RetryPolicy {
  /** Whether a mutation of unknown outcome can be retried at all without a user's decision. */
  readonly resends: boolean;
  /**
   * Whether entries may be claimed before the network has room. Without keys, a stale claim needs a user's
   * decision.
   */
  readonly claimsAhead: boolean;
  /**
   * Whether every attempt sends the bytes of the first. Without keys an attempt that the user decides on is built
   * anew, upon the record as it is by then.
   */
  readonly keepsRequest: boolean;
  /**
   * Returns whether one mutation may be retried without a user's decision.
   * @param now wall clock, milliseconds
   */
  mayResend(entry: { readonly firstSentAt?: number | undefined }, now: number): boolean;
}

/**
 * Retries while the server still knows the idempotency key. A first attempt far in the future has the
 * timestamp of a wrong clock, so the age of its key is unknown.
 */
const withKeys: RetryPolicy = {
  resends: true,
  claimsAhead: true,
  keepsRequest: true,
  mayResend: ({ firstSentAt }, now) => Math.abs(now - (firstSentAt ?? now)) < KEY_LIFETIME,
};

/** Never retries: a server without idempotency keys would apply the mutation twice. */
const withoutKeys: RetryPolicy = {
  resends: false,
  claimsAhead: false,
  keepsRequest: false,
  mayResend: () => false,
};

/** Returns the policy for a server with or without idempotency keys. */
export const retryPolicyOf = (idempotent: boolean): RetryPolicy => (idempotent ? withKeys : withoutKeys);
