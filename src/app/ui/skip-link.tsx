import { chakra } from '@chakra-ui/react';

/** For a keyboard: past the menu, to the content. Seen only while it has the focus. */
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
      Skip to content
    </chakra.a>
  );
}
