/** What a read brought, with the moments it began and ended (`tick`), which decide what it can contain. */
export interface Snapshot<T> {
  readonly data: T;
  readonly began: number;
  readonly ended: number;
  /** Wall clock, in milliseconds, for people. */
  readonly readAt: number;
  readonly etag?: string;
}

/** The moments of a read, without what it brought. */
export type ReadInterval = Pick<Snapshot<unknown>, 'began' | 'ended'>;

/** Nothing read yet: every unsettled write is certainly not in it. */
export const NEVER_READ: ReadInterval = { began: 0, ended: 0 };
