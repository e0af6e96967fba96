import { fieldWith, optionalDate, readDeclaredDay } from '../fields.ts';

/** From that day on a person has left; null while they are here (decision 133). */
export const leftOn = fieldWith(optionalDate('leftOn'), {
  read: readDeclaredDay,
  capability: 'departures',
  byAction: true,
});
