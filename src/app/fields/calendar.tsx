import { inDigits } from '#contract/digits.ts';
import './calendar.css';
import {
  eachMonthOfInterval,
  format,
  formatISO,
  getYear,
  type Locale,
  parseISO,
  setDefaultOptions,
} from 'date-fns';
import { arEG } from 'date-fns/locale/ar-EG';
import { enUS } from 'date-fns/locale/en-US';
import ChevronLeft from 'lucide-react/icons/chevron-left';
import ChevronRight from 'lucide-react/icons/chevron-right';
import { type KeyboardEvent, type ReactNode, useEffect, useRef } from 'react';
import DatePicker, { type ReactDatePickerCustomHeaderProps } from 'react-datepicker';
import { isRightToLeft } from '#app/lib/direction.ts';
import { type Day, isDay } from '#contract/days.ts';
import { type Language, languageNow } from '#contract/messages.ts';
import { messages } from './calendar-texts.en.ts';

export const calendarLocales: Readonly<Record<Language, Locale>> = { en: enUS, ar: arEG };

const MONTHS = eachMonthOfInterval({ start: new Date(2026, 0), end: new Date(2026, 11) });
const YEARS_BACK = 100;
const YEARS_AHEAD = 5;

function yearsAround(shownYear: number): number[] {
  const now = getYear(new Date());
  const first = Math.min(shownYear, now - YEARS_BACK);
  const last = Math.max(shownYear, now + YEARS_AHEAD);
  return Array.from({ length: last - first + 1 }, (_, index) => last - index);
}

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
            {inDigits(option)}
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

const TURNED: Readonly<Record<string, string>> = { ArrowLeft: 'ArrowRight', ArrowRight: 'ArrowLeft' };

const sentOn = new WeakSet<Event>();

/**
 * The date picker takes the right arrow for the next day always, but from right to left the next day is on the left.
 */
export function turnArrowKeys(event: KeyboardEvent<HTMLElement>): void {
  const { target, nativeEvent, shiftKey } = event;
  const key = TURNED[event.key];
  if (key === undefined || !isRightToLeft() || sentOn.has(nativeEvent)) return;
  if (!(target instanceof Element) || !target.closest('[role=gridcell]')) return;
  event.preventDefault();
  event.stopPropagation();
  const turned = new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true });
  sentOn.add(turned);
  target.dispatchEvent(turned);
}

const SATURDAY = 6;
// The date picker asks for the end of a week without its first day.
setDefaultOptions({ weekStartsOn: SATURDAY });

interface ContainerProps {
  readonly className?: string;
  readonly children?: ReactNode;
}

/** The date picker creates these elements itself, so their digits are changed afterwards (decision 115). */
function nameInDigits(days: HTMLElement | null): void {
  for (const named of days?.querySelectorAll('[aria-label]') ?? []) {
    named.setAttribute('aria-label', inDigits(named.getAttribute('aria-label') ?? ''));
  }
}

function Days({ className, children }: ContainerProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of days is no fieldset
    <div
      className={className}
      role="group"
      aria-label={messages.chooseDate}
      // Called after each change of the days, since it is another function each time.
      ref={(days) => nameInDigits(days)}
    >
      {children}
    </div>
  );
}

interface CalendarProps {
  readonly day: string;
  /** Called with '' if the selected day is chosen again (specification, section 5). */
  readonly onPick: (day: Day | '') => void;
}

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
    <div className="date-picker" ref={frame} onKeyDownCapture={turnArrowKeys}>
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
        renderDayContents={(number) => <>{inDigits(number)}</>}
        renderCustomHeader={CalendarHeader}
        minDate={new Date(1900, 0, 1)}
        maxDate={new Date(2100, 11, 31)}
      />
    </div>
  );
}
