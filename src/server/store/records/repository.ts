import type { Draft } from '#contract/define-resource.ts';
import { formOf } from '#contract/define-resource.ts';
import { formatMoney, parsePiastres } from '#contract/money.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { parseId } from '#server/store/columns.ts';
import { notFound } from '#server/store/http-error.ts';
import type { TableMapping } from '#server/store/tables.ts';
import { readRecord, type WireRecord } from './record-reader.ts';

/** A record before and after a change. */
export interface Changed {
  readonly before: WireRecord;
  readonly after: WireRecord;
}

/** How the records of one shape of table are written; reading is the same for all. Each call is within a transaction. */
export interface Repository {
  /** @throws {Refusal} */
  readonly create: (scope: BranchScope, facts: TableMapping, body: unknown) => Promise<WireRecord>;
  /** @throws {Refusal} 404 where there is none */
  readonly update: (scope: BranchScope, facts: TableMapping, id: string, body: unknown) => Promise<Changed>;
  /** Answers the record as it was. @throws {Refusal} 409 naming what hangs on it (decision 16) */
  readonly remove: (scope: BranchScope, facts: TableMapping, id: string) => Promise<WireRecord>;
}

/** @throws {Refusal} 404 where the branch has none of that kind and id */
export async function requireRecord(
  scope: BranchScope,
  facts: TableMapping,
  id: string,
): Promise<WireRecord> {
  const parsed = parseId(id);
  const record = parsed === undefined ? undefined : await readRecord(scope, facts, parsed);
  if (!record) throw notFound();
  return record;
}

/** "Student Mona Adel deleted." */
export function deletedSentence(facts: TableMapping, record: Draft): string {
  return `${recordName(facts, record)} deleted.`;
}

/** "Student Mona Adel", "Installment Mona Adel, receipt 12" */
export function recordName(facts: TableMapping, record: Draft): string {
  return `${formOf(facts.resource, record).singular} ${facts.resource.titleOf(record)}`;
}

/** "Installment of L.E. 300.00 saved." for the answer of an installment (specification, section 7); nothing else says anything. */
export function createdSentence(facts: TableMapping, record: Draft): { readonly detail?: string } {
  const form = formOf(facts.resource, record);
  if (form === facts.resource) return {};
  return { detail: `${form.singular} of ${formatMoney(parsePiastres(String(record.paid_amount)))} saved.` };
}
