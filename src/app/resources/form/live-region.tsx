import { chakra } from '@chakra-ui/react';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';

const DEBOUNCE_MS = 700;

/** Announces computed text to screen readers once it stops changing. */
export function LiveRegion({ text }: { text: string }) {
  return <chakra.output srOnly>{useDebouncedValue(text, DEBOUNCE_MS)}</chakra.output>;
}
