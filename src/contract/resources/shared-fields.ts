import { fieldWith, optionalDate, optionalFlag, readDeclaredDay } from '../fields.ts';
import type { Guard } from '../permissions.ts';

/** From that day on a person has left; null while they are here (decision 133). */
export const leftOn = fieldWith(optionalDate('leftOn'), {
  read: readDeclaredDay,
  capability: 'departures',
  byAction: true,
});

/** Decision 54. The default is yes for staff and no for managers; an absent value uses it. */
export const fromDrawer = optionalFlag('fromDrawer', {
  capability: 'closes',
  onWithout: 'drawer.see-all',
});

export const payGuard: Guard = { read: 'salaries.read', write: 'salaries.write' };
