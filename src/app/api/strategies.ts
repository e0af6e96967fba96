/**
 * Describes how records are read, by the server's capabilities (decisions 3 and 31). The companion server
 * answers filters and sums; a minimal server answers what section 7 of the specification demands.
 */
export interface ReadStrategy {
  /**
   * Whether the server searches, filters, sorts and sums. Otherwise the device reads all records and does it.
   */
  readonly searches: boolean;
  /** Whether the server keeps a history of changes. */
  readonly keepsHistory: boolean;
  /**
   * Returns the part of a filter to send. For a server without filters it is empty, and the device filters.
   */
  filter<Filter extends object>(wanted: Filter): Partial<Filter>;
}

const companionServer: ReadStrategy = { searches: true, keepsHistory: true, filter: (wanted) => wanted };
const minimalServer: ReadStrategy = { searches: false, keepsHistory: false, filter: () => ({}) };

/** Returns the read strategy for a server that declares `filters`, or does not. */
export const readStrategyOf = (filters: boolean): ReadStrategy => (filters ? companionServer : minimalServer);

/** Describes a request of the outbox as far as the check before it matters. */
interface CheckedRequest {
  readonly method: string;
  readonly body?: string | undefined;
  readonly ifMatch?: string | undefined;
}

/** Decides who notices that a record changed meanwhile, by the server's capabilities (decision 41). */
export interface ChangePolicy {
  /** Whether a PATCH carries its base and a DELETE its version, and the server compares under its lock. */
  readonly serverCompares: boolean;
  /**
   * Returns whether the device must read the record first, and merge or compare by itself. The request is
   * complete only after that.
   */
  checksFirst(request: CheckedRequest): boolean;
}

/** The server merges. Only a delete of a record that was cached without a version is compared on the device. */
const onServer: ChangePolicy = {
  serverCompares: true,
  checksFirst: ({ method, ifMatch }) => method === 'DELETE' && ifMatch === undefined,
};

/** The device merges. A PATCH is complete once its merged body is stored; a delete is compared each time. */
const onDevice: ChangePolicy = {
  serverCompares: false,
  checksFirst: ({ method, body }) => method === 'DELETE' || (method === 'PATCH' && body === undefined),
};

/** Returns the policy for a server that declares `merges`, or does not. */
export const changePolicyOf = (merges: boolean): ChangePolicy => (merges ? onServer : onDevice);

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
