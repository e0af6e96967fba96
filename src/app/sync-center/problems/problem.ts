import type { z } from 'zod';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Replacement } from '#app/outbox/recovery/actions.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { historyEntry } from '#contract/history.ts';
import type { Month } from '#contract/month.ts';

/** With the record that it would produce. */
export interface LocalMutation {
  readonly entry: OutboxEntry;
  readonly resource: Resource;
  readonly record: RecordRow;
}

export interface RequiredReads {
  /** The record that is updated or deleted. */
  readonly target?: RecordRef;
  /** The record that it is paid towards, taken from, or refers to. */
  readonly related?: RecordRef;
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

/** Undefined if unknown. */
export type ServerRecord = RecordRow | 'deleted' | undefined;

/** Without the pending entries of this device. */
export interface ServerState {
  readonly target?: ServerRecord;
  readonly related?: ServerRecord;
  readonly debts?: readonly ServerRecord[];
  /** By the name of the resource, newest first. */
  readonly lists: Readonly<Record<string, readonly RecordRow[]>>;
  /** The newest; undefined if they could not be read. */
  readonly months?: readonly Month[] | undefined;
  /** Newest first; undefined if the server keeps none or it could not be read. */
  readonly history?: readonly z.output<typeof historyEntry>[] | undefined;
  /** Ids of records that acknowledged entries of this device created. */
  readonly acknowledgedIds: ReadonlySet<string>;
}

export interface DiffRow {
  readonly name: string;
  readonly field: Field;
  readonly record: RecordRow;
  /** The value that the problem is about. */
  readonly strong?: true;
}

export interface DiffColumn {
  readonly title: string;
  readonly groups: readonly (readonly DiffRow[])[];
  readonly text?: string;
}

/** The first one is primary; discarding always comes last. */
export type ResolutionAction =
  | { readonly kind: 'edit' }
  | { readonly kind: 'send-again'; readonly label?: string }
  /** With a manager's approval (decision 46). */
  | { readonly kind: 'ask-manager'; readonly label: string }
  /** The reason of a delete. */
  | { readonly kind: 'give-reason'; readonly label: string }
  /** Every entry that was lost in the same restore. */
  | { readonly kind: 'send-all-lost'; readonly label: string }
  | { readonly kind: 'replace'; readonly label: string; readonly replacement: Replacement }
  /** The record stays as the server has it. */
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

export interface Problem {
  readonly title: string;
  /** A sentence or two. */
  readonly instruction: string;
  readonly columns: readonly DiffColumn[];
  readonly actions: readonly ResolutionAction[];
  readonly recommendsDiscard?: true;
}

export interface ProblemType {
  /** From the entry alone: status, field names, operation. Never from the text of a message: servers change those. */
  readonly matches: (mutation: LocalMutation) => boolean;
  readonly requiredReads?: (mutation: LocalMutation) => RequiredReads;
  /** Absent if `matches` is sufficient. */
  readonly confirm?: (mutation: LocalMutation, state: ServerState) => boolean;
  readonly describe: (mutation: LocalMutation, state: ServerState) => Problem;
}
