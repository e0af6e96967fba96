import { isClosed } from '#contract/record-permissions.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { bookOrderHooks, stockCountHooks } from '#server/books/books.ts';
import { cashMoveHooks } from '#server/closes/cash-moves.ts';
import { parseRecordId } from '#server/db/columns.ts';
import type { TableMapping } from '#server/db/tables.ts';
import { attachedHooks, planHooks } from '#server/debts/plans.ts';
import { enrolments } from '#server/enrolments/enrolments.ts';
import { expenseHooks } from '#server/expenses/expenses.ts';
import { withHistory } from '#server/history/history.ts';
import { assertListed } from '#server/records/branch-lists.ts';
import { requireDiscount } from '#server/records/discounts.ts';
import {
  requireFields,
  requireRightToChange,
  requireRightToMove,
} from '#server/records/record-permissions.ts';
import { readRecord } from '#server/records/record-reader.ts';
import { type ResourceHooks, records } from '#server/records/records.ts';
import { withMissingReferences } from '#server/records/reference-problems.ts';
import { type Repository, readRepeated } from '#server/records/repository.ts';
import { refundHooks } from '#server/refunds/refunds.ts';
import { advanceHooks, bonusHooks, deductionHooks, salaryHooks } from '#server/staff/staff.ts';
import { studentHooks } from '#server/students/students.ts';

const hooks: Readonly<Partial<Record<ResourceName, ResourceHooks>>> = {
  student: studentHooks,
  'book-order': bookOrderHooks,
  salary: salaryHooks,
  deduction: deductionHooks,
  advance: advanceHooks,
  bonus: bonusHooks,
  expense: expenseHooks,
  refund: refundHooks,
  'stock-count': stockCountHooks,
  'cash-move': cashMoveHooks,
  reminder: attachedHooks,
  promise: attachedHooks,
  plan: planHooks,
};

export function repositoryOf({ resource }: TableMapping): Repository {
  const { create, update, remove } = withHistory(
    resource.installment ? enrolments : records(hooks[resource.name]),
  );
  return {
    async create(scope, mapping, body) {
      const stored = await readRepeated(scope, mapping, body);
      if (stored) return stored;
      requireFields(scope, mapping, body);
      const record = await create(scope, mapping, body).catch(async (error: unknown) => {
        throw await withMissingReferences(scope, mapping, error, body);
      });
      await assertListed(scope, mapping, record);
      await requireDiscount(scope, resource, record);
      return record;
    },
    async update(scope, mapping, id, body, ifMatch) {
      requireFields(scope, mapping, body);
      const change = await update(scope, mapping, id, body, ifMatch).catch(async (error: unknown) => {
        throw await withMissingReferences(scope, mapping, error, body, { isChange: true });
      });
      await assertListed(scope, mapping, change.after, change.before);
      await requireRightToChange(scope, mapping, change);
      return change;
    },
    async remove(scope, mapping, id, ...options) {
      const isRefusable = isClosed(resource) && !scope.may('money.remove-any');
      const parsed = isRefusable ? parseRecordId(id) : undefined;
      const record = parsed === undefined ? undefined : await readRecord(scope, mapping, parsed);
      if (record) await requireRightToMove(scope, mapping, record);
      const removed = await remove(scope, mapping, id, ...options);
      await requireRightToMove(scope, mapping, removed);
      return removed;
    },
  };
}
