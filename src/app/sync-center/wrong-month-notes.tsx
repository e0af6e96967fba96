import { Box, chakra, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { describe } from './describe.ts';
import { messages } from './messages.ts';
import { mayBeWrongMonth, wrongMonthMessage } from './wrong-month.ts';

/** Lists acknowledged entries that were recorded in another month than expected (decision 30). */
export function WrongMonthNotes() {
  const { rows } = useOutboxView();
  const candidates = rows.filter(mayBeWrongMonth);
  const { data } = useQuery({ ...monthsQuery(1), enabled: candidates.length > 0 });
  const notes = candidates.flatMap((entry) => {
    const message = wrongMonthMessage(entry, data?.results ?? []);
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
          <chakra.li key={entry.seq} p="4" bg="bg.surface" borderWidth="1px" borderRadius="md">
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
