import { Box, chakra, InputGroup, Spinner, Input as TextInput } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { lazy, Suspense, useRef, useState } from 'react';
import { isDay } from '#contract/days.ts';
import { DateCell } from './cells/date.tsx';
import { FieldFrame } from './field-frame.tsx';
import { FloatingPanel } from './floating-panel.tsx';
import { readTypedDay, showTypedDay } from './typed-day.ts';
import type { InputProps, Widget } from './widget.ts';

const Calendar = lazy(() => import('./calendar.tsx').then((loaded) => ({ default: loaded.Calendar })));

/** The order of day and month that the field itself shows, which is not the one that goes over the wire. */
const NO_DAY = 'Enter a date such as 30/11/2026';

function CalendarLoading() {
  return (
    <Box role="status" aria-label="Loading the calendar" display="grid" placeItems="center" minHeight="20rem">
      <Spinner />
    </Box>
  );
}

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { label } = frame.field;
  const error = frame.error !== undefined && value !== '' && !isDay(value) ? NO_DAY : frame.error;

  const type = (text: string) => {
    setTyped(text);
    onChange(text.trim() === '' ? '' : (readTypedDay(text) ?? text));
  };
  const leave = () => {
    setTyped(undefined);
    onBlur();
  };
  const close = (byKey: boolean) => {
    setOpen(false);
    if (byKey) button.current?.focus();
  };
  const pick = (day: string) => {
    setTyped(undefined);
    onChange(day);
    close(true);
  };

  const toggle = (
    <chakra.button
      ref={button}
      type="button"
      aria-label={`${value === '' ? 'Pick a date' : 'Change the date'}: ${label}`}
      aria-expanded={open}
      aria-haspopup="dialog"
      onClick={() => setOpen(!open)}
      boxSize="target"
      display="grid"
      placeItems="center"
      marginInlineEnd="-3"
      borderRadius="md"
      color="fg.muted"
      cursor="pointer"
      _hover={{ color: 'accent.fg' }}
    >
      <CalendarDays size={20} aria-hidden />
    </chakra.button>
  );

  return (
    <FieldFrame {...frame} error={error}>
      <Box position="relative" width="full">
        <InputGroup endElement={toggle}>
          <TextInput
            ref={inputRef}
            name={name}
            value={typed ?? showTypedDay(value)}
            onChange={(event) => type(event.target.value)}
            onBlur={leave}
            placeholder="Pick a date"
            autoComplete="off"
          />
        </InputGroup>
        {open && (
          <FloatingPanel label={`${label}: pick a day`} anchor={button} onClose={close}>
            <Suspense fallback={<CalendarLoading />}>
              <Calendar day={value} onPick={pick} />
            </Suspense>
          </FloatingPanel>
        )}
      </Box>
    </FieldFrame>
  );
}

/** A calendar day: typed, or picked from a calendar that is loaded when it is first opened. */
export const date: Widget = { Input, Cell: DateCell };
