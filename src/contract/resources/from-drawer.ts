import { z } from 'zod';
import { readFlag } from '../computed-fields.ts';
import { defineField } from '../fields.ts';

/**
 * Defines whether money was paid out of the drawer of who recorded it (decision 54). By default it is for staff, not for managers, and
 * absent leaves it to that. Forms send the text of it.
 */
export const fromDrawer = defineField(
  {
    kind: 'flag',
    label: 'Paid from the drawer',
    optional: true,
    capability: 'closes',
    onWithout: 'drawer.see-all',
    read: readFlag,
  },
  () =>
    z
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
);
