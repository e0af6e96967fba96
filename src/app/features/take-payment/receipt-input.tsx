import { Flex } from '@chakra-ui/react';
import { DuplicateValueWarning } from '#app/resources/form/duplicate-value-warning.tsx';
import { NextNumber } from '#app/resources/form/next-number.tsx';
import { Field, TextInput } from '#app/ui/field.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { toWesternDigits } from '#contract/money.ts';
import { messages } from './messages.ts';

interface ReceiptInputProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (typed: string) => void;
}

/** Renders the receipt number: typed from the paper, or the next one of this device by one tap (decision 52). */
export function ReceiptInput({ value, error, disabled, onChange }: ReceiptInputProps) {
  return (
    <Field.Root invalid={error !== undefined} required disabled={disabled}>
      <Field.Label>{messages.receiptNumber}</Field.Label>
      <Flex gap="2" width="full">
        <TextInput
          name="receipt_number"
          value={value}
          onChange={(event) => onChange(toWesternDigits(event.target.value))}
          data-digits
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          dir="auto"
        />
        <NextNumber disabled={disabled} onTake={onChange} />
      </Flex>
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
      <DuplicateValueWarning name="receipt_number" value={value} own={undefined} />
    </Field.Root>
  );
}
