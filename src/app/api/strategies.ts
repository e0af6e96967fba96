import type { BranchDetails } from '#contract/branch.ts';

/**
 * Depends on the server's capabilities (decisions 3 and 31). The companion server answers filters and sums; a minimal
 * server answers only section 7 of the specification.
 */
export interface ReadStrategy {
  /** The server searches, filters, sorts and sums. Otherwise the device reads all records and does so itself. */
  readonly searches: boolean;
  readonly keepsHistory: boolean;
  /** The part of a filter to send. Empty for a server without filters, where the device filters. */
  filter<Filter extends object>(wanted: Filter): Partial<Filter>;
}

const companionServer: ReadStrategy = { searches: true, keepsHistory: true, filter: (wanted) => wanted };
const minimalServer: ReadStrategy = { searches: false, keepsHistory: false, filter: () => ({}) };

export const readStrategyOf = (filters: boolean): ReadStrategy => (filters ? companionServer : minimalServer);

interface CheckedRequest {
  readonly method: string;
  readonly body?: string | undefined;
  readonly ifMatch?: string | undefined;
}

/** How the server wants changes and new records. */
export interface WritePolicy extends ChangePolicy {
  /** A create carries the id of its record (decision 171). */
  readonly sendsIds: boolean;
}

/** Whether server or device notices that a record changed meanwhile (decision 41). */
interface ChangePolicy {
  /** A PATCH carries its base and a DELETE its version, and the server compares under its lock. */
  readonly serverCompares: boolean;
  /** The device must read the record first and merge or compare by itself. The request is complete only after that. */
  checksFirst(request: CheckedRequest): boolean;
}

/** Only a delete of a record that was cached without a version is compared on the device. */
const onServer: ChangePolicy = {
  serverCompares: true,
  checksFirst: ({ method, ifMatch }) => method === 'DELETE' && ifMatch === undefined,
};

/** A PATCH is complete once its merged body is stored; a delete is compared each time. */
const onDevice: ChangePolicy = {
  serverCompares: false,
  checksFirst: ({ method, body }) => method === 'DELETE' || (method === 'PATCH' && body === undefined),
};

type Declared = Pick<BranchDetails, 'client_ids' | 'merges'>;

export const writePolicyOf = ({ client_ids, merges }: Declared): WritePolicy => ({
  ...(merges ? onServer : onDevice),
  sendsIds: client_ids,
});

/** Without `client_ids` the answer names the record, so nothing can refer to one that was not sent (decision 171). */
export const canReferToPending = (declared: Pick<Declared, 'client_ids'> | undefined): boolean =>
  declared?.client_ids !== false;

/**
 * Milliseconds. Servers keep idempotency keys at least 60 days (decision 4); one day is a margin for clock differences.
 */
const KEY_LIFETIME = 59 * 24 * 3_600_000;

/** Which mutations of unknown outcome may be retried (decision 5). */
export interface RetryPolicy {
  /** Whether a mutation of unknown outcome can ever be retried without a user's decision. */
  readonly resends: boolean;
  /**
   * Whether entries may be claimed before the network has room. Without keys, a stale claim needs a user's decision.
   */
  readonly claimsAhead: boolean;
  /**
   * Whether every attempt sends the bytes of the first. Without keys, an attempt that the user decides on is built
   * again upon the current record.
   */
  readonly keepsRequest: boolean;
  /**
   * Without a user's decision.
   * @param now wall clock, milliseconds
   */
  mayResend(entry: { readonly firstSentAt?: number | undefined }, now: number): boolean;
}

/**
 * Retries while the server still knows the idempotency key. A first attempt far in the future has the timestamp of a
 * wrong clock, so the age of its key is unknown.
 */
const withKeys: RetryPolicy = {
  resends: true,
  claimsAhead: true,
  keepsRequest: true,
  mayResend: ({ firstSentAt }, now) => Math.abs(now - (firstSentAt ?? now)) < KEY_LIFETIME,
};

/** A server without idempotency keys would apply a repeated mutation twice. */
const withoutKeys: RetryPolicy = {
  resends: false,
  claimsAhead: false,
  keepsRequest: false,
  mayResend: () => false,
};

export const retryPolicyOf = (idempotent: boolean): RetryPolicy => (idempotent ? withKeys : withoutKeys);
