import type { ColumnValues } from '#server/store/branch-scope.ts';
import { conflict } from '#server/store/http-error.ts';
import { messages } from '#server/store/messages.ts';
import type { ResourceHooks, StoredRow } from '#server/store/records/records.ts';

function assertNotSettled({ settled_by_id }: StoredRow): void {
  if (settled_by_id === null) return;
  throw conflict(messages.deductionSettled);
}

function changesContent(row: StoredRow, columns: ColumnValues): boolean {
  return ['employee_id', 'amount', 'reason'].some(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  );
}

/** Rejects changes and deletes of settled deductions (decision 35). */
export const deductionHooks: ResourceHooks = {
  async validateUpdate(_scope, row, columns) {
    if (changesContent(row, columns)) assertNotSettled(row);
  },
  async beforeDelete(_scope, row) {
    assertNotSettled(row);
  },
};
