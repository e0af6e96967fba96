import type { Day } from '../days.ts';
import type { Draft } from '../define-resource.ts';
import { withTexts } from '../messages.ts';
import type { Piastres } from '../money.ts';
import type { DeclaredWriteName, ResourceName } from '../resource-names.ts';
import { receiptIn } from '../resources/name-in.ts';
import { isResourceName, resourceOf } from '../resources/registry.ts';
import { type WriteTexts, writeTexts } from '../texts/writes.en.ts';

/** A record of any resource, as the server has answered it or a form has picked it. */
export type KnownRecord = Draft & { readonly id: string };

export interface Operation {
  readonly resource: string;
  readonly kind: 'create' | 'update' | 'delete';
  readonly recordId: string;
}

/** A write as its device holds it. */
export interface Written {
  readonly operation: Operation;
  readonly body: Draft;
  readonly before?: Draft | undefined;
  /** Computed values as the form predicted them. */
  readonly expected?: Draft | undefined;
  readonly referenced: Readonly<Record<string, KnownRecord>>;
}

/** One record that a write makes or changes, as a write of that record alone. */
export interface WrittenRecord extends Omit<Written, 'referenced'> {
  readonly base?: Draft;
  /** Those of the whole write if absent. */
  readonly referenced?: Written['referenced'];
}

/** Another record that a write needs: it is sent after what makes or changes that record. */
export interface Reference {
  /** Of a resource or of a kind of write. */
  readonly resource: string;
  readonly id: string;
}

/** One of several records in the body of a write, as the body of that record alone. */
export interface Line {
  readonly resource: ResourceName;
  readonly body: Draft;
}

/** Of the enrolment or payout that a write is about, until the server has answered. */
export interface DebtChange {
  /** New values of further fields. */
  readonly marks: Draft;
  /** In piastres, added to what was paid back before. */
  readonly refunded: Piastres;
  /** In piastres, added to what is not owed any more; undefined where an amount is unreadable. */
  readonly forgiven: Piastres | undefined;
}

export interface CountChange {
  /** The id of the record whose number changes. */
  readonly of: unknown;
  /** Undefined where it is unreadable. */
  readonly by: bigint | undefined;
}

interface Fact {
  readonly label: string;
  readonly value: string;
}

interface Given {
  /** Absent on a server that names new records itself. */
  readonly id?: string | undefined;
  /** The day on which it was made, where it is sent on a later one (decision 30). */
  readonly day?: Day | undefined;
}

/** A kind of write that is no create, change or delete of one record: those are declared by their resource. */
export interface WriteDefinition extends WriteTexts {
  readonly name: DeclaredWriteName;

  /**
   * The path and body of its POST.
   * @throws {TypeError} where the body names an unknown resource
   */
  readonly request: (write: Written, given: Given) => { readonly path: string; readonly body: Draft };
  /** The day that the body names; absent for kinds without one. */
  readonly dayOf?: (body: Draft) => unknown;

  /** Writes about the same are sent in their order; by default no two are. */
  readonly about?: (body: Draft) => string;
  /** @param values the body, or the record before it; @param whole both */
  readonly needs: (values: Draft, whole: Draft) => readonly Reference[];
  /** Only the last one about the same matters, and none keeps what it names from being deleted. */
  readonly lastCounts?: true;

  /** Empty for a body with a line that this build cannot read. */
  readonly lines?: (body: Draft) => readonly Line[];
  /** The part of the body that says what is kept, paid back, credited and forgiven (decision 131). */
  readonly goesBack?: (body: Draft) => Draft;
  /** The records that it makes and changes, as far as its device knows them. Absent, it is none of a resource. */
  readonly records?: (write: Written) => readonly WrittenRecord[] | undefined;
  /** Resources of these records. */
  readonly writes?: (body: Draft) => readonly string[];
  /** @param price in piastres, with the changes that were made before it */
  readonly debtChange?: (write: Written, record: Draft, price: Piastres | undefined) => DebtChange;
  /** A number of another resource's record that it changes. */
  readonly counts?: {
    readonly resource: ResourceName;
    readonly into: string;
    readonly change: (write: Written) => CountChange;
  };
  /** The id of the record whose receipt was printed. */
  readonly prints?: (body: Draft) => string;
  /** What is read again after it, beside the records that it writes. */
  readonly outdates?: 'receipts' | ResourceName;

  /** Parts of a title such as "Receipt printed · Mona Adel · receipt 1042". */
  readonly describe: (write: Written) => readonly (string | undefined)[];
  /** Shown to the manager who is asked to approve it; absent where nobody is asked. */
  readonly approval?: (write: Written) => { readonly title: string; readonly facts: readonly Fact[] };
}

export const defineWrite = (facts: Omit<WriteDefinition, keyof WriteTexts>): WriteDefinition =>
  withTexts({ ...facts }, () => writeTexts[facts.name]) as WriteDefinition;

/** @throws {TypeError} for another name */
export function listPathOf(resource: unknown): string {
  if (!isResourceName(resource)) throw new TypeError(`Unknown resource: ${String(resource)}`);
  return resourceOf(resource).path;
}

export const withGiven = (body: Draft, { id, day }: Given): Draft => ({
  ...body,
  ...(id !== undefined && { id }),
  ...(day !== undefined && { custom_date: day }),
});

export function referenceIn(values: Draft, field: string, resource: unknown): readonly Reference[] {
  const id = values[field];
  return typeof id === 'string' ? [{ resource: String(resource), id }] : [];
}

/** "receipt 1042"; undefined without a number. */
export const receiptOf = (record: Draft): string | undefined =>
  typeof record.receipt_number === 'string' ? receiptIn(record) : undefined;
