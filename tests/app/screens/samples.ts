import type { FormFacts } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';

/** Something a person could type into a field, as the form holds it; '' where a record must be picked. */
function sampleOf(field: Field, name: string): string {
  if (field.kind === 'money') return name === 'price' ? '3,000.00' : '1,000.00';
  if (field.kind === 'choice') return field.choices?.[0]?.value ?? '';
  if (field.kind === 'phone') return '01000000001';
  if (field.kind === 'date') return '3/11/2026';
  return `A ${field.label}`;
}

/** What to type into each field of a form, references left out. */
export function samplesOf({ fields }: FormFacts): { name: string; field: Field; value: string }[] {
  return Object.entries(fields)
    .filter(([, field]) => field.kind !== 'reference')
    .map(([name, field]) => ({ name, field, value: sampleOf(field, name) }));
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

/** An enrolment of Mona's with 2 000 still owed. */
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

/** An enrolment that is fully paid. */
export const settled = {
  ...enrolment,
  id: 'c3',
  receipt_number: '1003',
  paid_amount: '3000.00',
  remaining_amount: '0.00',
};
