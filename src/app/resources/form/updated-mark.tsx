import { Flex } from '@chakra-ui/react';
import RefreshCw from 'lucide-react/icons/refresh-cw';
import { messages } from './messages.ts';

/** Marks a field that took a newer value while its form was open. */
export function UpdatedMark() {
  return (
    <Flex marginBlockStart="1" gap="1.5" align="center" fontSize="sm" color="accent.fg">
      <RefreshCw size={14} aria-hidden />
      {messages.updatedJustNow}
    </Flex>
  );
}
