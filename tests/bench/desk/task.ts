import type { Api } from '../../support/api.ts';
import type { Person } from './person.ts';

export interface Desk {
  readonly api: Api;
  /** A name of one word that no other run uses. */
  readonly word: string;
  /** A number that no other run uses, for receipts, phones and books. */
  readonly serial: number;
}

export interface TaskRun {
  /** Acts it out, from the dashboard. What is said to be saved must be so at its end, or wait to be sent. */
  readonly act: (person: Person) => Promise<void>;
  readonly check?: () => Promise<void>;
}

export interface DeskTask {
  readonly what: string;
  /** The most taps, counted from the dashboard; typing is counted apart. */
  readonly bar: number;
  readonly prepare: (desk: Desk) => Promise<TaskRun>;
}
