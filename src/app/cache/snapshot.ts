/** `began` and `ended` are logical times of the read. They decide which entries it can contain. */
export interface Snapshot<T> {
  readonly data: T;
  readonly began: number;
  readonly ended: number;
  readonly readAt: number;
  readonly etag?: string;
}

export type ReadInterval = Pick<Snapshot<unknown>, 'began' | 'ended'>;

export const NEVER_READ: ReadInterval = { began: 0, ended: 0 };
