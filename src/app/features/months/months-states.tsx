import { Flex, Skeleton } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { messages } from './messages.ts';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** Renders the placeholder while the months load. */
export function MonthsLoading() {
  return (
    <Flex
      role="status"
      aria-label={messages.loading}
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
  return <EmptyState icon={CalendarDays} title={messages.noneYet} about={messages.noneYetAbout} />;
}
