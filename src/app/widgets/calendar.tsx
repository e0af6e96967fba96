import { chakra } from '@chakra-ui/react';
import DatePicker from 'react-datepicker';
import './calendar.css';

import { calendarRecipe } from '#app/theme/recipes/calendar.ts';
import { CalendarHeader } from './calendar-header.tsx';
import { type Day, isDay, localDay } from '#contract/days.ts';

const Frame = chakra('div', calendarRecipe);

interface CalendarProps {
  readonly day: string;
  /** The chosen day; '' when the same day was chosen again, which clears it (specification, section 5). */
  readonly onPick: (day: Day | '') => void;
}

/** The day as a date of the device's own calendar, which is what the date picker works with. */
function dateOf(day: string): Date | null {
  if (!isDay(day)) return null;
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return new Date(year, month - 1, date);
}

/** A month of days to pick from. Loaded when first opened. */
export function Calendar({ day, onPick }: CalendarProps) {
  const pick = (date: Date | null) => {
    if (!date) return;
    const picked = localDay(date);
    onPick(picked === day ? '' : picked);
  };
  return (
    <Frame>
      <DatePicker
        inline
        selected={dateOf(day)}
        onSelect={pick}
        onChange={() => undefined}
        calendarStartDay={6}
        renderCustomHeader={CalendarHeader}
        minDate={new Date(1900, 0, 1)}
        maxDate={new Date(2100, 11, 31)}
      />
    </Frame>
  );
}
