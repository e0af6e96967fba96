import { z } from 'zod';
import { isTimeZone, LAST_HOUR_OF_BEGINNING } from './days.ts';
import { inDigits } from './digits.ts';
import { bodies } from './texts/bodies.en.ts';

/** IANA name. */
export const typedTimeZone = z
  .string({ error: () => bodies.timeZone })
  .max(64, { error: () => bodies.timeZone })
  .refine(isTimeZone, { error: () => bodies.timeZone });

export const hoursOfBeginning = Array.from({ length: LAST_HOUR_OF_BEGINNING + 1 }, (_, hour) => ({
  value: String(hour),
  get label() {
    return inDigits(`${String(hour).padStart(2, '0')}:00`);
  },
}));
