import { Button, chakra, Flex } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { asOf } from '#app/lib/branch-day.ts';
import { useDebouncedValue } from '#app/lib/held-values.ts';
import type { ListResult } from '#app/reads/use-records.ts';
import { type Draft, debtOf, type Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import {
  formatGrouped,
  formatMoney,
  type Piastres,
  parseTypedAmount,
  readPiastres,
} from '#contract/money.ts';
import { mostPayable } from '#contract/rules/payable.ts';
import { useFormContextValue, type Values } from './form-context.ts';
import { messages } from './texts.en.ts';

const DEBOUNCE_MS = 700;

export function LiveRegion({ text }: { text: string }) {
  return <chakra.output srOnly>{useDebouncedValue(text, DEBOUNCE_MS)}</chakra.output>;
}

export function FormSummary({ children }: { readonly children: ReactNode }) {
  const { summary } = useFormContextValue();
  return summary && createPortal(children, summary);
}

/** In piastres; negative if more is paid than due. Undefined without a debt, or if an amount is unreadable. */
export function remainingAfter(
  resource: Resource,
  values: Draft,
  record: Draft | undefined,
): Piastres | undefined {
  const debt = debtOf(resource);
  const price = debt && parseTypedAmount(textOf(values[debt.price]));
  const paid = debt && parseTypedAmount(textOf(values[debt.paid]));
  const later = paidByInstallments(resource, record);
  if (price === undefined || paid === undefined || later === undefined) return undefined;
  return price - paid - later;
}

export function paidByInstallments(resource: Resource, record: Draft | undefined): Piastres | undefined {
  const debt = debtOf(resource);
  if (!debt) return undefined;
  const stored = [record?.[debt.price], record?.[debt.paid], record?.[debt.left]];
  // An unsaved record has no balance and no installments.
  if (stored.some((value) => value === undefined || value === null || value === '')) return 0n;
  const [price, paid, left] = stored.map(readPiastres);
  return price === undefined || paid === undefined || left === undefined ? undefined : price - paid - left;
}

interface RemainsLineProps {
  readonly label: string;
  readonly amount: Piastres | undefined;
}

export function RemainsLine({ label, amount }: RemainsLineProps) {
  const more = amount === undefined ? 0n : mostPayable(amount);
  const tooMuch = more < 0n ? messages.tooMuch({ amount: formatMoney(-more) }) : undefined;
  const shown = amount === undefined ? '' : formatMoney(amount);
  const tone = tooMuch ? 'refused' : amount !== undefined && amount > 0n ? 'waiting' : 'settled';

  return (
    <Flex
      align="center"
      justify="space-between"
      gap="3"
      minHeight="12"
      paddingInline="4"
      paddingBlock="2"
      lineHeight="tight"
      borderRadius="md"
      background={shown === '' ? 'bg.subtle' : `${tone}.soft`}
      color={shown === '' ? 'fg.muted' : `${tone}.fg`}
    >
      {tooMuch ? (
        <chakra.span fontWeight="bold">{tooMuch}</chakra.span>
      ) : (
        <>
          <span>{label}</span>
          <chakra.span dir="ltr" fontSize="lg" fontWeight="bold" whiteSpace="nowrap">
            {shown || '–'}
          </chakra.span>
        </>
      )}
      <LiveRegion text={tooMuch ?? (shown && `${label}: ${shown}`)} />
    </Flex>
  );
}

interface PaidInFullProps {
  readonly name: string;
  readonly price: Piastres | undefined;
}

export function PaidInFull({ name, price }: PaidInFullProps) {
  const { record } = useFormContextValue();
  const { setValue, formState } = useFormContext<Values>();
  const paid = parseTypedAmount(textOf(useWatch<Values>({ name })));
  if (record || price === undefined || price <= 0n || paid === price) return null;
  return (
    <Button
      variant="outline"
      justifySelf="start"
      alignSelf="start"
      gridColumn="1 / -1"
      onClick={() =>
        setValue(name, formatGrouped(price), { shouldDirty: true, shouldValidate: formState.isSubmitted })
      }
    >
      {messages.paidInFull}
    </Button>
  );
}

interface ComputedValue {
  readonly label: string;
  readonly value: string | undefined;
  readonly refused?: boolean;
  readonly total?: boolean;
}

const List = chakra('dl', {
  base: {
    display: 'flex',
    flexDirection: 'column',
    gap: '1',
    paddingInline: '4',
    paddingBlock: '3',
    borderRadius: 'md',
    background: 'bg.subtle',
    '& > div': { display: 'flex', justifyContent: 'space-between', gap: '3', lineHeight: 'tight' },
    '& dt': { color: 'fg.muted' },
    '& dd': { whiteSpace: 'nowrap', fontWeight: 'medium' },
    '& [data-total]': { fontSize: 'lg', marginBlockStart: '1' },
    '& [data-total] dd': { fontWeight: 'bold' },
    '& [data-refused], & [data-refused] dt': { color: 'refused.fg' },
  },
});

interface ComputedValuesProps {
  readonly facts: readonly ComputedValue[];
}

export function ComputedValues({ facts }: ComputedValuesProps) {
  const known = facts.filter(({ value }) => value !== undefined);
  return (
    <div>
      <List>
        {facts.map(({ label, value, refused, total }) => (
          <div key={label} data-refused={refused || undefined} data-total={total || undefined}>
            <dt>{label}</dt>
            <dd dir="ltr">{value ?? '–'}</dd>
          </div>
        ))}
      </List>
      <LiveRegion text={joinParts(known.map(({ label, value }) => `${label}: ${value}`))} />
    </div>
  );
}

interface StaleDataNoteProps {
  readonly reading: Pick<ListResult, 'paused' | 'updatedAt'>;
}

/** The figures were calculated offline from older data. The server's calculation is final. */
export function StaleDataNote({ reading: { paused, updatedAt } }: StaleDataNoteProps) {
  if (!paused) return null;
  return (
    <chakra.p role="status" color="waiting.fg" fontSize="sm">
      {updatedAt > 0 ? messages.computedOfflineFrom({ age: asOf(updatedAt) }) : messages.computedOffline}
    </chakra.p>
  );
}
