import type { Draft } from '#contract/define-resource.ts';
import { FAMILY } from '#contract/resource-names.ts';

/** Returns the record id of a decision about two students: decisions about the same two have the same one, and so their order. */
export const familyPairId = ({ student, other }: Draft): string =>
  [String(student), String(other)].sort().join(' ');

/** Returns the record id of a mutation once its body names the server's ids: that of a decision about a family follows its students. */
export const recordIdFor = (resource: string, recordId: string, body: Draft): string =>
  resource === FAMILY ? familyPairId(body) : recordId;
