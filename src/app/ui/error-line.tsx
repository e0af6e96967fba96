import { chakra, Flex } from '@chakra-ui/react';
import CircleAlert from 'lucide-react/icons/circle-alert';
import { errorMessage } from '#app/lib/texts.en.ts';

/** Renders 'Error: {message}' inside a dialog or above rows, and announces it. */
export function ErrorLine({ message }: { message: string | undefined }) {
  return (
    <Flex role="alert" gap="2" color="refused.fg" fontSize="sm" fontWeight="medium" alignItems="start">
      <chakra.span flexShrink="0" paddingBlockStart="0.5">
        <CircleAlert size={16} aria-hidden />
      </chakra.span>
      <chakra.span dir="auto">{errorMessage(message)}</chakra.span>
    </Flex>
  );
}
