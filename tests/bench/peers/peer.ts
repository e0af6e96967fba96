import type { LoadRequest } from './raw-load.ts';

/**
 * Lists the works that are compared, in the order of the printed table. The server keeps what it has read while nothing is written (decision
 * 113); what is read anew has an address that was never asked for, as after a write.
 */
export const works = [
  'list, first page',
  'list, first page, read anew',
  'list, middle page',
  'list, last page',
  'students',
  'months',
  'months, read anew',
  'dashboard',
  'dashboard, read anew',
  'create with key',
  'create, PostgREST with key too',
  'students, search two letters',
  'students, search one letter',
] as const;

export type Work = (typeof works)[number];

/** Holds what the requests name. */
export interface Known {
  /** Numbers of pages of the adult courses. */
  readonly middle: number;
  readonly last: number;
  /** Two letters that many names contain. */
  readonly letters: string;
  /** The id of the running month. */
  readonly month: string;
  /** Returns the body of a new enrolment; another one for each run. */
  readonly draft: (run: number) => Readonly<Record<string, string>>;
}

/** Describes a server with a request for each work. */
export interface Peer {
  readonly name: string;
  readonly port: number;
  readonly pid: number;
  readonly requests: Readonly<Record<Work, (run: number, known: Known) => LoadRequest>>;
  readonly end: () => Promise<void>;
}
