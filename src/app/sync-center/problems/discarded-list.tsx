import { chakra, Text } from '@chakra-ui/react';
import { asOf } from '#app/lib/as-of.ts';
import { type DiscardedEntry, discardedBy } from '#app/outbox/store/discarded.ts';
import { describe } from '#app/sync-center/describe.ts';
import { EnteredBy } from '#app/sync-center/entered-by.tsx';
import { useOutboxRead } from '#app/sync-center/use-outbox-read.ts';
import { reasonText } from './discard-reasons.ts';
import { EntryTitle } from './entry-title.tsx';
import { messages } from './texts.en.ts';

/**
 * Returns the user's discarded entries on this device, newest first; empty while loading. Discarding removes the
 * entry from the outbox in the same transaction, so a change of the outbox tells of it.
 */
const useDiscarded = (): readonly DiscardedEntry[] => useOutboxRead(discardedBy);

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
