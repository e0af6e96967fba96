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
