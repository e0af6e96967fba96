import type { Method } from '#contract/http.ts';

export const recordTables = [
  'student',
  'enrolment',
  'book',
  'book_order',
  'book_payout',
  'refund',
  'import',
] as const;

export type RecordTarget = (typeof recordTables)[number];

/** Names the table that an operation writes; starting or ending a month has "month". */
export type OperationTarget = RecordTarget | 'month';

export type OperationOutcome =
  | 'acknowledged'
  | 'refused'
  /** The server was killed before it answered, and the client did not retry. */
  | 'unknown';

export interface SentFile {
  readonly name: string;
  readonly text: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Describes a write that a client sent, once or several times with one key. */
export interface LoggedOperation {
  readonly target: OperationTarget;
  readonly method: Method;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  /** Sent as a form in place of a body. */
  readonly file?: SentFile;
  readonly key: string;
  attempts: number;
  outcome: OperationOutcome;
  status?: number;
  /** The last answer that was not final: status and body. */
  lastFailure?: string;
  /** When the final answer came, by performance.now(). */
  answeredAt?: number;
  answer?: Readonly<Record<string, unknown>>;
}

/** Holds all operations in the order of their first attempt; those of one record are in sequence. */
export type OperationLog = LoggedOperation[];
