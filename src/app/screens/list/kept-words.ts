import type { Resource } from '#contract/define-resource.ts';
import type { KeptPage } from './search-kept.ts';

/** Says what was looked through where only this device could be asked. */
export function keptWords({ one, many }: Resource, kept: KeptPage | undefined): string | undefined {
  if (!kept) return undefined;
  if (kept.untold) return 'It does not know which month a record is in: take the month away to search here.';
  const things = one === many ? 'records' : many.toLowerCase();
  return kept.searched === 1
    ? `Searched the only ${one.toLowerCase()} kept on this device; there may be more.`
    : `Searched the ${kept.searched} ${things} kept on this device; there may be more.`;
}
