import type { FormDefinition, Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import type { ScriptedServer } from './render-screen.tsx';

function sampleOf(field: Field, name: string): string {
  if (field.kind === 'money') return name === 'price' ? '3,000.00' : '1,000.00';
  if (field.kind === 'quantity') return '2';
  if (field.kind === 'choice') return field.choices?.[0]?.value ?? '';
  if (field.kind === 'phone') return '01000000001';
  if (field.kind === 'date') return '3/11/2026';
  return `A ${field.label}`;
}

export function samplesOf({ fields }: FormDefinition): { name: string; field: Field; value: string }[] {
  return (
    Object.entries(fields)
      // The scripted server declares nothing beyond the specification.
      .filter(([, field]) => field.kind !== 'reference' && field.capability === undefined)
      .map(([name, field]) => ({ name, field, value: sampleOf(field, name) }))
  );
}

export const mona = {
  id: 's1',
  code: 'S-0001',
  name: 'Mona Adel',
  phone: '01001234567',
  created_at: '2026-11-02T08:00:00Z',
};
export const ahmad = {
  id: 's2',
  code: 'S-0002',
  name: 'أحمد سمير',
  phone: '01112223334',
  created_at: '2026-11-01T08:00:00Z',
};

export const savedCollection = (receiptNumber: string, lines: readonly object[] = []) => {
  const record = {
    id: 'k1',
    receipt_number: receiptNumber,
    total: '0.00',
    received: '0.00',
    created_at: '2026-11-05T08:00:00Z',
  };
  return { records: [{ resource: 'collection', record }, ...lines] };
};

/** Has ten copies in stock, at a unit price of 600. */
export const starter = {
  id: 'b1',
  name: 'Starter One',
  category: 'kids_courses',
  subject: 'english',
  level: '1',
  sell_price: '600.00',
  quantity: '10',
  profit: '0.00',
  custom_date: null,
  created_at: '2026-11-02T08:00:00Z',
};

export const sara = {
  id: 'e1',
  name: 'Sara Nabil',
  job_title: 'Teacher',
  salary: '5000.00',
  phone: '01001112223',
  created_at: '2026-11-02T08:00:00Z',
};

/** Maps each referenced resource to the record that pickers offer. */
const picked: Partial<Record<ResourceName, { readonly id: string; readonly name: string }>> = {
  student: mona,
  book: starter,
  employee: sara,
};

/** @throws {Error} if these samples have no record of the kind that the reference names */
export function pickedFor(field: Field): { readonly id: string; readonly name: string } {
  const record = field.refersTo && picked[field.refersTo];
  if (!record) throw new Error(`No sample for ${field.label}`);
  return record;
}

export function servePickerRecords(server: ScriptedServer): void {
  for (const [name, record] of Object.entries(picked))
    server.list(resourceOf(name as ResourceName).path, [record]);
}

function storedOf(field: Field, name: string): unknown {
  if (field.kind === 'reference') return pickedFor(field).id;
  if (field.kind === 'money') return name === 'price' ? '3000.00' : '1000.00';
  if (field.kind === 'timestamp') return '2026-11-03T08:00:00Z';
  if (field.kind === 'flag') return false;
  // A refund names what was paid for; an enrolment is no installment.
  const isUnlinked = field.link === true && field.optional;
  return field.kind === 'date' || isUnlinked || name === 'settled_by' ? null : sampleOf(field, name);
}

export function storedRecord(
  resource: Resource,
  more: Record<string, unknown> = {},
): Record<string, unknown> {
  const fields = Object.entries({ ...resource.fields, ...resource.computed }).filter(
    // A flag is read as false from a server that does not know it. What a list shows, every server sends.
    ([name, { capability, kind }]) =>
      capability === undefined || kind === 'flag' || resource.columns.includes(name),
  );
  const embedded = fields.flatMap(([name, field]) =>
    field.kind === 'reference' ? [[`${name}_data`, pickedFor(field)] as const] : [],
  );
  return {
    id: 'r1',
    ...Object.fromEntries(fields.map(([name, field]) => [name, storedOf(field, name)])),
    ...Object.fromEntries(embedded),
    ...more,
  };
}

/** Is an enrolment of Mona's with 2,000 remaining. */
export const enrolment = {
  id: 'c1',
  student: 's1',
  student_data: { id: 's1', name: 'Mona Adel', phone: '01001234567' },
  receipt_number: '1001',
  level: '3',
  period: '2',
  transportation_type: 'parent',
  price: '3000.00',
  paid_amount: '1000.00',
  remaining_amount: '2000.00',
  is_installment: false,
  related_record: null,
  custom_date: null,
  notes: null,
  created_at: '2026-11-03T08:00:00Z',
};

export const installment = {
  ...enrolment,
  id: 'c2',
  receipt_number: '1002',
  price: null,
  paid_amount: '500.00',
  remaining_amount: null,
  is_installment: true,
  related_record: 'c1',
  custom_date: '2026-11-09',
};

export const payoutInstallment = {
  id: 'i1',
  quantity: '0',
  price: null,
  remaining_amount: null,
  is_installment: true,
  related_record: 'p1',
};

export const settled = {
  ...enrolment,
  id: 'c3',
  receipt_number: '1003',
  paid_amount: '3000.00',
  remaining_amount: '0.00',
};

/** Returns a line of the history, of a payment that Mona's enrolment got. */
export const historyLine = (more: Record<string, unknown> = {}) => ({
  id: '1',
  at: '2026-11-04T08:00:00Z',
  user: '2',
  user_name: 'Omar Fathy',
  device: null,
  agent: null,
  action: 'changed' as const,
  resource: 'adult-course',
  record: 'c1',
  title: 'Mona Adel',
  month: null,
  before: { paid_amount: '1000.00' },
  after: { paid_amount: '1600.00' },
  note: null,
  ...more,
});

/** The sums of a dashboard: of a month in which no money moved, and of another one. */
export const noSums = {
  total_income: '0.00',
  franchise_expenses: '0.00',
  total_expenses: '0.00',
  total_profit: '0.00',
};
export const someSums = {
  total_income: '1500.00',
  franchise_expenses: '200.00',
  total_expenses: '300.00',
  total_profit: '1200.00',
};
