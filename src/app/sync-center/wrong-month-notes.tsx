import { Box, chakra, Text } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import { monthsQuery } from '#app/reads/branch-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { describe } from './describe.ts';
import { mayBeWrongMonth, wrongMonthMessage } from './wrong-month.ts';

/** What was recorded in another month than the one it was made in (decision 30), as long as its entry is kept. */
export function WrongMonthNotes() {
  const { rows } = useOutboxView();
  const may = rows.filter(mayBeWrongMonth);
  const { data } = useQuery({ ...monthsQuery(1), enabled: may.length > 0 });
  const noted = may.flatMap((row) => {
    const words = wrongMonthMessage(row, data?.results ?? []);
    return words ? [{ row, words }] : [];
  });
  if (noted.length === 0) return null;

  return (
    <Box as="section" aria-label="Sent, in another month">
      <chakra.h2 fontSize="sm" fontWeight="medium" color="fg.muted" mb="2">
        Sent, in another month ({noted.length})
      </chakra.h2>
      <chakra.ul display="grid" gap="2" listStyle="none">
        {noted.reverse().map(({ row, words }) => (
          <chakra.li key={row.seq} p="4" bg="bg.surface" borderWidth="1px" borderRadius="md">
            <Text fontWeight="semibold" dir="auto" textAlign="start" overflowWrap="anywhere">
              {describe(row)}
            </Text>
            <Text mt="1" fontSize="sm" color="waiting.fg" dir="auto" textAlign="start">
              {words}
            </Text>
          </chakra.li>
        ))}
      </chakra.ul>
    </Box>
  );
}
