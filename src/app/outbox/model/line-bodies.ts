import type { Draft } from '#contract/define-resource.ts';
import { COLLECTION, type ResourceName } from '#contract/resource-names.ts';
import { isResourceName } from '#contract/resources/registry.ts';

/** Describes the record that one line of an entry creates: an installment, or a new enrolment or book payout (decision 104). */
interface Line {
  readonly resource: ResourceName;
  readonly body: Draft;
}

/** Describes the part of an entry that holds its lines. */
export interface WithLines {
  readonly operation: { readonly resource: string };
  readonly body: Draft;
}

/**
 * Returns the lines of a write, as the mutations that they would be one by one: its new records, then its payments. None for a write of
 * one record, and for one with a line that this build cannot read: it must not be sent without that.
 */
export function linesOf({ operation, body }: WithLines): readonly Line[] {
  // Who pays is said of the whole: a line is about the student of its debt or record.
  const { payments = [], records = [], payer: _payer, ...shared } = body;
  if (operation.resource !== COLLECTION || !Array.isArray(payments) || !Array.isArray(records)) return [];
  const lines = [
    ...records.map((own: Draft) => ({ ...own, ...shared })),
    ...payments.map((own: Draft) => ({ is_installment: true, ...shared, ...own })),
  ].flatMap(({ resource, ...line }: Draft) => (isResourceName(resource) ? [{ resource, body: line }] : []));
  return lines.length === payments.length + records.length ? lines : [];
}

/** Returns the names of the resources whose records an entry writes. */
export function writtenResources(entry: WithLines): readonly string[] {
  const lines = linesOf(entry);
  return lines.length === 0 ? [entry.operation.resource] : lines.map(({ resource }) => resource);
}
