import type { Draft } from '#contract/define-resource.ts';

/** Returns the record id of a decision about two students: decisions about the same two have the same one, and so their order. */
export const familyPairId = ({ student, other }: Draft): string =>
  [String(student), String(other)].sort().join(' ');
