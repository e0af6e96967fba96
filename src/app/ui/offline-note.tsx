import { chakra, Flex } from '@chakra-ui/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import { asOf } from '#app/lib/as-of.ts';
import { messages } from './messages.ts';

interface OfflineNoteProps {
  /** When the shown data was read, in milliseconds since 1970; 0 when never. */
  readonly updatedAt: number;
  /** Replaces the sentence about the time. */
  readonly text?: string | undefined;
  /** A sentence about what is not possible offline. */
  readonly also?: string;
}

/** Tells that the shown data comes from this device, and its time. */
export function OfflineNote({ updatedAt, text, also: limitation }: OfflineNoteProps) {
  return (
    <Flex
      role="status"
      align="center"
      gap="2"
      marginBlockEnd="4"
      paddingInline="4"
      paddingBlock="2"
      background="waiting.soft"
      color="waiting.fg"
      borderRadius="md"
      fontSize="sm"
    >
      <chakra.span flexShrink="0">
        <CloudOff size={18} aria-hidden />
      </chakra.span>
      <span>
        {text ??
          (updatedAt > 0
            ? messages.offlineAsOf({ time: asOf(updatedAt, Date.now()) })
            : messages.offline)}{' '}
        {limitation}
      </span>
    </Flex>
  );
}
