import { z } from 'zod';
import { readFlag } from '../computed-fields.ts';
import { defineField } from '../fields.ts';

/**
 * Money came from the drawer of the recorder (decision 54). The default is yes for staff and no for managers; an absent
 * value uses it. Forms send its text.
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
