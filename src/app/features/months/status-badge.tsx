import { Badge } from '@chakra-ui/react';
import type { Month } from '#contract/month.ts';
import { messages } from './texts.en.ts';

export function StatusBadge({ status }: Pick<Month, 'status'>) {
  return status === 'running' ? (
    <Badge colorPalette="settled">{messages.running}</Badge>
  ) : (
    <Badge colorPalette="neutral">{messages.ended}</Badge>
  );
}
