import { Flex, type FlexProps } from '@chakra-ui/react';
import { useRef } from 'react';
import { useSaveBarRoom } from './use-save-bar-room.ts';

/** Renders the bar with the button that saves, sticky at the bottom of a form; toasts and notices keep clear of it. */
export function SaveBar(props: FlexProps) {
  const bar = useRef<HTMLDivElement>(null);
  useSaveBarRoom(bar);
  return (
    <Flex
      ref={bar}
      data-save-bar
      position="sticky"
      bottom="0"
      zIndex="1"
      paddingBlock="3"
      paddingBlockEnd="calc(0.75rem + env(safe-area-inset-bottom))"
      borderTopWidth="1px"
      {...props}
    />
  );
}
