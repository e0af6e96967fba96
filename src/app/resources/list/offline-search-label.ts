import type { Resource } from '#contract/define-resource.ts';
import type { OfflinePage } from './search-offline.ts';

/** Returns "the 12 students" or "the only student". */
function searchedLabel({ singular, plural }: Resource, { searched }: OfflinePage): string {
  const noun = singular === plural ? 'records' : plural.toLowerCase();
  return searched === 1 ? `the only ${singular.toLowerCase()}` : `the ${searched} ${noun}`;
}

/** Describes what was searched on this device while offline. */
export function offlineSearchLabel(resource: Resource, page: OfflinePage | undefined): string | undefined {
  if (!page) return undefined;
  if (page.monthUnknown)
    return 'It does not know which month a record is in: take the month away to search here.';
  return `Searched ${searchedLabel(resource, page)} kept on this device; there may be more.`;
}

/** Describes what this device searched because the server has no filters. */
export function localSearchLabel(resource: Resource, page: OfflinePage): string {
  if (page.monthUnknown)
    return 'This server does not tell which month a record is in: take the month away to see its records.';
  return `This server can't search or order, so this device looked through ${searchedLabel(resource, page)} of the branch.`;
}
