import { chakra, Flex, Input } from '@chakra-ui/react';
import { type ReactNode, useId } from 'react';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { numberInput } from '#app/lib/typed-digits.ts';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { joinParts } from '#contract/messages.ts';
import { formatGrouped, formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import { ageInDays } from '#contract/rules/ages.ts';
import type { Part } from './received-sum.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebt } from './use-family-debts.ts';

const Detail = ({ children }: { readonly children: ReactNode }) => (
  <chakra.span color="fg.muted" fontSize="sm">
    {children}
  </chakra.span>
);

interface DebtLineProps {
  readonly debt: FamilyDebt;
  readonly part: Part | undefined;
  readonly typed: string | undefined;
  readonly problem: string | undefined;
  readonly disabled: boolean;
  readonly onTick: (ticked: boolean) => void;
  /** Undefined returns the part to the automatic split. */
  readonly onType: (text: string | undefined) => void;
}

export function DebtLine({ debt, part, typed, problem, disabled, onTick, onType }: DebtLineProps) {
  const { resource, record, remaining, price, day } = debt;
  const errorId = useId();
  const student = textAt(record, 'student_data.name');
  const kind = textAt(record, 'book_data.name') || resource.plural;
  const number = textOf(record.receipt_number);
  const title = joinParts([student, kind, number && messages.receipt({ number: numberInDigits(number) })]);
  const days = ageInDays(day, currentDay());
  const error = part?.problem ?? problem;
  const shown = typed ?? (part && part.amount > 0n ? formatGrouped(part.amount) : '');
  const paid = price === undefined ? undefined : price - remaining;
  return (
    <Surface
      as="li"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="1"
      borderColor={error === undefined ? 'border' : 'refused.line'}
      paddingInline="3"
      paddingBlock="2"
    >
      <chakra.label
        display="flex"
        alignItems="center"
        gap="3"
        flex="1 1 14rem"
        minH="target"
        // The tick reacts to a finger on all of its sides.
        ps="3"
        ms="-3"
        cursor="pointer"
      >
        <chakra.input
          type="checkbox"
          boxSize="6"
          flexShrink="0"
          accentColor="accent.solid"
          checked={part?.ticked ?? false}
          disabled={disabled}
          aria-label={messages.pays({ debt: title })}
          onChange={(event) => onTick(event.target.checked)}
        />
        <Flex direction="column" minW="0">
          <chakra.span fontWeight="semibold" overflowWrap="anywhere">
            <TypedText>{student}</TypedText>
          </chakra.span>
          <Detail>
            <TypedText>{kind}</TypedText>
            {number !== '' && (
              <>
                {' · '}
                <bdi>{messages.receipt({ number: numberInDigits(number) })}</bdi>
              </>
            )}
            {' · '}
            {days === 0 ? messages.today : messages.age({ days })}
          </Detail>
          {debt.due && (
            <Detail>
              {messages.due({
                day: displayDay(debt.due.day),
                amount: formatKnownMoney(readPiastres(debt.due.amount)),
              })}
            </Detail>
          )}
          <Detail>
            {messages.priceAndPaid({ price: formatKnownMoney(price), paid: formatKnownMoney(paid) })}
          </Detail>
        </Flex>
      </chakra.label>
      <Flex direction="column" align="end" gap="1" marginInlineStart="auto">
        <chakra.span fontSize="sm" fontWeight="medium" color="waiting.fg">
          {messages.remaining({ amount: formatMoney(remaining) })}
        </chakra.span>
        <Input
          width="9rem"
          dir="ltr"
          textAlign="end"
          inputMode="decimal"
          autoComplete="off"
          {...numberInput(part?.ticked ? shown : '', 'amount')}
          disabled={disabled || !part?.ticked}
          aria-label={messages.part({ debt: title })}
          aria-invalid={error !== undefined}
          aria-describedby={error === undefined ? undefined : errorId}
          onChange={(event) => onType(event.target.value)}
          onBlur={() => typed?.trim() === '' && onType(undefined)}
        />
      </Flex>
      {error !== undefined && (
        <chakra.p id={errorId} role="alert" width="full" color="refused.fg" fontSize="sm" fontWeight="medium">
          <TypedText>{error}</TypedText>
        </chakra.p>
      )}
    </Surface>
  );
}
