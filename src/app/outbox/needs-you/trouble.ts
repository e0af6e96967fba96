import type { ListSearch } from '#app/data/query-keys.ts';
import type { RecordRow } from '#app/data/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { Month } from '#contract/month.ts';
import type { Instead } from '../by-hand.ts';
import type { OutboxRow } from '../outbox-row.ts';

/** A row that a person must act on, with what its resource is and the record that it would make. */
export interface Asked {
  readonly row: OutboxRow;
  readonly resource: Resource;
  readonly record: RecordRow;
}

/** What is worth reading from the server to tell where a row stands. */
export interface Looks {
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
  readonly search: Partial<ListSearch>;
}

/** A record as the server has it: there, gone, or nobody knows (undefined). */
export type Seen = RecordRow | 'gone' | undefined;

/** What the server has now, as far as it is known; never with this device's own unsent work in it. */
export interface Ground {
  readonly own?: Seen;
  readonly other?: Seen;
  /** By the name of the resource, newest first. */
  readonly lists: Readonly<Record<string, readonly RecordRow[]>>;
  /** The newest months; undefined where they could not be read. */
  readonly months?: readonly Month[] | undefined;
  /** Ids of records that settled rows of this device have made. */
  readonly claimed: ReadonlySet<string>;
}

/** One fact, shown by the cell of its kind. */
export interface Line {
  readonly name: string;
  readonly field: Field;
  readonly row: RecordRow;
  /** What the matter is about. */
  readonly strong?: true;
}

/** One side of a comparison. */
export interface Side {
  readonly title: string;
  readonly groups: readonly (readonly Line[])[];
  /** Instead of facts, or beside them. */
  readonly says?: string;
}

/** A way out. The first of a card is its main one; to discard is always the last. */
export type Way =
  | { readonly kind: 'edit' }
  | { readonly kind: 'again'; readonly label?: string }
  | { readonly kind: 'instead'; readonly label: string; readonly write: Instead }
  | { readonly kind: 'seen'; readonly label: string; readonly record?: RecordRow }
  | { readonly kind: 'go'; readonly label: string; readonly path: string }
  | { readonly kind: 'update'; readonly label: string };

/** What a card says and offers. */
export interface Trouble {
  readonly title: string;
  /** What to do, in a sentence or two. */
  readonly todo: string;
  readonly sides: readonly Side[];
  readonly ways: readonly Way[];
  /** To give it up is what there is to do, so that stands out among the ways. */
  readonly discards?: true;
}

/** One kind of trouble, as facts: how it is recognised, what is compared, and the ways out of it. */
export interface TroubleKind {
  readonly name: string;
  /** From the row alone: status, names of fields, operation. Never from the words of a message: hosts change those. */
  readonly is: (asked: Asked) => boolean;
  /** What to read in order to tell. */
  readonly looks?: (asked: Asked) => Looks;
  /** Whether what was read bears it out; without this it needs nothing more. */
  readonly holds?: (asked: Asked, ground: Ground) => boolean;
  readonly tells: (asked: Asked, ground: Ground) => Trouble;
}
