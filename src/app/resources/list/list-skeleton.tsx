import { Flex, Skeleton } from '@chakra-ui/react';
import { PAGE_SIZE } from '#contract/paging.ts';
import type { Column } from './columns.ts';

const ROWS = Array.from({ length: PAGE_SIZE }, (_, row) => row);
/** Varies the length of the bars, so that they look like text. Literal widths are compiled (decision 111). */
const BARS = [
  <Skeleton key="72" height="4" width="72%" display="inline-block" />,
  <Skeleton key="88" height="4" width="88%" display="inline-block" />,
  <Skeleton key="64" height="4" width="64%" display="inline-block" />,
  <Skeleton key="80" height="4" width="80%" display="inline-block" />,
];
const CARD_BARS = [
  <Skeleton key="72" height="4" width="72%" />,
  <Skeleton key="88" height="4" width="88%" />,
  <Skeleton key="64" height="4" width="64%" />,
  <Skeleton key="80" height="4" width="80%" />,
];

/** Renders placeholder rows in the shape of the table. */
export function SkeletonRows({ columns }: { columns: readonly Column[] }) {
  return ROWS.map((row) => (
    <tr key={row} aria-hidden>
      {columns.map((column, index) => (
        <td key={column.key} data-kind={column.kind}>
          {BARS[(row + index) % BARS.length]}
        </td>
      ))}
      <td data-end />
    </tr>
  ));
}

/** Renders placeholder cards in the shape of the list. */
export function SkeletonCards() {
  return (
    <Flex direction="column" gap="1.5" aria-hidden>
      {ROWS.slice(0, 6).map((row) => (
        <Flex
          key={row}
          direction="column"
          gap="3"
          padding="4"
          height="6.125rem"
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
        >
          {CARD_BARS[row % CARD_BARS.length]}
          <Skeleton height="4" width="50%" />
        </Flex>
      ))}
    </Flex>
  );
}
