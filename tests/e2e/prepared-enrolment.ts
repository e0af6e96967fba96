import type { Api } from '../support/api.ts';

interface PreparedEnrolment {
  readonly student: string;
  readonly receipt: string;
  readonly price: string;
  readonly paid: string;
}

/** Starts a month and enrols a new student in an adult course, over the API. @returns the enrolment */
export async function prepareEnrolment(api: Api, { student: name, receipt, price, paid }: PreparedEnrolment) {
  await api.post('/month/', { name: 'November' });
  const student = await api.post('/students/', { name });
  return api.post('/adult-course/', {
    student: student.id,
    receipt_number: receipt,
    level: '1',
    period: '1',
    transportation_type: 'parent',
    price,
    paid_amount: paid,
  });
}
