import { Badge } from '@chakra-ui/react';
import type { Month } from '#contract/month.ts';

/** Whether a month runs, in a word and a colour. */
export function StatusBadge({ status }: Pick<Month, 'status'>) {
  return status === 'running' ? (
    <Badge colorPalette="settled">Running</Badge>
  ) : (
    <Badge colorPalette="neutral">Ended</Badge>
  );
}
