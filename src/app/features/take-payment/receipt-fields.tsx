import { Box, Button, chakra, Flex, Grid } from '@chakra-ui/react';
import Delete from 'lucide-react/icons/delete';
import { memo, useState } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { useDigits } from '#app/lib/digits.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { Surface } from '#app/ui/surface.tsx';
import { inDigits } from '#contract/digits.ts';
import {
  formatDecimal,
  formatGrouped,
  formatMoney,
  type Piastres,
  parseTypedAmount,
} from '#contract/money.ts';
import { Change } from './change.tsx';
import { FamilyCredit, InParts, PaidWith } from './paid-with.tsx';
import { CREDIT_USED, HANDED_OVER } from './payment-values.ts';
import type { ReadPayment } from './read-payment.ts';
import { messages } from './texts.en.ts';

/** The separator in the chosen digits; the key types a point with either. */
const SEPARATOR = { latin: '.', 'arabic-indic': '\u066b' } as const;

const DIGITS = ['7', '8', '9', '4', '5', '6', '1', '2', '3', '.', '0'] as const;

/** A phone has no room for two keyboards, and a desk has a real one. */
const HAS_KEYPAD = '(pointer: coarse) and (min-width: 48em)';

const large = { '& input': { fontSize: 'xl', fontWeight: 'bold', minHeight: '14' } };

function useSet() {
  const { setValue } = useFormContext<Values>();
  const { isSubmitted } = useFormState<Values>();
  return (values: Values) => {
    for (const [name, value] of Object.entries(values))
      setValue(name, value, { shouldDirty: true, shouldValidate: isSubmitted });
  };
}

interface AmountProps {
  readonly read: ReadPayment;
}

function Amount({ read: { owed, inCashAlone, seen } }: AmountProps) {
  const set = useSet();
  const [typed, given] = useWatch<Values>({ name: ['amount', HANDED_OVER] });
  const value = textOf(typed);
  const above = (parseTypedAmount(value) ?? 0n) - owed;
  const givesBack = inCashAlone && owed > 0n && above > 0n;
  const keypad = useMedia(HAS_KEYPAD);
  return (
    <div>
      <Box css={large}>
        <FieldInput name="amount" problem={seen.get('amount')} hasKeypad={keypad} />
      </Box>
      <Flex gap="2" mt="2" width="full">
        {owed > 0n && (
          <Button
            variant="outline"
            flex="1"
            onClick={() => set({ amount: formatGrouped(owed), ...(givesBack && { [HANDED_OVER]: value }) })}
          >
            {givesBack
              ? messages.takeAndGiveBack({ owed: formatMoney(owed), change: formatMoney(above) })
              : messages.allOfIt({ amount: formatMoney(owed) })}
          </Button>
        )}
        {inCashAlone && typeof given !== 'string' && !givesBack && (
          <Button variant="ghost" onClick={() => set({ [HANDED_OVER]: '' })}>
            {messages.workOutChange}
          </Button>
        )}
      </Flex>
      {keypad && <Keypad />}
    </div>
  );
}

const Keypad = memo(function Keypad() {
  const digits = useDigits();
  const set = useSet();
  const { getValues } = useFormContext<Values>();
  const press = (change: (plain: string) => string) => {
    // An amount that was formatted when the field was left is typed on as plain digits.
    const plain = textOf(getValues('amount')).replaceAll(',', '').replace(/\.00$/, '');
    set({ amount: change(plain) });
  };
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
          onClick={() => press((plain) => plain + digit)}
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
        onClick={() => press((plain) => plain.slice(0, -1))}
      >
        <Flex as="span">
          <Delete size={20} aria-hidden />
        </Flex>
      </Button>
    </Grid>
  );
});

/** Closed at first: most payments are of today and need no notes. */
const PaperDetails = memo(function PaperDetails() {
  const [opened, setOpen] = useState(false);
  const { errors } = useFormState<Values>({ name: ['custom_date', 'notes'] });
  const isUsed = useWatch<Values>({ name: ['custom_date', 'notes'] }).some((value) => textOf(value) !== '');
  const open = opened || isUsed || errors.custom_date !== undefined || errors.notes !== undefined;
  return (
    <chakra.details
      flex={open ? '1 0 100%' : undefined}
      open={open}
      onToggle={(event: { readonly currentTarget: HTMLDetailsElement }) => setOpen(event.currentTarget.open)}
    >
      <chakra.summary minH="target" display="flex" alignItems="center" color="accent.fg" cursor="pointer">
        {messages.dateAndNotes}
      </chakra.summary>
      <Flex direction="column" gap="4">
        <FieldInput name="custom_date" />
        <FieldInput name="notes" />
      </Flex>
    </chakra.details>
  );
});

interface ReceiptFieldsProps {
  readonly read: ReadPayment;
  readonly kept: Piastres;
  readonly takesParts: boolean;
}

export function ReceiptFields({ read, kept, takesParts }: ReceiptFieldsProps) {
  const set = useSet();
  const [typed, given] = useWatch<Values>({ name: ['amount', HANDED_OVER] });
  const amount = textOf(typed);
  const { credit, open, tenders, inCashAlone, laid } = read;
  const takeCredit = () =>
    set({
      [CREDIT_USED]: formatDecimal(kept),
      ...((parseTypedAmount(amount) ?? 0n) >= open && {
        amount: open > kept ? formatGrouped(open - kept) : '',
      }),
    });
  return (
    <Surface
      display="flex"
      gridArea="sum"
      flexDirection="column"
      gap="3"
      alignSelf={{ lg: 'start' }}
      padding="4"
    >
      <FamilyCredit kept={kept} used={credit} onUse={takeCredit} onLeave={() => set({ [CREDIT_USED]: '' })} />
      <Amount read={read} />
      <PaidWith tenders={tenders} takesParts={takesParts} />
      {inCashAlone && typeof given === 'string' && <Change total={laid.total} />}
      <FieldInput name="receipt_number" />
      <Flex wrap="wrap" columnGap="4">
        <PaperDetails />
        <InParts tenders={tenders} takesParts={takesParts} />
      </Flex>
    </Surface>
  );
}
