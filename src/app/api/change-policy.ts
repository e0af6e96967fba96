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
