import { Box, chakra, Text } from '@chakra-ui/react';
import { useQueries, useQuery } from '@tanstack/react-query';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { recordQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { describe } from './describe.ts';
import { messages } from './messages.ts';
import { candidatesIn, wrongMonthMessage } from './wrong-month.ts';

/** Returns the query of the record of an entry that waited for the next month: meanwhile it may be in one. */
function recordOf({ operation, result }: OutboxEntry) {
  const { resource } = operation;
  const waited = isResourceName(resource) && result?.month === null;
  return {
    ...recordQuery(resourceOf(waited ? resource : 'student'), result?.id ?? ''),
    enabled: waited,
    staleTime: 0,
  };
}

/** Lists acknowledged entries that were recorded in another month than expected (decision 30). */
export function WrongMonthNotes() {
  const { rows } = useOutboxView();
  const candidates = candidatesIn(rows);
  const { data } = useQuery({ ...monthsQuery(1), enabled: candidates.length > 0 });
  const records = useQueries({ queries: candidates.map(recordOf) });
  const notes = candidates.flatMap((entry, index) => {
    const message = wrongMonthMessage(entry, data?.results ?? [], records[index]?.data?.data.month);
    return message ? [{ entry, message }] : [];
  });
  if (notes.length === 0) return null;

  return (
    <Box as="section" aria-label={messages.wrongMonthTitle}>
      <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        {messages.withCount({ title: messages.wrongMonthTitle, count: notes.length })}
      </chakra.h2>
      <chakra.ul display="grid" gap="2" listStyle="none">
        {notes.reverse().map(({ entry, message }) => (
          <chakra.li key={entry.entityKey} p="4" bg="bg.surface" borderWidth="1px" borderRadius="md">
            <Text fontWeight="semibold" dir="auto" overflowWrap="anywhere">
              {describe(entry)}
            </Text>
            <Text mt="1" fontSize="sm" color="waiting.fg" dir="auto">
              {message}
            </Text>
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
