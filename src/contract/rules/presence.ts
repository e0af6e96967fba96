import type { Day } from '../days.ts';
import type { Draft } from '../define-resource.ts';

/** Decision 133. */
export const hasLeft = ({ left_on }: Draft, today: Day): boolean =>
  typeof left_on === 'string' && left_on !== '' && left_on <= today;
