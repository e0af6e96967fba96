import { Box, chakra, Flex } from '@chakra-ui/react';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import { MonthFigures } from '#app/resources/month/month-figures.tsx';
import { type Month, monthSpan } from '#contract/month.ts';
import { messages } from './messages.ts';
import type { MonthAction } from './month-dialogs.tsx';
import { MonthRowActions } from './month-row-actions.tsx';
import { MonthSums } from './month-sums.tsx';
import { StatusBadge } from './status-badge.tsx';

interface MonthCardsProps {
  readonly months: readonly Month[];
  readonly blockedReason: string | undefined;
  /** Whether the user may see the figures (decision 46). */
  readonly seesFigures: boolean;
  readonly onAction: (month: Month, action: MonthAction) => void;
}

/** Renders all figures of a month on demand. */
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
      <MonthFigures month={month} />
      <Box marginBlockStart="4">
        <MonthChanges month={month} />
      </Box>
    </chakra.details>
  );
}

/** Renders the months on a phone: the sums, and all figures on demand. */
export function MonthCards({ months, blockedReason, seesFigures, onAction }: MonthCardsProps) {
  return (
    <chakra.ul display="flex" flexDirection="column" gap="3" listStyle="none">
      {months.map((month) => (
        <chakra.li key={month.id} background="bg.surface" borderWidth="1px" borderRadius="md" padding="4">
          <Flex justify="space-between" align="start" gap="3" marginBlockEnd="3">
            <div>
              <chakra.h2 fontSize="md" fontWeight="semibold" dir="auto">
                {month.name}
              </chakra.h2>
              <chakra.p color="fg.muted" fontSize="sm">
                {monthSpan(month)}
              </chakra.p>
            </div>
            <StatusBadge status={month.status} />
          </Flex>
          {seesFigures && <MonthSums month={month} />}
          <Flex justify="space-between" align="start" gap="2" marginBlockStart="2">
            {seesFigures ? <AllFigures month={month} /> : <span />}
            <MonthRowActions month={month} blockedReason={blockedReason} onAction={onAction} />
          </Flex>
        </chakra.li>
      ))}
    </chakra.ul>
  );
}
