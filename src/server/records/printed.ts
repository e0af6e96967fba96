import { sql } from 'kysely';
import { collectionResources } from '#contract/collections.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { badField, needsApproval } from '#server/platform/http-error.ts';
import type { WireRecord } from './record-reader.ts';

const collectionOf = ({ collection }: Record<string, unknown>) =>
  typeof collection === 'string' ? collection : null;

async function isPrinted(
  scope: BranchScope,
  { name }: TableMapping['resource'],
  record: Record<string, unknown>,
): Promise<boolean> {
  if (!collectionResources.some((one) => one === name)) return false;
  const printed = await scope.count(sql`from ${scope.rows('receipt_print')} as print
    where (resource = ${name} and record_id = ${String(record.id)}) or (resource = 'collection' and record_id = ${collectionOf(record)})`);
  return printed > 0;
}

/** Staff delete a printed payment with a reason (decision 55); a change would leave no trace. Lock the row before. */
export async function requireUnprinted(
  scope: BranchScope,
  { resource }: TableMapping,
  record: Record<string, unknown>,
): Promise<void> {
  if (scope.may('money.remove-any')) return;
  if (await isPrinted(scope, resource, record)) throw needsApproval(messages.printedStays);
}

/** The history keeps the reason (decision 55). Lock the row before, as a print does. */
export async function requireReasonIfPrinted(
  scope: BranchScope,
  { resource }: TableMapping,
  record: WireRecord,
  reason: string | undefined,
): Promise<void> {
  if (!reason && (await isPrinted(scope, resource, record)))
    throw badField('reason', messages.printedNeedsReason, { code: 'reason-missing' });
}
