import type { ListRequest } from '#app/cache/query-keys.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import type { Replacement } from '#app/outbox/recovery/resolve.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { Month } from '#contract/month.ts';

/** A row that a person must act on, with what its resource is and the record that it would make. */
export interface LocalMutation {
  readonly row: OutboxEntry;
  readonly resource: Resource;
  readonly record: RecordRow;
}

/** What is worth reading from the server to tell where a row stands. */
export interface RequiredReads {
  /** The record that is to be changed or deleted. */
  readonly own?: Target;
  /** The one it is paid towards, taken from, or refers to. */
  readonly other?: Target;
  readonly lists?: readonly ListTarget[];
  readonly months?: true;
}

export interface Target {
  readonly resource: Resource;
  readonly id: string;
}

interface ListTarget {
  readonly resource: Resource;
  readonly search: Partial<ListRequest>;
}

/** A record as the server has it: there, gone, or nobody knows (undefined). */
export type ServerRecord = RecordRow | 'gone' | undefined;

/** What the server has now, as far as it is known; never with this device's own unsent work in it. */
export interface ServerState {
  readonly own?: ServerRecord;
  readonly other?: ServerRecord;
  /** By the name of the resource, newest first. */
  readonly lists: Readonly<Record<string, readonly RecordRow[]>>;
  /** The newest months; undefined where they could not be read. */
  readonly months?: readonly Month[] | undefined;
  /** Ids of records that settled rows of this device have made. */
  readonly claimed: ReadonlySet<string>;
}

/** One fact, shown by the cell of its kind. */
export interface DiffRow {
  readonly name: string;
  readonly field: Field;
  readonly row: RecordRow;
  /** What the matter is about. */
  readonly strong?: true;
}

/** One side of a comparison. */
export interface DiffColumn {
  readonly title: string;
  readonly groups: readonly (readonly DiffRow[])[];
  /** Instead of facts, or beside them. */
  readonly says?: string;
}

/** A way out. The first of a card is its main one; to discard is always the last. */
export type ResolutionAction =
  | { readonly kind: 'edit' }
  | { readonly kind: 'again'; readonly label?: string }
  | { readonly kind: 'instead'; readonly label: string; readonly write: Replacement }
  | { readonly kind: 'seen'; readonly label: string; readonly record?: RecordRow }
  | { readonly kind: 'go'; readonly label: string; readonly path: string }
  | { readonly kind: 'update'; readonly label: string };

/** What a card says and offers. */
export interface Problem {
  readonly title: string;
  /** What to do, in a sentence or two. */
  readonly todo: string;
  readonly sides: readonly DiffColumn[];
  readonly ways: readonly ResolutionAction[];
  /** To give it up is what there is to do, so that stands out among the ways. */
  readonly discards?: true;
}

/** One kind of trouble, as facts: how it is recognised, what is compared, and the ways out of it. */
export interface ProblemType {
  readonly name: string;
  /** From the row alone: status, names of fields, operation. Never from the words of a message: hosts change those. */
  readonly is: (asked: LocalMutation) => boolean;
  /** What to read in order to tell. */
  readonly looks?: (asked: LocalMutation) => RequiredReads;
  /** Whether what was read bears it out; without this it needs nothing more. */
  readonly holds?: (asked: LocalMutation, ground: ServerState) => boolean;
  readonly tells: (asked: LocalMutation, ground: ServerState) => Problem;
}
