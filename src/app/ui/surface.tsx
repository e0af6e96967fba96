import { chakra } from '@chakra-ui/react';

/** Stands out from the page: a part of a form, a card, a sheet. */
export const Surface = chakra('div', {
  base: { background: 'bg.surface', borderWidth: '1px', borderRadius: 'md' },
});
