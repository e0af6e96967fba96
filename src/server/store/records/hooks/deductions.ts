import type { Values } from '#server/store/branch-scope.ts';
import { conflict } from '#server/store/http-error.ts';
import type { ResourceHooks, StoredRow } from '#server/store/records/records.ts';

function refuseSettled({ settled_by_id }: StoredRow): void {
  if (settled_by_id === null) return;
  throw conflict('A salary was paid with this deduction taken off. Delete that salary to change it.');
}

function changes(row: StoredRow, columns: Values): boolean {
  return ['employee_id', 'amount', 'reason'].some(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  );
}

/** A settled deduction stays as it is while its salary stands (decision 35). */
export const deductions: ResourceHooks = {
  async refuseChange(_scope, row, columns) {
    if (changes(row, columns)) refuseSettled(row);
  },
  async beforeRemove(_scope, row) {
    refuseSettled(row);
  },
};
