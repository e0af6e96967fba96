import { Box, Button, chakra, InputGroup, Spinner, Text, Input as TextInput } from '@chakra-ui/react';
import CalendarDays from 'lucide-react/icons/calendar-days';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { whenReachable } from '#app/api/chunk-load-error.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { useLazyModule } from '#app/ui/use-lazy-module.ts';
import { type Day, isDay, typedDay } from '#contract/days.ts';
import { toWesternDigits } from '#contract/money.ts';
import { messages as calendarMessages } from './calendar-texts.en.ts';
import { DateCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './texts.en.ts';

const DAY_FIRST = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/;
const YEAR_FIRST = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/;

/**
 * 30/11/2026, 30-11-2026 or 2026-11-30, in Western or Arabic-Indic digits. Undefined for no day of the calendar.
 */
export function readTypedDay(typed: string): Day | undefined {
  const plain = toWesternDigits(typed).trim();
  const dayFirst = DAY_FIRST.exec(plain);
  const yearFirst = YEAR_FIRST.exec(plain);
  const [year = '', month = '', date = ''] = dayFirst
    ? [dayFirst[3], dayFirst[2], dayFirst[1]]
    : (yearFirst?.slice(1) ?? []);
  const day = `${year}-${month.padStart(2, '0')}-${date.padStart(2, '0')}`;
  return isDay(day) ? day : undefined;
}

export function showTypedDay(value: string): string {
  return isDay(value) ? typedDay(value) : value;
}

const load = () => import('./calendar.tsx');

/** Some browsers (Chromium) remember a failed module until a reload. */
function useCalendar(open: boolean) {
  const [missing, setMissing] = useState(false);
  const loaded = useLazyModule(open && !missing, load, () => setMissing(true));
  useEffect(() => (missing ? whenReachable(() => setMissing(false)) : undefined), [missing]);
  return { Calendar: loaded?.Calendar, missing, tryAgain: () => setMissing(false) };
}

const MIN_SPACE = 400;
const WIDTH = 340;

function leavesScreen(anchor: HTMLElement | null): boolean {
  if (!anchor) return false;
  const { left, right } = anchor.getBoundingClientRect();
  const isRtl = getComputedStyle(anchor).direction === 'rtl';
  return isRtl ? left + WIDTH > window.innerWidth : right < WIDTH;
}

interface FloatingPanelProps {
  readonly label: string;
  readonly anchor: RefObject<HTMLElement | null>;
  /** `byKey` tells whether the focus should return to the anchor. */
  readonly onClose: (byKey: boolean) => void;
  readonly children: ReactNode;
}

function FloatingPanel({ label, anchor, onClose, children }: FloatingPanelProps) {
  const panel = useRef<HTMLDivElement>(null);
  const [above] = useState(() => {
    const rect = anchor.current?.getBoundingClientRect();
    return rect !== undefined && window.innerHeight - rect.bottom < MIN_SPACE && rect.top > MIN_SPACE;
  });
  const [atStart] = useState(() => leavesScreen(anchor.current));

  useEffect(() => {
    const closeOnOutsidePress = (event: PointerEvent) => {
      if (!(event.target instanceof Node)) return;
      if (panel.current?.contains(event.target) || anchor.current?.contains(event.target)) return;
      onClose(false);
    };
    document.addEventListener('pointerdown', closeOnOutsidePress);
    return () => document.removeEventListener('pointerdown', closeOnOutsidePress);
  }, [anchor, onClose]);

  return (
    <Box
      ref={panel}
      role="dialog"
      aria-label={label}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return;
        event.stopPropagation();
        onClose(true);
      }}
      position="absolute"
      {...(atStart ? { insetInlineStart: '0' } : { insetInlineEnd: '0' })}
      {...(above ? { bottom: 'calc(100% + 4px)' } : { top: 'calc(100% + 4px)' })}
      zIndex="popover"
      minWidth={`min(${WIDTH}px, calc(100vw - 32px))`}
      minHeight="200px"
      background="bg.surface"
      color="fg.default"
      borderWidth="1px"
      borderColor="border.default"
      borderRadius="md"
      boxShadow="raised"
    >
      {children}
    </Box>
  );
}

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
  readonly id?: string;
  /** True if the label names the input itself, because no other label does. */
  readonly named?: boolean;
}

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
          onChange={(event) => type(event.target.value)}
          onBlur={leave}
          placeholder={messages.pickDate}
          autoComplete="off"
          {...numberInput(typed ?? showTypedDay(value), 'code')}
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

/** Shows the field's order, day first, not the wire's. */
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

export const dateControl: FieldControl = { Input, Cell: DateCell };
