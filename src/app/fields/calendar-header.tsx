import { eachMonthOfInterval, format, getYear } from 'date-fns';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import type { ReactDatePickerCustomHeaderProps } from 'react-datepicker';
import { languageNow } from '#contract/messages.ts';
import { calendarLocales } from './calendar-locales.ts';
import { messages } from './calendar-messages.ts';

const MONTHS = eachMonthOfInterval({ start: new Date(2026, 0), end: new Date(2026, 11) });
const YEARS_BACK = 100;
const YEARS_AHEAD = 5;

/** Returns the years to choose from, far enough back for a birthdate. */
function yearsAround(shownYear: number): number[] {
  const now = getYear(new Date());
  const first = Math.min(shownYear, now - YEARS_BACK);
  const last = Math.max(shownYear, now + YEARS_AHEAD);
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

/** Renders the calendar's header: buttons to step by month, selects for month and year. */
export function CalendarHeader(props: ReactDatePickerCustomHeaderProps) {
  const { date, changeMonth, changeYear, decreaseMonth, increaseMonth } = props;
  const year = getYear(date);
  const locale = calendarLocales[languageNow()];
  return (
    <div data-head>
      <button
        type="button"
        aria-label={messages.previousMonth}
        disabled={props.prevMonthButtonDisabled}
        onClick={decreaseMonth}
      >
        <ChevronLeft size={20} aria-hidden />
      </button>
      <select
        aria-label={messages.month}
        value={date.getMonth()}
        onChange={(event) => changeMonth(Number(event.target.value))}
      >
        {MONTHS.map((day, month) => (
          <option key={day.getMonth()} value={month}>
            {format(day, 'LLLL', { locale })}
          </option>
        ))}
      </select>
      <select
        aria-label={messages.year}
        value={year}
        onChange={(event) => changeYear(Number(event.target.value))}
      >
        {yearsAround(year).map((option) => (
          <option key={option} value={option}>
            {option}
          </option>
        ))}
      </select>
      <button
        type="button"
        aria-label={messages.nextMonth}
        disabled={props.nextMonthButtonDisabled}
        onClick={increaseMonth}
      >
        <ChevronRight size={20} aria-hidden />
      </button>
    </div>
  );
}
