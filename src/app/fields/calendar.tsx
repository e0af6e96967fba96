import { chakra } from '@chakra-ui/react';
import { formatISO, parseISO, setDefaultOptions } from 'date-fns';
import { type ReactNode, useEffect, useRef } from 'react';
import DatePicker from 'react-datepicker';
import './calendar.css';

import { drawn } from '#app/jsx/drawn.ts';
import { calendarRecipe } from '#app/theme/recipes/calendar.ts';
import { type Day, isDay } from '#contract/days.ts';
import { languageNow } from '#contract/messages.ts';
import { CalendarHeader } from './calendar-header.tsx';
import { turnArrowKeys } from './calendar-keys.ts';
import { calendarLocales } from './calendar-locales.ts';
import { messages } from './calendar-messages.ts';

const SATURDAY = 6;
// The date picker asks for the end of a week without its first day.
setDefaultOptions({ weekStartsOn: SATURDAY });

const Frame = chakra('div', calendarRecipe);

interface ContainerProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Writes the names of days in the chosen digits: the date picker creates these elements itself (decision 115). */
function nameInDigits(days: HTMLElement | null): void {
  for (const named of days?.querySelectorAll('[aria-label]') ?? []) {
    const { 'aria-label': name } = drawn('div', { 'aria-label': named.getAttribute('aria-label') });
    named.setAttribute('aria-label', String(name));
  }
}

/** Renders the days under a name in the current language; the library's own has an English one. */
function Days({ className, children }: ContainerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of days is no fieldset
    <div
      className={className}
      role="group"
      aria-label={messages.chooseDate}
      translate="no"
      // Called after each change of the days, since it is another function each time.
      ref={(days) => nameInDigits(days)}
    >
      {children}
    </div>
  );
}

interface CalendarProps {
  readonly day: string;
  /** Receives the chosen day, or '' if the selected day is chosen again (specification, section 5). */
  readonly onPick: (day: Day | '') => void;
}

/** Renders one month of days to pick from. Loaded when first opened; the arrow keys move from its day, or from today, at once. */
export function Calendar({ day, onPick }: CalendarProps) {
  const frame = useRef<HTMLDivElement>(null);
  useEffect(() => {
    // While it loaded, the user may have gone on to another input.
    if (document.activeElement?.matches('button, body'))
      frame.current?.querySelector<HTMLElement>('[role=gridcell][tabindex="0"]')?.focus();
  }, []);
  const pick = (date: Date | null) => {
    if (!date) return;
    const picked = formatISO(date, { representation: 'date' });
    onPick(picked === day ? '' : picked);
  };
  return (
    <Frame ref={frame} onKeyDownCapture={turnArrowKeys}>
      <DatePicker
        inline
        selected={isDay(day) ? parseISO(day) : null}
        onSelect={pick}
        onChange={() => undefined}
        calendarContainer={Days}
        calendarStartDay={SATURDAY}
        locale={calendarLocales[languageNow()]}
        chooseDayAriaLabelPrefix={messages.chooseDay}
        disabledDayAriaLabelPrefix={messages.dayNotAvailable}
        monthAriaLabelPrefix={messages.month}
        renderDayContents={(number) => <>{number}</>}
        renderCustomHeader={CalendarHeader}
        minDate={new Date(1900, 0, 1)}
        maxDate={new Date(2100, 11, 31)}
      />
    </Frame>
  );
}
