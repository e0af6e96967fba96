import { Badge } from '@chakra-ui/react';
import type { Month } from '#contract/month.ts';

/** Renders the status of a month as a coloured word. */
export function StatusBadge({ status }: Pick<Month, 'status'>) {
  return status === 'running' ? (
    <Badge colorPalette="settled">Running</Badge>
  ) : (
    <Badge colorPalette="neutral">Ended</Badge>
  );
}
