import { chakra } from '@chakra-ui/react';
import type { Resource } from '#contract/define-resource.ts';
import { localSearchLabel } from './offline-search-label.ts';
import type { OfflinePage } from './search-offline.ts';

/** Tells that this device searches and sorts in place of the server (decision 31). */
export function OfflineSearchNote({ resource, page }: { resource: Resource; page: OfflinePage }) {
  return (
    <chakra.p role="status" color="fg.muted" fontSize="sm" marginBlockEnd="4">
      {localSearchLabel(resource, page)}
    </chakra.p>
  );
}
