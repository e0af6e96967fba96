import { Box, Button, chakra, InputGroup, Spinner, Text, Input as TextInput } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { useRef, useState } from 'react';
import { isDay } from '#contract/days.ts';
import { DateCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { FloatingPanel } from './floating-panel.tsx';
import { readTypedDay, showTypedDay } from './typed-day.ts';
import { useCalendar } from './use-calendar.ts';

/** Shows the day-first order of the field. The contract's message would show the order on the wire. */
const INVALID_DAY = 'Enter a date such as 30/11/2026';

function CalendarLoading() {
  return (
    <Box role="status" aria-label="Loading the calendar" display="grid" placeItems="center" minHeight="20rem">
      <Spinner />
    </Box>
  );
}

/** Reports that the calendar failed to load. The text input and the rest of the form keep working. */
function CalendarMissing({ onTryAgain }: { readonly onTryAgain: () => void }) {
  return (
    <Box padding="4" display="grid" gap="3" justifyItems="start">
      <Text role="alert">
        The calendar could not be loaded. Type the day instead, such as 30/11/2026: nothing of this form is
        lost. If another try does not bring it, save first, then reload the page.
      </Text>
      <Button variant="outline" colorPalette="neutral" onClick={onTryAgain}>
        Try again
      </Button>
    </Box>
  );
}

function Input({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  const [typed, setTyped] = useState<string>();
  const [open, setOpen] = useState(false);
  const { Calendar, missing, tryAgain } = useCalendar(open);
  const button = useRef<HTMLButtonElement>(null);
  const { label } = frame.field;
  const error = frame.error !== undefined && value !== '' && !isDay(value) ? INVALID_DAY : frame.error;

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
    </FieldFrame>
  );
}

/** Controls a calendar day: typed, or picked from a calendar that loads when first opened. */
export const dateControl: FieldControl = { Input, Cell: DateCell };
