import { Box, chakra, Flex } from '@chakra-ui/react';
import { AllDebts } from '#app/resources/month/all-debts.tsx';
import { dayOfMonth } from '#app/resources/month/day-of-month.ts';
import { MonthChanges } from '#app/resources/month/month-changes.tsx';
import { type Month, monthSpan } from '#contract/month.ts';
import { messages } from './messages.ts';
import { MonthSums } from './month-sums.tsx';
import { StatusBadge } from './status-badge.tsx';

interface RunningMonthCardProps {
  readonly month: Month;
  /** Whether the user may see its sums (decision 46). */
  readonly seesFigures: boolean;
}

/** Renders the running month above the list. */
export function RunningMonthCard({ month, seesFigures }: RunningMonthCardProps) {
  const day = dayOfMonth(month.start_date, new Date());
  const span = monthSpan(month);
  return (
    <chakra.section
      aria-label={messages.runningMonth}
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
      padding={{ base: '4', md: '5' }}
      marginBlockEnd="5"
    >
      <Flex align="center" gap="3" wrap="wrap" marginBlockEnd={seesFigures ? '4' : undefined}>
        <chakra.h2 fontSize="lg" fontWeight="semibold" dir="auto">
          {month.name}
        </chakra.h2>
        <StatusBadge status={month.status} />
        <chakra.span color="fg.muted" fontSize="sm">
          {day === undefined ? span : messages.spanOnDay({ span, day })}
        </chakra.span>
      </Flex>
      {seesFigures && (
        <>
          <MonthSums month={month} />
          <AllDebts />
          {month.reopened_at && (
            <Box marginBlockStart="4">
              <MonthChanges month={month} />
            </Box>
          )}
        </>
      )}
    </chakra.section>
  );
}
