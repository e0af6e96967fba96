import { sql } from 'kysely';
import {
  type MadeMovement,
  type MoneyProblem,
  type MoneyWrite,
  moneyPermissions,
  rightsProblem,
} from '#contract/ledger/rights.ts';
import { permissions } from '#contract/permissions.ts';
import { parsePercent } from '#contract/rules/discounts.ts';
import type { BranchScope, ColumnValues } from '#server/db/branch-scope.ts';
import { messages } from '#server/messages/store.en.ts';
import { needsApproval } from '#server/platform/http-error.ts';
import type { MoneyTable } from './money-records.ts';

/** What a write did to money until now. */
interface Noted {
  readonly movements: bigint[];
  /** `source/id` */
  readonly deleted: Set<string>;
  /** A record that was not the person's own of today is gone. */
  deletesOthers: boolean;
}

const writes = new WeakMap<BranchScope, Noted>();

/** Undefined for a person who may move any money. */
function notedOf(scope: BranchScope): Noted | undefined {
  if (moneyPermissions.every(scope.may)) return undefined;
  const known = writes.get(scope);
  if (known) return known;
  const noted: Noted = { movements: [], deleted: new Set(), deletesOthers: false };
  writes.set(scope, noted);
  scope.beforeCommit(() => assertMayMove(scope, noted));
  return noted;
}

/** New movements that may be refused; their rights are asked for when all of the write is there. */
export function askBeforeCommit(scope: BranchScope, movements: readonly bigint[]): void {
  notedOf(scope)?.movements.push(...movements);
}

export function noteDeleted(scope: BranchScope, table: MoneyTable, rows: readonly ColumnValues[]): void {
  const noted = notedOf(scope);
  if (!noted) return;
  const since = scope.startOf(scope.today);
  for (const { id, created_by, created_at, close_id } of rows) {
    // Only the second count of its close takes it away.
    if (close_id) continue;
    noted.deleted.add(`${table}/${id}`);
    noted.deletesOthers ||= created_by !== scope.userId || new Date(String(created_at)) < since;
  }
}

/** All movements of the records and payables that the new ones are about. */
function readMovements(scope: BranchScope, { movements, deleted }: Noted): Promise<MadeMovement[]> {
  const added = sql`(select * from ${scope.rows('movement')} as one where id = any(${movements}::bigint[])) as added`;
  const isOfToday = sql`r.at >= ${scope.startOf(scope.today)}`;
  return scope.all(sql<MadeMovement>`
    select r.id::text, r.type, r.amount, r.reverses::text, r.resource, r.payable::text, r.student_id::text as student,
      r.credit_of::text as "creditOf", r.payment_method as method, r.source || '/' || r.record_id as record,
      r.id = any(${movements}::bigint[]) as "isNew", ${isOfToday} as "isOfToday",
      ${isOfToday} and r.close_id is null and r.made_by = ${scope.userId} and coalesce(r.recorded_by, r.made_by) = r.made_by as "isOwn",
      r.source = 'book_return' as "returnsCopies",
      r.reverses is not null and not r.source || '/' || r.record_id = any(${[...deleted]}::text[]) and exists (
        select from ${scope.rows('receipt_print')} as print
        where (print.resource = r.resource and print.record_id = r.record_id and r.source in ('enrolment', 'book_payout'))
          or (print.resource = 'collection' and print.record_id = r.collection_id)) as "isPrinted"
    from ${scope.rows('movement')} as r where r.id in (
      select known.id from ${added} join ${scope.rows('movement')} as known
        on known.payable = added.payable and (known.resource = 'book-payout') = (added.resource = 'book-payout')
      union select known.id from ${added} join ${scope.rows('movement')} as known
        on known.source = added.source and known.record_id = added.record_id)
    order by r.id`);
}

async function readLimit(scope: BranchScope): Promise<MoneyWrite['limit']> {
  const stored = await scope.first(sql<{ limit: string | null }>`
    select staff_discount_limit as limit from ${scope.rows('branch_settings')} as settings`);
  return stored?.limit ? parsePercent(stored.limit) : undefined;
}

function sentenceOf({ lacks, rule }: MoneyProblem): string {
  switch (rule) {
    case 'printed':
      return messages.printedStays;
    case 'other method':
      return messages.paidOtherwise;
    case "a sibling's credit":
      return messages.creditOfSibling;
    case undefined:
      return permissions[lacks].refusal;
  }
}

/** @throws {HttpError} 403 */
async function assertMayMove(scope: BranchScope, noted: Noted): Promise<void> {
  if (noted.deletesOthers) scope.assertMay('money.remove-any');
  if (noted.movements.length === 0) return;
  const movements = await readMovements(scope, noted);
  const forgives = movements.some(({ isNew, type }) => isNew && type === 'forgiven');
  const limit = forgives ? await readLimit(scope) : undefined;
  const problem = rightsProblem({ movements, limit }, scope.may);
  if (problem) throw needsApproval(sentenceOf(problem));
}
