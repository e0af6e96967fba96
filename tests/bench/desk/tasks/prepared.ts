import { z } from 'zod';
import { branchFactory } from '#server/demo/branch-factory.ts';
import type { Api } from '../../../support/api.ts';
import type { Desk } from '../task.ts';

interface Family {
  readonly name: string;
  readonly student: string;
  readonly course: string;
}

/** Two students with one guardian's phone owe L.E. 300, 200 and 100; a larger first debt stands on the first page of all debts. */
export async function family({ api, word, serial }: Desk, first = 300): Promise<Family> {
  const factory = branchFactory(serial);
  const phone = `010${String(serial).padStart(8, '0')}`;
  const name = `${word} Adel`;
  const none = { phone: '', mother_phone: '' };
  const one = await api.post('/students/', factory.student({ ...none, name, father_phone: phone }));
  const other = await api.post(
    '/students/',
    factory.student({ ...none, name: `Omar ${word}`, father_phone: '', mother_phone: `+2${phone}` }),
  );
  const owe = (price: string, custom_date: string) => ({ price, paid_amount: '0', custom_date });
  const course = factory.enrolment('adult-course', String(one.id), owe(String(first), '2026-01-05'));
  const { id } = await api.post('/adult-course/', course);
  await api.post('/bus/', factory.enrolment('bus', String(other.id), owe('200', '2026-02-05')));
  await api.post('/nursery/', factory.enrolment('nursery', String(other.id), owe('100', '2026-03-05')));
  return { name, student: String(one.id), course: String(id) };
}

export async function payment({ api, word, serial }: Desk) {
  const factory = branchFactory(serial);
  const name = `${word} Hany`;
  const receipt = `W${serial}`;
  const { id } = await api.post('/students/', factory.student({ name }));
  const body = { price: '900', paid_amount: '250', receipt_number: receipt };
  const bus = await api.post('/bus/', factory.enrolment('bus', String(id), body));
  return { name, receipt, student: String(id), bus: String(bus.id) };
}

const named = z.object({ student_data: z.object({ name: z.string() }).nullish() });

export async function enrolledByName(api: Api, path: string, name: string) {
  return (await api.all(path)).filter((one) => named.parse(one).student_data?.name === name);
}
