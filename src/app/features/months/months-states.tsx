import { Flex, Skeleton } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { EmptyState } from '#app/ui/empty-state.tsx';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Renders the placeholder while the months load. */
export function MonthsLoading() {
  return (
    <Flex
      role="status"
      aria-label="Loading months"
      direction="column"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      {ROWS.map((row) => (
        <Flex key={row} align="center" gap="6" height="3.25rem" paddingInline="4" borderBottomWidth="1px">
          <Skeleton height="4" width="8rem" />
          <Skeleton height="4" flex="1" />
        </Flex>
      ))}
    </Flex>
  );
}

/** Renders the empty state of a branch without months. */
export function NoMonths() {
  return (
    <EmptyState
      icon={CalendarDays}
      title="No months yet"
      about="Create the first month to begin: every payment counts in the month that is running when it is made."
    />
  );
}
