/**
 * A server answer with the logical times at which the read began and ended. They decide which entries it can
 * contain.
 */
export interface Snapshot<T> {
  readonly data: T;
  readonly began: number;
  readonly ended: number;
  /** Wall clock, in milliseconds, for display. */
  readonly readAt: number;
  readonly etag?: string;
}

/** The logical times of a read, without its data. */
export type ReadInterval = Pick<Snapshot<unknown>, 'began' | 'ended'>;

/** The interval before any read: it excludes every unsettled entry. */
export const NEVER_READ: ReadInterval = { began: 0, ended: 0 };
