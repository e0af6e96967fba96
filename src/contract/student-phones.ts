import { z } from 'zod';
import type { PhoneOwner } from './fields.ts';
import { student, studentPhones } from './resources/student.ts';

export type StudentPhone = (typeof studentPhones)[number];

export type ByPhone<Value> = Readonly<Record<StudentPhone, Value>>;

export const byPhone = <Value>(of: (name: StudentPhone) => Value): ByPhone<Value> =>
  Object.fromEntries(studentPhones.map((name) => [name, of(name)])) as ByPhone<Value>;

export const phonesShape = byPhone(() => z.string().nullish());

const calledFirst: readonly (PhoneOwner | undefined)[] = ['father', 'mother', 'student'];

const placeOf = (name: StudentPhone) => {
  const place = calledFirst.indexOf(student.fields[name].whose);
  return place < 0 ? calledFirst.length : place;
};

/** Parents first: calls are offered in this order. */
export const phonesToCall = studentPhones.toSorted((one, other) => placeOf(one) - placeOf(other));
