import { Flex, Spinner } from '@chakra-ui/react';

/** Renders a spinner at a form's height while its record loads. */
export function FormLoading() {
  return (
    <Flex role="status" aria-label="Loading" align="center" justify="center" minHeight="24rem">
      <Spinner size="lg" color="accent.fg" />
    </Flex>
  );
}
