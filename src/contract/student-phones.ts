import { z } from 'zod';
import type { PhoneOwner } from './fields.ts';
import { student, studentPhones } from './resources/student.ts';

export type StudentPhone = (typeof studentPhones)[number];

/** Holds a value for each phone of a student. */
export type ByPhone<Value> = Readonly<Record<StudentPhone, Value>>;

/** Returns the value of each phone of a student. */
export const byPhone = <Value>(of: (name: StudentPhone) => Value): ByPhone<Value> =>
  Object.fromEntries(studentPhones.map((name) => [name, of(name)])) as ByPhone<Value>;

/** Parses the phones of a student in an answer. */
export const phonesShape = byPhone(() => z.string().nullish());

const calledFirst: readonly (PhoneOwner | undefined)[] = ['father', 'mother', 'student'];

const placeOf = (name: StudentPhone) => {
  const place = calledFirst.indexOf(student.fields[name].whose);
  return place < 0 ? calledFirst.length : place;
};

/** Lists the phones of a student in the order in which they are offered for a call: parents first. */
export const phonesToCall = studentPhones.toSorted((one, other) => placeOf(one) - placeOf(other));
