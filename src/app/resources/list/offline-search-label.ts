import type { Resource } from '#contract/define-resource.ts';
import type { OfflinePage } from './search-offline.ts';

/** Returns "the 12 students" or "the only student". */
function searchedWords({ singular, plural }: Resource, { searched }: OfflinePage): string {
  const things = singular === plural ? 'records' : plural.toLowerCase();
  return searched === 1 ? `the only ${singular.toLowerCase()}` : `the ${searched} ${things}`;
}

/** Describes what was searched on this device while offline. */
export function offlineSearchLabel(resource: Resource, kept: OfflinePage | undefined): string | undefined {
  if (!kept) return undefined;
  if (kept.untold) return 'It does not know which month a record is in: take the month away to search here.';
  return `Searched ${searchedWords(resource, kept)} kept on this device; there may be more.`;
}

/** Describes what this device searched because the server has no filters. */
export function localSearchLabel(resource: Resource, kept: OfflinePage): string {
  if (kept.untold)
    return 'This server does not tell which month a record is in: take the month away to see its records.';
  return `This server can't search or order, so this device looked through ${searchedWords(resource, kept)} of the branch.`;
}
