import { chakra, Text } from '@chakra-ui/react';
import { asOf } from '#app/lib/as-of.ts';
import { describe } from '../describe.ts';
import { EnteredBy } from '../entered-by.tsx';
import { reasonText } from './discard-reasons.ts';
import { EntryTitle } from './entry-title.tsx';
import { messages } from './messages.ts';
import { useDiscarded } from './use-discarded.ts';

/** Lists the entries discarded on this device in the last 60 days, with reason, user and time. */
export function DiscardedList({ now }: { readonly now: number }) {
  const discarded = useDiscarded();
  if (discarded.length === 0) return null;
  return (
    <chakra.details>
      <chakra.summary
        minH="target"
        py="2.5"
        fontSize="sm"
        fontWeight="medium"
        color="fg.muted"
        cursor="pointer"
      >
        {messages.discardedCount({ count: discarded.length })}
      </chakra.summary>
      <chakra.ul display="grid" gap="2" listStyle="none" aria-label={messages.discardedTitle}>
        {discarded.map((discardedEntry) => (
          <chakra.li key={discardedEntry.seq} px="4" py="3" bg="bg.subtle" borderRadius="md">
            <Text fontWeight="medium" overflowWrap="anywhere">
              <EntryTitle title={describe(discardedEntry.row)} />
            </Text>
            <EnteredBy entry={discardedEntry.row} isDiscarded />
            <Text mt="1" fontSize="sm" color="fg.muted" dir="auto" overflowWrap="anywhere">
              {reasonText(discardedEntry)}
            </Text>
            <Text fontSize="sm" color="fg.muted" dir="auto">
              {messages.discardedAt({ at: asOf(discardedEntry.at, now), by: discardedEntry.by })}
            </Text>
          </chakra.li>
        ))}
      </chakra.ul>
    </chakra.details>
  );
}
