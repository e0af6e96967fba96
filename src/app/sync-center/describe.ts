import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { pendingRecord } from '#app/reads/pending-record.ts';
import { type Draft, formOf, type Resource } from '#contract/define-resource.ts';
import { formatMoney, readPiastres } from '#contract/money.ts';
import { namesIn } from '#contract/resources/name-in.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';

/** Its own name, else those of what it refers to, else the first words that were written. */
function nameIn(resource: Resource, record: Draft): string | undefined {
  if (typeof record.name === 'string') return record.name;
  const referred = namesIn(record, ...Object.keys(resource.fields));
  const first = Object.entries(resource.fields).find(([, { kind }]) => kind === 'text')?.[0];
  const words = first === undefined ? undefined : record[first];
  return referred || (typeof words === 'string' ? words : undefined);
}

/** What it comes to: its cash, else its first amount; said to be open where only the host can work it out. */
function amountIn({ cash, fields }: Resource, record: Draft): string | undefined {
  const name = cash?.field ?? Object.keys(fields).find((field) => fields[field]?.kind === 'money');
  if (name === undefined) return undefined;
  const amount = readPiastres(record[name]);
  if (amount !== undefined) return formatMoney(amount);
  return name in fields ? undefined : 'amount not known yet';
}

function copiesIn({ fields }: Resource, record: Draft): string | undefined {
  const name = Object.keys(fields).find((field) => fields[field]?.kind === 'quantity');
  const copies = name === undefined ? undefined : record[name];
  if (typeof copies !== 'string') return undefined;
  return copies === '1' ? '1 copy' : `${copies} copies`;
}

/** "Installment · Mona Adel · L.E. 500.00 · receipt 1042": what a person recognises a write by. */
export function describe(row: OutboxEntry): string {
  const { resource: name, kind } = row.operation;
  if (row.parked === 'unreadable' || !isResourceName(name)) {
    return `An entry of ${new Date(row.createdAt).toLocaleDateString()} that this version cannot read`;
  }
  const resource = resourceOf(name);
  const record = {
    ...row.before,
    ...(kind === 'create' ? pendingRecord(resource, row) : { ...row.body, ...row.expected }),
  };
  const { singular } = formOf(resource, { ...row.before, ...row.body });
  const verb = kind === 'update' ? `Change ${singular.toLowerCase()}` : `Delete ${singular.toLowerCase()}`;
  const receipt = typeof record.receipt_number === 'string' ? `receipt ${record.receipt_number}` : undefined;
  return [
    kind === 'create' ? singular : verb,
    nameIn(resource, record),
    copiesIn(resource, record),
    amountIn(resource, record),
    receipt,
  ]
    .filter(Boolean)
    .join(' · ');
}
