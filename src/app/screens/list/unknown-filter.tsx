import { chakra } from '@chakra-ui/react';
import { meetsFilters } from '#app/data/list-match.ts';
import type { ListSearch } from '#app/data/query-keys.ts';
import type { ListedRecord } from '#app/outbox/use-records.ts';
import type { Resource } from '#contract/define-resource.ts';

interface UnknownFilterProps {
  readonly resource: Resource;
  readonly rows: readonly ListedRecord[];
  readonly search: ListSearch;
}

/** Says so where a host knows nothing of a filter and answers rows that do not meet it (decision 31). */
export function UnknownFilter({ resource, rows, search }: UnknownFilterProps) {
  // What waits on this device may have moved a row out of the filter since.
  const asAnswered = rows.filter(({ pending, pendingMoney }) => !pending && !pendingMoney);
  if (asAnswered.every(({ record }) => meetsFilters(resource, record, search))) return null;
  return (
    <chakra.p role="status" color="waiting.fg" fontSize="sm" fontWeight="medium" marginBlockEnd="4">
      This server does not know these filters: rows that do not fit them are shown as well.
    </chakra.p>
  );
}
