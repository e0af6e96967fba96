import { Button, chakra, Field, Flex, Grid, Input, InputGroup } from '@chakra-ui/react';
import Delete from 'lucide-react/icons/delete';
import type { RefObject } from 'react';
import { formatTypedAmount } from '#app/fields/money.tsx';
import { messages as fieldMessages } from '#app/fields/texts.en.ts';
import { useDigits } from '#app/lib/digits.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { FieldError } from '#app/ui/field-error.tsx';
import { formatGrouped, formatMoney, type Piastres, toLatinNumber } from '#contract/money.ts';
import { messages } from './texts.en.ts';

/** The keypad's separator in the chosen digits; what is typed by it is the same. */
const SEPARATOR = { latin: '.', 'arabic-indic': '\u066b' } as const;

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;

/** On a tablet the keypad stands beside the sum; a phone has no room for two keyboards, a desk has a real one. */
const HAS_KEYPAD = '(pointer: coarse) and (min-width: 48em)';

interface AmountInputProps {
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly value: string;
  /** What the ticked debts come to, in piastres. */
  readonly owed: Piastres;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (typed: string) => void;
}

/** Renders the sum received: a big amount, "All of it", and a keypad on tablets. */
export function AmountInput({ inputRef, value, owed, error, disabled, onChange }: AmountInputProps) {
  const keypad = useMedia(HAS_KEYPAD);
  return (
    <Field.Root invalid={error !== undefined} required disabled={disabled}>
      <Field.Label>{messages.received}</Field.Label>
      <InputGroup
        startElement={<chakra.span color="fg.muted">{fieldMessages.currency}</chakra.span>}
        dir="ltr"
      >
        <Input
          ref={inputRef}
          name="amount"
          value={value}
          onChange={(event) => onChange(toLatinNumber(event.target.value))}
          // Leaving an untouched field changes nothing that could be lost.
          onBlur={() => value !== '' && onChange(formatTypedAmount(value))}
          data-digits
          inputMode={keypad ? 'none' : 'decimal'}
          autoComplete="off"
          dir="ltr"
          textAlign="end"
          fontSize="xl"
          fontWeight="semibold"
          minHeight="14"
        />
      </InputGroup>
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
      <Button
        variant="outline"
        width="full"
        mt="1"
        disabled={disabled}
        onClick={() => onChange(formatGrouped(owed))}
      >
        {messages.allOfIt({ amount: formatMoney(owed) })}
      </Button>
      {keypad && <Keypad value={value} disabled={disabled} onChange={onChange} />}
    </Field.Root>
  );
}

function Keypad({ value, disabled, onChange }: Pick<AmountInputProps, 'value' | 'disabled' | 'onChange'>) {
  const digits = useDigits();
  // What was formatted when the field was left is typed on as plain digits.
  const plain = value.replaceAll(',', '').replace(/\.00$/, '');
  return (
    <Grid
      role="group"
      aria-label={messages.keypad}
      dir="ltr"
      templateColumns="repeat(3, 1fr)"
      gap="2"
      mt="2"
      width="full"
    >
      {DIGITS.map((digit) => (
        <Button
          key={digit}
          variant="outline"
          colorPalette="neutral"
          fontSize="lg"
          minHeight="12"
          // Keys type into the field itself.
          tabIndex={-1}
          disabled={disabled}
          onClick={() => onChange(plain + digit)}
        >
          {digit === '.' ? SEPARATOR[digits] : digit}
        </Button>
      ))}
      <Button
        variant="outline"
        colorPalette="neutral"
        minHeight="12"
        tabIndex={-1}
        aria-label={messages.erase}
        disabled={disabled}
        onClick={() => onChange(plain.slice(0, -1))}
      >
        <Flex as="span">
          <Delete size={20} aria-hidden />
        </Flex>
      </Button>
    </Grid>
  );
}
