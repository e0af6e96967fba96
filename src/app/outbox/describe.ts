import { formOf } from '#contract/define-resource.ts';
import { formatMoney, parseMoney } from '#contract/money.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import type { OutboxRow } from './outbox-row.ts';
import { pendingRecord } from './pending-record.ts';

function nameIn(record: Readonly<Record<string, unknown>>): string | undefined {
  if (typeof record.name === 'string') return record.name;
  for (const [field, value] of Object.entries(record)) {
    if (!field.endsWith('_data') || typeof value !== 'object' || value === null) continue;
    if ('name' in value && typeof value.name === 'string') return value.name;
  }
  return undefined;
}

/** "Installment · Mona Adel · L.E. 500.00 · receipt 1042": what a person recognises a write by. */
export function describe(row: OutboxRow): string {
  const { resource: name, kind } = row.operation;
  if (row.parked === 'unreadable' || !isResourceName(name)) {
    return `An entry of ${new Date(row.createdAt).toLocaleDateString()} that this version cannot read`;
  }
  const resource = resourceOf(name);
  const record = {
    ...row.before,
    ...(kind === 'create' ? pendingRecord(resource, row) : row.body),
  };
  const { one } = formOf(resource, { ...row.before, ...row.body });
  const verb = kind === 'update' ? `Change ${one.toLowerCase()}` : `Delete ${one.toLowerCase()}`;
  const cash = resource.cash && record[resource.cash.field];
  const amount = typeof cash === 'string' ? parseMoney(cash) : undefined;
  const receipt = typeof record.receipt_number === 'string' ? `receipt ${record.receipt_number}` : undefined;
  return [
    kind === 'create' ? one : verb,
    nameIn(record),
    amount !== undefined && formatMoney(amount),
    receipt,
  ]
    .filter(Boolean)
    .join(' · ');
}
