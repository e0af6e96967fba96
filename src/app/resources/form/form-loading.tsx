import { Flex, Spinner } from '@chakra-ui/react';
import { messages as appMessages } from '#app/lib/texts.en.ts';

/** Renders a spinner at a form's height while its record loads. */
export function FormLoading() {
  return (
    <Flex role="status" aria-label={appMessages.loading} align="center" justify="center" minHeight="24rem">
      <Spinner size="lg" color="accent.fg" />
    </Flex>
  );
}
