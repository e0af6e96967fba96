import type { Resource } from '#contract/define-resource.ts';
import type { OfflinePage } from './search-offline.ts';
import { messages } from './texts.en.ts';

/** Returns the plural noun for a count: some services have the same singular and plural. */
export const countedNoun = ({ singular, plural }: Resource): string =>
  singular === plural ? messages.records : plural.toLowerCase();

/** Returns the number of searched records and their nouns. */
const searchedRecords = (resource: Resource, { searched }: OfflinePage) => ({
  count: searched,
  thing: resource.singular.toLowerCase(),
  things: countedNoun(resource),
});

/** Describes what was searched on this device while offline. */
export function offlineSearchLabel(resource: Resource, page: OfflinePage | undefined): string | undefined {
  if (!page) return undefined;
  if (page.monthUnknown) return messages.monthUnknownOffline;
  return messages.searchedOffline(searchedRecords(resource, page));
}

/** Describes what this device searched because the server has no filters. */
export function localSearchLabel(resource: Resource, page: OfflinePage): string {
  if (page.monthUnknown) return messages.monthUnknownLocally;
  return messages.searchedLocally(searchedRecords(resource, page));
}
