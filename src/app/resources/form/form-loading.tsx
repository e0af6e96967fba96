import { Flex, Spinner } from '@chakra-ui/react';

/** While the record of a form is loading: a spinner in the room of the form. */
export function FormLoading() {
  return (
    <Flex role="status" aria-label="Loading" align="center" justify="center" minHeight="24rem">
      <Spinner size="lg" color="accent.fg" />
    </Flex>
  );
}
