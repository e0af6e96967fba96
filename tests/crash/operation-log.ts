import type { Method } from '#contract/http.ts';

/** The tables of the records that are written. */
export const recordTables = [
  'student',
  'enrolment',
  'book',
  'book_order',
  'book_payout',
  'employee',
  'salary',
  'deduction',
] as const;

export type RecordTarget = (typeof recordTables)[number];

/** Which shape of record a write is about; a month's start and end are about none of them. */
export type OperationTarget = RecordTarget | 'month';

/** What became of a write, as far as its client knows. */
export type OperationOutcome =
  /** The server said that it is done. */
  | 'acknowledged'
  /** It said no. */
  | 'refused'
  /** It was killed before it could say anything, and nobody asked again. */
  | 'unknown';

/** A write that a client sent, once or several times with one key. */
export interface LoggedOperation {
  readonly about: OperationTarget;
  readonly method: Method;
  readonly path: string;
  readonly body: Readonly<Record<string, unknown>> | undefined;
  readonly key: string;
  /** How often it was sent. */
  sent: number;
  fate: OperationOutcome;
  status?: number;
  answer?: Readonly<Record<string, unknown>>;
}

/** All writes in the order in which they were first sent: those of one record follow one another. */
export type OperationLog = LoggedOperation[];
