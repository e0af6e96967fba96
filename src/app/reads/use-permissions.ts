import { useCallback } from 'react';
import { userMay } from '#app/cache/boot-cache.ts';
import { type May, type Operation, permissionFor } from '#contract/record-permissions.ts';
import type { ResourceName } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { useUser } from './branch-queries.ts';

/** The returned function stays the same while the permissions do (decision 46). */
export function usePermissions(): May {
  const user = useUser();
  const names = user?.permissions?.join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: another name of the same user changes nothing
  return useCallback((permission) => userMay(user, permission), [names]);
}

export function useMay(name: ResourceName, operation: Operation): boolean {
  return usePermissions()(permissionFor(resourceOf(name), operation));
}
