import { chakra, Field, Flex, Input, InputGroup, Textarea } from '@chakra-ui/react';
import { useId } from 'react';
import { dayAt } from '#app/lib/branch-day.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { displayDay } from '#contract/days.ts';
import { formatGrouped, parseTypedAmount, toLatinNumber, toWesternDigits } from '#contract/money.ts';
import { labels } from '#contract/texts/labels.en.ts';
import { LongTextCell, MoneyCell, PhoneCell, QuantityCell, TextCell, TimestampCell } from './cells.tsx';
import type { FieldControl, InputProps } from './field-control.ts';
import { FieldFrame } from './field-frame.tsx';
import { messages } from './texts.en.ts';

function TextInput({ name, value, onChange, onBlur, inputRef, suggestions, action, ...frame }: InputProps) {
  const list = useId();
  const { isNumber } = frame.field;
  const input = (
    <Input
      ref={inputRef}
      name={name}
      onChange={({ target }) => onChange(isNumber ? toWesternDigits(target.value) : target.value)}
      onBlur={onBlur}
      dir="auto"
      autoComplete="off"
      list={suggestions && list}
      {...(isNumber ? numberInput(value, 'code') : { value })}
    />
  );
  return (
    <FieldFrame {...frame}>
      {action ? (
        <Flex gap="2" width="full">
          {input}
          {action}
        </Flex>
      ) : (
        input
      )}
      {suggestions && (
        <datalist id={list}>
          {suggestions.map((one) => (
            <option key={one} value={one} />
          ))}
        </datalist>
      )}
    </FieldFrame>
  );
}

export const textControl: FieldControl = { Input: TextInput, Cell: TextCell };

function LongTextInput({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <Textarea
        ref={inputRef}
        name={name}
        value={value}
        onChange={(event) => onChange(event.target.value)}
        onBlur={onBlur}
        dir="auto"
        rows={3}
      />
    </FieldFrame>
  );
}

export const longTextControl: FieldControl = { Input: LongTextInput, Cell: LongTextCell };

function PhoneInput({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <Input
        ref={inputRef}
        type="tel"
        inputMode="tel"
        name={name}
        onChange={(event) => onChange(toWesternDigits(event.target.value))}
        onBlur={onBlur}
        dir="ltr"
        autoComplete="off"
        {...numberInput(value, 'code')}
      />
    </FieldFrame>
  );
}

export const phoneControl: FieldControl = { Input: PhoneInput, Cell: PhoneCell };

function QuantityInput({ name, value, onChange, onBlur, inputRef, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <Input
        ref={inputRef}
        name={name}
        onChange={(event) => onChange(toLatinNumber(event.target.value))}
        onBlur={onBlur}
        inputMode="numeric"
        autoComplete="off"
        dir="ltr"
        textAlign="end"
        {...numberInput(value, 'amount')}
      />
    </FieldFrame>
  );
}

export const quantityControl: FieldControl = { Input: QuantityInput, Cell: QuantityCell };

/** Adds thousands separators and two decimals; unreadable text stays unchanged. */
export function formatTypedAmount(typed: string): string {
  const amount = parseTypedAmount(typed);
  return amount === undefined ? typed : formatGrouped(amount);
}

function MoneyInput({ name, value, onChange, onBlur, inputRef, hasKeypad, ...frame }: InputProps) {
  const formatOnBlur = () => {
    const formatted = formatTypedAmount(value);
    if (formatted !== value) onChange(formatted);
    onBlur();
  };
  return (
    <FieldFrame {...frame}>
      <InputGroup startElement={<chakra.span color="fg.muted">{messages.currency}</chakra.span>} dir="ltr">
        <Input
          ref={inputRef}
          name={name}
          onChange={(event) => onChange(toLatinNumber(event.target.value))}
          onBlur={formatOnBlur}
          inputMode={hasKeypad ? 'none' : 'decimal'}
          autoComplete="off"
          dir="ltr"
          textAlign="end"
          {...numberInput(value, 'amount')}
        />
      </InputGroup>
    </FieldFrame>
  );
}

export const moneyControl: FieldControl = { Input: MoneyInput, Cell: MoneyCell };

function TimestampInput({ value, ...frame }: InputProps) {
  return (
    <FieldFrame {...frame}>
      <output>{displayDay(dayAt(value))}</output>
    </FieldFrame>
  );
}

export const timestampControl: FieldControl = { Input: TimestampInput, Cell: TimestampCell };

interface MethodReferenceProps {
  readonly name: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
  readonly error: string | undefined;
  readonly disabled: boolean;
}

export function MethodReference({ name, value, onChange, error, disabled }: MethodReferenceProps) {
  return (
    <Field.Root required invalid={error !== undefined} disabled={disabled}>
      <Field.Label>{labels.paymentReference}</Field.Label>
      <Input
        name={name}
        value={value}
        onChange={({ target }) => onChange(target.value)}
        autoComplete="off"
        spellCheck={false}
        maxLength={255}
        dir="ltr"
      />
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
    </Field.Root>
  );
}
