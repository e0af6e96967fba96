import { Box, Button, chakra } from '@chakra-ui/react';
import Clock from 'lucide-react/icons/clock';
import { calendarNow, currentDay, timeAt } from '#app/lib/branch-day.ts';
import { type ClockProblem, hideClockProblem } from '#app/lib/clock-problem.ts';
import { Callout } from '#app/ui/callout.tsx';
import { dayOf, displayDay, timeOf } from '#contract/days.ts';
import { messages } from './opened-texts.en.ts';

/** Loaded where the clock of this device shows another time than the branch's (decision 173). */
export function ClockNote({ problem }: { readonly problem: ClockProblem }) {
  const [now, here] = [Date.now(), { timeZone: problem.zoneHere, dayBegins: 0 }];
  const local = new Date(now);
  const values = {
    here: `${displayDay(dayOf(local, here))} ${timeOf(local, here)}`,
    branch: `${displayDay(currentDay())} ${timeAt(now)}`,
    zone: calendarNow().timeZone,
  };
  return (
    <Box mb="4" _print={{ display: 'none' }}>
      <Callout tone="waiting" icon={<Clock size={18} aria-hidden />}>
        <p>{problem.kind === 'clock' ? messages.clockWrong(values) : messages.otherZone(values)}</p>
        <chakra.div mt="3">
          <Button
            minHeight="target"
            variant="outline"
            colorPalette="neutral"
            onClick={() => hideClockProblem(problem)}
          >
            {messages.clockSeen}
          </Button>
        </chakra.div>
      </Callout>
    </Box>
  );
}
