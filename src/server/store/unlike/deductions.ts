import type { Values } from '../branch-scope.ts';
import type { StoredRow, Unlike } from '../records.ts';
import { clash } from '../refusal.ts';

function refuseSettled({ settled_by_id }: StoredRow): void {
  if (settled_by_id === null) return;
  throw clash('A salary was paid with this deduction taken off. Delete that salary to change it.');
}

function changes(row: StoredRow, columns: Values): boolean {
  return ['employee_id', 'amount', 'reason'].some(
    (name) => columns[name] !== undefined && columns[name] !== row[name],
  );
}

/** A settled deduction stays as it is while its salary stands (decision 35). */
export const deductions: Unlike = {
  async refuseChange(_scope, row, columns) {
    if (changes(row, columns)) refuseSettled(row);
  },
  async beforeRemove(_scope, row) {
    refuseSettled(row);
  },
};
