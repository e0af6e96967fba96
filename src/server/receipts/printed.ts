import { sql } from 'kysely';
import { collectionResources } from '#contract/collections.ts';
import type { BranchScope } from '#server/db/branch-scope.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { messages } from '#server/messages/store.en.ts';
import { forbidden } from '#server/platform/http-error.ts';

export const collectionOf = ({ collection }: Record<string, unknown>) =>
  typeof collection === 'string' ? BigInt(collection) : null;

interface Payment {
  readonly id: unknown;
  readonly collection: unknown;
}

/** A receipt of the payment, or of its collection, was printed. */
const printExists = (scope: BranchScope, name: string, { id, collection }: Payment) =>
  sql<boolean>`exists (select from ${scope.rows('receipt_print')} as print
    where (what = ${name} and record_id = ${id}) or (what = 'collection' and record_id = ${collection}))`;

/** A condition on row `r` of the table. */
export const isPrintedIn = (scope: BranchScope, { resource }: TableMapping) =>
  printExists(scope, resource.name, { id: sql`r.id`, collection: sql`r.collection_id` });

export async function isPrinted(
  scope: BranchScope,
  { name }: TableMapping['resource'],
  record: Record<string, unknown>,
): Promise<boolean> {
  if (!collectionResources.some((one) => one === name)) return false;
  const payment = { id: BigInt(String(record.id)), collection: collectionOf(record) };
  const found = await scope.first(sql<{ printed: boolean }>`
    select ${printExists(scope, name, payment)} as printed`);
  return found?.printed === true;
}

/**
 * Staff delete a printed payment with a reason, which is kept (decision 55). Emptying it, or giving it to another student, day or method
 * would leave no trace of the paper. Call it after the row is locked.
 * @throws {HttpError} 403
 */
export async function requireUnprinted(
  scope: BranchScope,
  { resource }: TableMapping,
  record: Record<string, unknown>,
): Promise<void> {
  if (scope.may('money.remove-any')) return;
  if (await isPrinted(scope, resource, record)) throw forbidden(messages.printedStays);
}
