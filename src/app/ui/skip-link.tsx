import { chakra } from '@chakra-ui/react';
import { messages } from './texts.en.ts';

/** Renders a link that skips the menu for keyboard users; visible only while focused. */
export function SkipLink() {
  return (
    <chakra.a
      href="#content"
      position="fixed"
      top="2"
      insetInlineStart="2"
      zIndex="skip"
      display="inline-flex"
      alignItems="center"
      minH="target"
      px="4"
      borderRadius="md"
      bg="accent.solid"
      color="accent.onSolid"
      fontWeight="semibold"
      transform="translateY(-200%)"
      _focus={{ transform: 'none' }}
    >
      {messages.skipToContent}
    </chakra.a>
  );
}
