import { chakra } from '@chakra-ui/react';
import { useDebouncedValue } from '#app/lib/use-debounced-value.ts';

const SETTLE_MS = 700;

/** What a form has worked out, read out politely: once it has settled, and not at every key. */
export function LiveRegion({ text }: { text: string }) {
  return <chakra.output srOnly>{useDebouncedValue(text, SETTLE_MS)}</chakra.output>;
}
