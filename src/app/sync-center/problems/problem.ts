import type { z } from 'zod';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Replacement } from '#app/outbox/recovery/actions.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { historyEntry } from '#contract/history.ts';
import type { Month } from '#contract/month.ts';

/** An entry that needs the user, with its resource and the record that it would produce. */
export interface LocalMutation {
  readonly entry: OutboxEntry;
  readonly resource: Resource;
  readonly record: RecordRow;
}

/** The server data that is needed to confirm a problem. */
export interface RequiredReads {
  /** The record that is updated or deleted. */
  readonly target?: RecordRef;
  /** The record that it is paid towards, taken from, or refers to. */
  readonly related?: RecordRef;
  /** The debts that the lines of the entry pay, in their order. */
  readonly debts?: readonly RecordRef[];
  readonly lists?: readonly ListRead[];
  /** The record whose history tells who changed it. */
  readonly history?: RecordRef;
  readonly months?: true;
}

export interface RecordRef {
  readonly resource: Resource;
  readonly id: string;
}

interface ListRead {
  readonly resource: Resource;
  readonly search: Partial<ListRequest>;
}

/** A record as the server has it: present, deleted, or unknown (undefined). */
export type ServerRecord = RecordRow | 'deleted' | undefined;

/** The known server state, without the pending entries of this device. */
export interface ServerState {
  readonly target?: ServerRecord;
  readonly related?: ServerRecord;
  readonly debts?: readonly ServerRecord[];
  /** By the name of the resource, newest first. */
  readonly lists: Readonly<Record<string, readonly RecordRow[]>>;
  /** The newest months; undefined if they could not be read. */
  readonly months?: readonly Month[] | undefined;
  /** The history of the record, newest first; undefined if the server keeps none or it could not be read. */
  readonly history?: readonly z.output<typeof historyEntry>[] | undefined;
  /** Ids of records that acknowledged entries of this device created. */
  readonly acknowledgedIds: ReadonlySet<string>;
}

/** One field of a record, shown by the cell of its kind. */
export interface DiffRow {
  readonly name: string;
  readonly field: Field;
  readonly record: RecordRow;
  /** The value that the problem is about. */
  readonly strong?: true;
}

/** One column of a comparison. */
export interface DiffColumn {
  readonly title: string;
  readonly groups: readonly (readonly DiffRow[])[];
  /** Shown instead of rows, or below them. */
  readonly text?: string;
}

/** An action on a card. The first one is primary; discarding always comes last. */
export type ResolutionAction =
  | { readonly kind: 'edit' }
  | { readonly kind: 'send-again'; readonly label?: string }
  /** Sends the entry with a manager's approval (decision 46). */
  | { readonly kind: 'ask-manager'; readonly label: string }
  /** Asks for the reason of a delete and sends it with that. */
  | { readonly kind: 'give-reason'; readonly label: string }
  /** Sends every entry again that was lost in the same restore. */
  | { readonly kind: 'send-all-lost'; readonly label: string }
  | { readonly kind: 'replace'; readonly label: string; readonly replacement: Replacement }
  /** Drops the entry, because the record stays as the server has it. */
  | { readonly kind: 'keep-theirs'; readonly label: string }
  | { readonly kind: 'mark-as-done'; readonly label: string; readonly record?: RecordRow }
  | {
      readonly kind: 'navigate';
      readonly label: string;
      readonly path: string;
      /** The navigation state of the screen. */
      readonly state?: Readonly<Record<string, string>>;
    }
  | { readonly kind: 'update-app'; readonly label: string };

/** The texts, columns and actions of a card. */
export interface Problem {
  readonly title: string;
  /** What to do, in a sentence or two. */
  readonly instruction: string;
  readonly columns: readonly DiffColumn[];
  readonly actions: readonly ResolutionAction[];
  /** Discarding is the recommended action and is shown as primary. */
  readonly recommendsDiscard?: true;
}

/** One type of problem: how it is recognised, what is compared, and how it can be resolved. */
export interface ProblemType {
  /**
   * Recognises the problem from the entry alone: status, field names, operation. Never from the text of a
   * message: servers change those.
   */
  readonly matches: (mutation: LocalMutation) => boolean;
  /** Returns the server data that `confirm` and `describe` need. */
  readonly requiredReads?: (mutation: LocalMutation) => RequiredReads;
  /** Checks the problem against the server state; absent if `matches` is sufficient. */
  readonly confirm?: (mutation: LocalMutation, state: ServerState) => boolean;
  readonly describe: (mutation: LocalMutation, state: ServerState) => Problem;
}
