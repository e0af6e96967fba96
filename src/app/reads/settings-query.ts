import { queryOptions, useQuery } from '@tanstack/react-query';
import { request } from '#app/api/client.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import { branchSettings, defaultSettings, SETTINGS_PATH } from '#contract/branch-settings.ts';
import { branchQuery } from './branch-queries.ts';

/** Stored on the device, because receipts are printed offline. */
export function settingsQuery() {
  return queryOptions({
    queryKey: keys.settings,
    queryFn: ({ signal }) => request({ method: 'GET', path: SETTINGS_PATH, answer: branchSettings, signal }),
    meta: { persist: true },
  });
}

/**
 * With name and address of the branch. Defaults are used for settings that this device has not read, and on servers
 * without settings.
 */
export function useBranchSettings() {
  const { data: branch = bootCache().branch } = useQuery({
    ...branchQuery(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const { data } = useQuery({ ...settingsQuery(), enabled: branch?.settings === true });
  const settings = data ?? defaultSettings;
  return {
    ...settings,
    name: branch?.name ?? '',
    address: settings.address ?? (branch?.address || null),
  };
}
