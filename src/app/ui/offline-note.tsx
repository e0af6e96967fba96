import { chakra, Flex } from '@chakra-ui/react';
import CloudOff from 'lucide-react/icons/cloud-off';
import { type ReactNode, useRef, useState } from 'react';
import { asOf } from '#app/lib/branch-day.ts';
import { keepAboveSaveBar } from './save-bar-room.ts';
import { messages } from './texts.en.ts';

interface OfflineNoteProps {
  /** Time of the read, in milliseconds since 1970; 0 if never. */
  readonly updatedAt: number;
  readonly text?: string | undefined;
  readonly also?: string | undefined;
  /** False while there is nothing to tell. A page that always renders the note never moves because of it. */
  readonly shown?: boolean;
}

const floating = {
  position: 'fixed',
  insetInlineStart: 'screenStart',
  insetInlineEnd: 'screenEnd',
  bottom:
    'calc(1rem + max(var(--bottom-bar, 0px), var(--save-bar, 0px)) + var(--update-offer, 0px) + env(safe-area-inset-bottom))',
  maxWidth: 'form',
  zIndex: 'bar',
  boxShadow: 'raised',
  pointerEvents: 'none',
} as const;

/**
 * A connection that is lost or comes back later moves nothing under a finger: the note floats, or leaves its room
 * empty.
 */
export function OfflineNote({ updatedAt, text, also: limitation, shown = true }: OfflineNoteProps) {
  const [inPage] = useState(shown);
  const content = useRef<ReactNode>(null);
  if (shown) {
    const age = updatedAt > 0 ? messages.offlineAsOf({ time: asOf(updatedAt) }) : messages.offline;
    content.current = `${text ?? age} ${limitation ?? ''}`;
  }
  if (!shown && !inPage) return null;
  return (
    <Flex
      ref={inPage ? undefined : keepAboveSaveBar}
      role="status"
      aria-hidden={!shown}
      data-floats={inPage ? undefined : ''}
      align="center"
      gap="2"
      paddingInline="4"
      paddingBlock="2"
      background="waiting.soft"
      color="waiting.fg"
      borderRadius="md"
      fontSize="sm"
      {...(inPage ? { marginBlockEnd: '4', visibility: shown ? undefined : 'hidden' } : floating)}
    >
      <chakra.span flexShrink="0">
        <CloudOff size={18} aria-hidden />
      </chakra.span>
      <span>{content.current}</span>
    </Flex>
  );
}
