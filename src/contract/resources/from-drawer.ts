import { z } from 'zod';
import type { Field } from '../fields.ts';

/**
 * Defines whether money was paid out of the drawer of who recorded it (decision 54). By default it is for staff, not for managers, and
 * absent leaves it to that. Forms send the text of it.
 */
export const fromDrawer = {
  kind: 'flag',
  label: 'Paid from the drawer',
  optional: true,
  capability: 'closes',
  onWithout: 'drawer.see-all',
  write: z
    .union(
      [
        z.boolean(),
        z.enum(['true', 'false']).transform((text) => text === 'true'),
        z.literal('').transform(() => undefined),
        z.null().transform(() => undefined),
      ],
      'Choose yes or no',
    )
    .optional(),
  read: z.boolean().nullish().transform(Boolean),
} as const satisfies Field;
