import { chakra } from '@chakra-ui/react';
import type { Resource } from '#contract/define-resource.ts';
import { wholeWords } from './kept-words.ts';
import type { KeptPage } from './search-kept.ts';

/** Says so where this device searches and orders by itself, because the host can't (decision 31). */
export function SearchedHere({ resource, kept }: { resource: Resource; kept: KeptPage }) {
  return (
    <chakra.p role="status" color="fg.muted" fontSize="sm" marginBlockEnd="4">
      {wholeWords(resource, kept)}
    </chakra.p>
  );
}
