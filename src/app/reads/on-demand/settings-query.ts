import { queryOptions } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { branchSettings, SETTINGS_PATH } from '#contract/branch-settings.ts';

/** Returns the query of the settings of the branch; they are kept on the device, since receipts are printed offline. */
export function settingsQuery() {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => request({ method: 'GET', path: SETTINGS_PATH, answer: branchSettings, signal }),
    meta: { persist: true },
  });
}
