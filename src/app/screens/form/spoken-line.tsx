import { chakra } from '@chakra-ui/react';
import { useSettled } from '../use-settled.ts';

const SETTLE_MS = 700;

/** What a form has worked out, read out politely: once it has settled, and not at every key. */
export function SpokenLine({ text }: { text: string }) {
  return <chakra.output srOnly>{useSettled(text, SETTLE_MS)}</chakra.output>;
}
