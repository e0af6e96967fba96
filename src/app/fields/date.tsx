import { Box, Button, chakra, InputGroup, Spinner, Text, Input as TextInput } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useRef, useState } from 'react';
import { messages as appMessages } from '#app/lib/messages.ts';
import { isDay } from '#contract/days.ts';
import { messages as calendarMessages } from './calendar-messages.ts';
import { DateCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { FloatingPanel } from './floating-panel.tsx';
import { messages } from './messages.ts';
import { readTypedDay, showTypedDay } from './typed-day.ts';
import { useCalendar } from './use-calendar.ts';

function CalendarLoading() {
  return (
    <Box
      role="status"
      aria-label={calendarMessages.loading}
      display="grid"
      placeItems="center"
      minHeight="20rem"
    >
      <Spinner />
    </Box>
  );
}

/** Reports that the calendar failed to load. The text input and the rest of the form keep working. */
function CalendarMissing({ onTryAgain }: { readonly onTryAgain: () => void }) {
  return (
    <Box padding="4" display="grid" gap="3" justifyItems="start">
      <Text role="alert">{calendarMessages.missing}</Text>
      <Button variant="outline" colorPalette="neutral" onClick={onTryAgain}>
        {appMessages.tryAgain}
      </Button>
    </Box>
  );
}

interface DayInputProps extends Pick<InputProps, 'name' | 'value' | 'onChange' | 'onBlur' | 'inputRef'> {
  readonly label: string;
  /** Of the input, for a label outside of a field. */
  readonly id?: string;
  /** Whether the label names the input itself: no other label does. */
  readonly named?: boolean;
}

/** Renders a day that is typed, or picked from a calendar that loads when first opened. */
export function DayInput({ label, id, named, name, value, onChange, onBlur, inputRef }: DayInputProps) {
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const { Calendar, missing, tryAgain } = useCalendar(open);
  const button = useRef<HTMLButtonElement>(null);

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
      aria-label={value === '' ? messages.pickDateOf({ label }) : messages.changeDateOf({ label })}
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
    <Box position="relative" width="full">
      <InputGroup endElement={toggle}>
        <TextInput
          ref={inputRef}
          {...(id !== undefined && { id })}
          {...(named && { 'aria-label': label })}
          name={name}
          value={typed ?? showTypedDay(value)}
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          placeholder={messages.pickDate}
          autoComplete="off"
          data-digits
          // Drawn digits run from left to right; the calendar's button is at the end of the page's direction.
          css={{ '[dir=rtl] &[dir=ltr]': { paddingInlineStart: '11', paddingInlineEnd: '3' } }}
        />
      </InputGroup>
      {open && (
        <FloatingPanel label={messages.pickDayOf({ label })} anchor={button} onClose={close}>
          {Calendar ? (
            <Calendar day={value} onPick={pick} />
          ) : missing ? (
            <CalendarMissing onTryAgain={tryAgain} />
          ) : (
            <CalendarLoading />
          )}
        </FloatingPanel>
      )}
    </Box>
  );
}

/** Returns the message for a text that is no day. It shows the field's order, day first, not the wire's. */
export const dayError = (value: string): string | undefined =>
  value !== '' && !isDay(value) ? messages.invalidDay : undefined;

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  const error = frame.error === undefined ? undefined : (dayError(value) ?? frame.error);
  return (
    <FieldFrame {...frame} error={error}>
      <DayInput label={frame.field.label} {...{ name, value, onChange, onBlur, inputRef }} />
    </FieldFrame>
  );
}

/** Controls a calendar day: typed, or picked from a calendar that loads when first opened. */
export const dateControl: FieldControl = { Input, Cell: DateCell };
