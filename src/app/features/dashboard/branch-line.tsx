import { chakra, Flex } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import MapPin from 'lucide-react/icons/map-pin';
import { dayOfMonth } from '#app/resources/month/day-of-month.ts';
import { useMonthState } from '#app/resources/month/use-month-state.ts';
import type { BranchDetails } from '#contract/branch.ts';
import { messages } from './messages.ts';

function CurrentMonth({ branch }: { branch: BranchDetails }) {
  const { month } = useMonthState();
  if (branch.current_month_name === null) return messages.noMonth;
  const running = branch.current_month === 'running';
  const day = running && month?.status === 'running' ? dayOfMonth(month.start_date, new Date()) : undefined;
  const runningText = day === undefined ? messages.running : messages.runningOnDay({ day });
  return (
    <>
      <chakra.bdi fontWeight="medium" color="fg.default">
        {branch.current_month_name}
      </chakra.bdi>
      {running ? runningText : messages.ended}
    </>
  );
}

/** Renders the branch's address, its current month and the day of that month. */
export function BranchLine({ branch }: { branch: BranchDetails | undefined }) {
  if (!branch) return null;
  return (
    <Flex rowGap="1" columnGap="5" wrap="wrap">
      {branch.address !== '' && (
        <Flex as="span" align="center" gap="1.5">
          <MapPin size={16} aria-hidden /> <bdi>{branch.address}</bdi>
        </Flex>
      )}
      <Flex as="span" align="center" gap="1.5">
        <CalendarDays size={16} aria-hidden />
        <span>
          <CurrentMonth branch={branch} />
        </span>
      </Flex>
    </Flex>
  );
}
