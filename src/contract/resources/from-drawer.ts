import { optionalFlag } from '../fields.ts';

/**
 * Money came from the drawer of the recorder (decision 54). The default is yes for staff and no for managers; an absent
 * value uses it.
 */
export const fromDrawer = optionalFlag('fromDrawer', {
  capability: 'closes',
  onWithout: 'drawer.see-all',
});
