import { Box, chakra, Flex } from '@chakra-ui/react';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import { MonthFigures } from '#app/resources/month/month-figures.tsx';
import { type Month, monthSpan } from '#contract/month.ts';
import type { MonthAction } from './month-dialogs.tsx';
import { MonthName } from './month-name.tsx';
import { MonthRowActions } from './month-row-actions.tsx';
import { MonthSums } from './month-sums.tsx';
import { StatusBadge } from './status-badge.tsx';
import { messages } from './texts.en.ts';

interface MonthCardsProps {
  readonly months: readonly Month[];
  readonly blockedReason: string | undefined;
  readonly seesFigures: boolean;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

function AllFigures({ month }: { readonly month: Month }) {
  return (
    <chakra.details flex="1" fontSize="sm">
      <chakra.summary
        cursor="pointer"
        minHeight="target"
        alignContent="center"
        color="accent.fg"
        fontWeight="medium"
      >
        {messages.allFigures}
      </chakra.summary>
      <chakra.p color="fg.muted" marginBlockEnd="2">
        {monthSpan(month)}
      </chakra.p>
      <MonthFigures month={month} />
      <Box marginBlockStart="4">
        <MonthChanges month={month} />
      </Box>
    </chakra.details>
  );
}

const inCard = ['revenue', 'total_net_profit'] as const;

/** Two sums, so that several cards fit on a phone; all figures on demand. */
export function MonthCards({ months, blockedReason, seesFigures, onAction }: MonthCardsProps) {
  return (
    <chakra.ul display="flex" flexDirection="column" gap="2" listStyle="none">
      {months.map((month) => (
        <chakra.li
          key={month.id}
          background="bg.surface"
          borderWidth="1px"
          borderRadius="md"
          paddingInline="4"
          paddingBlock="2"
        >
          <Flex align="start" gap="2" marginBlockEnd="1">
            <chakra.h2 fontSize="md" fontWeight="semibold">
              <MonthName month={month} />
            </chakra.h2>
            <chakra.span marginInlineStart="auto">
              <StatusBadge status={month.status} />
            </chakra.span>
          </Flex>
          {seesFigures && <MonthSums month={month} only={inCard} />}
          <Flex justify="space-between" align="start" gap="2">
            {seesFigures ? <AllFigures month={month} /> : <span />}
            <MonthRowActions month={month} blockedReason={blockedReason} onAction={onAction} />
          </Flex>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
