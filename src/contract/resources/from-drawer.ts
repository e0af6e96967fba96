import { z } from 'zod';
import { readFlag } from '../computed-fields.ts';
import { defineField } from '../fields.ts';
import { sentences } from '../texts/sentences.en.ts';

/**
 * Money came from the drawer of the recorder (decision 54). The default is yes for staff and no for managers; an absent
 * value uses it. Forms send its text.
 */
export const fromDrawer = defineField(
  'fromDrawer',
  {
    kind: 'flag',
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
        { error: () => sentences.yesOrNo },
      )
      .optional(),
);
