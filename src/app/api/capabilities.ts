/**
 * How records are read, by what the server declares (decisions 3 and 31): the companion server answers what is asked beside
 * the page, a minimal one only what the specification demands.
 */
export interface ReadStrategy {
  /** The server searches, filters, orders and sums. Where it does not, every record is read and the device does. */
  readonly searches: boolean;
  /** The server keeps who changed what. */
  readonly keepsHistory: boolean;
  /** Returns what of a filter to send: a server that ignores it is asked for all records once, and the device picks. */
  filter<Filter extends object>(wanted: Filter): Partial<Filter>;
}

const companionServer: ReadStrategy = { searches: true, keepsHistory: true, filter: (wanted) => wanted };
const minimalServer: ReadStrategy = { searches: false, keepsHistory: false, filter: () => ({}) };

/** Returns how to read from a server that does, or does not, declare `filters`. */
export const readStrategyOf = (filters: boolean): ReadStrategy => (filters ? companionServer : minimalServer);
