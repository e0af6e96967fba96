import { Button, chakra, Field, Flex, Grid, Input, InputGroup } from '@chakra-ui/react';
import Delete from 'lucide-react/icons/delete';
import { type ReactNode, type RefObject, useState } from 'react';
import { dateControl } from '#app/fields/date.tsx';
import { longTextControl } from '#app/fields/long-text.tsx';
import { formatTypedAmount } from '#app/fields/money.tsx';
import { messages as fieldMessages } from '#app/fields/texts.en.ts';
import { useDigits } from '#app/lib/digits.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { DuplicateValueWarning, NextNumber } from '#app/resources/form/receipt-number.tsx';
import { FieldError } from '#app/ui/field-error.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { collectionFields } from '#contract/collections.ts';
import { inDigits } from '#contract/digits.ts';
import {
  formatGrouped,
  formatMoney,
  type Piastres,
  parseTypedAmount,
  toLatinNumber,
  toWesternDigits,
} from '#contract/money.ts';
import type { PaymentInput } from './payment-input.ts';
import { messages } from './texts.en.ts';

/** The separator in the chosen digits; the key types a point with either. */
const SEPARATOR = { latin: '.', 'arabic-indic': '\u066b' } as const;

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;

/** A phone has no room for two keyboards, and a desk has a real one. */
const HAS_KEYPAD = '(pointer: coarse) and (min-width: 48em)';

interface AmountInputProps {
  /** Records what is owed of an amount that is above it, and gives the rest back. */
  readonly onGiveBack: (() => void) | undefined;
  /** Undefined unless the change can be asked for. */
  readonly onCountChange: (() => void) | undefined;
  readonly inputRef: RefObject<HTMLInputElement | null>;
  readonly value: string;
  readonly owed: Piastres;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly onChange: (typed: string) => void;
}

function AmountInput({
  inputRef,
  value,
  owed,
  error,
  disabled,
  onGiveBack,
  onCountChange,
  onChange,
}: AmountInputProps) {
  const above = (parseTypedAmount(value) ?? 0n) - owed;
  const givesBack = onGiveBack !== undefined && owed > 0n && above > 0n;
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
          {...numberInput(value, 'amount')}
          onChange={(event) => onChange(toLatinNumber(event.target.value))}
          // Leaving an untouched field changes nothing that could be lost.
          onBlur={() => value !== '' && onChange(formatTypedAmount(value))}
          inputMode={keypad ? 'none' : 'decimal'}
          autoComplete="off"
          dir="ltr"
          textAlign="end"
          fontSize="xl"
          fontWeight="bold"
          minHeight="14"
        />
      </InputGroup>
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
      <Flex gap="2" mt="1" width="full">
        {owed > 0n && (
          <Button
            variant="outline"
            flex="1"
            disabled={disabled}
            onClick={givesBack ? onGiveBack : () => onChange(formatGrouped(owed))}
          >
            {givesBack
              ? messages.takeAndGiveBack({ owed: formatMoney(owed), change: formatMoney(above) })
              : messages.allOfIt({ amount: formatMoney(owed) })}
          </Button>
        )}
        {onCountChange && !givesBack && (
          <Button variant="ghost" disabled={disabled} onClick={onCountChange}>
            {messages.workOutChange}
          </Button>
        )}
      </Flex>
      {keypad && <Keypad value={value} disabled={disabled} onChange={onChange} />}
    </Field.Root>
  );
}

function Keypad({ value, disabled, onChange }: Pick<AmountInputProps, 'value' | 'disabled' | 'onChange'>) {
  const digits = useDigits();
  // An amount that was formatted when the field was left is typed on as plain digits.
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
          minHeight="11"
          // Keys type into the field itself.
          tabIndex={-1}
          aria-label={digit === '.' ? messages.point : undefined}
          disabled={disabled}
          onClick={() => onChange(plain + digit)}
        >
          {digit === '.' ? SEPARATOR[digits] : inDigits(digit)}
        </Button>
      ))}
      <Button
        variant="outline"
        colorPalette="neutral"
        minHeight="11"
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

interface ReceiptInputProps {
  readonly value: string;
  readonly error: string | undefined;
  readonly disabled: boolean;
  readonly replaces: string | undefined;
  readonly onChange: (typed: string) => void;
}

/** The number is typed from the paper, or one tap fills in the next one of this device (decision 52). */
function ReceiptInput({ value, error, disabled, replaces, onChange }: ReceiptInputProps) {
  return (
    <Field.Root invalid={error !== undefined} required disabled={disabled}>
      <Field.Label>{messages.receiptNumber}</Field.Label>
      <Flex gap="2" width="full">
        <Input
          name="receipt_number"
          onChange={(event) => onChange(toWesternDigits(event.target.value))}
          autoComplete="off"
          spellCheck={false}
          maxLength={255}
          dir="auto"
          {...numberInput(value, 'code')}
        />
        <NextNumber disabled={disabled} onTake={onChange} />
      </Flex>
      <Field.HelperText>
        <FieldError>{error}</FieldError>
      </Field.HelperText>
      <DuplicateValueWarning
        name="receipt_number"
        value={value}
        record={undefined}
        replaces={replaces}
        isFrozen={disabled}
      />
    </Field.Root>
  );
}

const { custom_date, notes } = collectionFields;

type Details = Pick<PaymentInput, 'customDate' | 'notes'>;
type DetailProblems = Partial<Record<keyof Details, string | undefined>>;

export function detailProblems({ customDate, notes: text }: Details): DetailProblems {
  const problemOf = (field: typeof custom_date | typeof notes, value: string) =>
    field.write.safeParse(value).error?.issues[0]?.message;
  return { customDate: problemOf(custom_date, customDate), notes: problemOf(notes, text) };
}

interface PaperDetailsProps {
  readonly value: Details;
  readonly problems: DetailProblems;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Details>) => void;
}

/** Closed at first: most payments are of today and need no notes. */
function PaperDetails({ value, problems, disabled, onChange }: PaperDetailsProps) {
  const [open, setOpen] = useState(false);
  const isUsed = value.customDate !== '' || value.notes !== '';
  return (
    <chakra.details
      flex={open || isUsed ? '1 0 100%' : undefined}
      open={open || isUsed}
      onToggle={(event: { readonly currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.dateAndNotes}
      </chakra.summary>
      <Flex direction="column" gap="4">
        <dateControl.Input
          name="custom_date"
          field={custom_date}
          value={value.customDate}
          onChange={(customDate) => onChange({ customDate })}
          onBlur={() => undefined}
          error={problems.customDate}
          disabled={disabled}
        />
        <longTextControl.Input
          name="notes"
          field={notes}
          value={value.notes}
          onChange={(text) => onChange({ notes: text })}
          onBlur={() => undefined}
          error={problems.notes}
          disabled={disabled}
        />
      </Flex>
    </chakra.details>
  );
}

interface ReceiptFieldsProps {
  readonly input: PaymentInput;
  readonly amountRef: RefObject<HTMLInputElement | null>;
  /** Sum of the ticked debts less the credit in use, in piastres. */
  readonly owed: Piastres;
  readonly problem: string | undefined;
  readonly tried: boolean;
  readonly disabled: boolean;
  /** Id of the entry that was opened again. */
  readonly replaces: string | undefined;
  readonly onChange: (change: Partial<PaymentInput>) => void;
  readonly onGiveBack: (() => void) | undefined;
  readonly onCountChange: (() => void) | undefined;
  readonly credit: ReactNode;
  /** Beside date and notes. */
  readonly more: ReactNode;
  readonly children: ReactNode;
}

export function ReceiptFields(props: ReceiptFieldsProps) {
  const {
    input,
    amountRef,
    owed,
    problem,
    tried,
    disabled,
    replaces,
    onChange,
    onGiveBack,
    onCountChange,
    credit,
    more,
    children,
  } = props;
  const { received, receipt } = input;
  return (
    <Surface
      display="flex"
      gridArea="sum"
      flexDirection="column"
      gap="3"
      alignSelf={{ lg: 'start' }}
      padding="4"
    >
      {credit}
      <AmountInput
        inputRef={amountRef}
        value={received.amount}
        owed={owed}
        error={problem}
        disabled={disabled}
        onGiveBack={onGiveBack}
        onCountChange={onCountChange}
        onChange={(amount) => onChange({ received: { ...received, amount } })}
      />
      {children}
      <ReceiptInput
        value={receipt}
        error={tried && receipt.trim() === '' ? messages.receiptMissing : undefined}
        disabled={disabled}
        replaces={replaces}
        onChange={(typed) => onChange({ receipt: typed })}
      />
      <Flex wrap="wrap" columnGap="4">
        <PaperDetails
          value={input}
          problems={tried ? detailProblems(input) : {}}
          disabled={disabled}
          onChange={onChange}
        />
        {more}
      </Flex>
    </Surface>
  );
}
