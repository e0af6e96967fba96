import { chakra, Flex, Skeleton } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';

const ROWS = ['first', 'second', 'third', 'fourth', 'fifth'];

/** While the months load. */
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

/** A branch without any month. */
export function NoMonths() {
  return (
    <Flex
      direction="column"
      align="center"
      justify="center"
      gap="3"
      minHeight="18rem"
      padding="6"
      textAlign="center"
      background="bg.surface"
      borderWidth="1px"
      borderRadius="md"
    >
      <chakra.span color="accent.fg" background="accent.soft" borderRadius="full" padding="4">
        <CalendarDays size={28} strokeWidth={1.75} aria-hidden />
      </chakra.span>
      <chakra.h2 fontSize="lg" fontWeight="semibold">
        No months yet
      </chakra.h2>
      <chakra.p color="fg.muted" maxWidth="28rem">
        Create the first month to begin: every payment counts in the month that is running when it is made.
      </chakra.p>
    </Flex>
  );
}
