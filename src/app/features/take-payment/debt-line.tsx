import { Box, chakra, Flex } from '@chakra-ui/react';
import { memo, type ReactNode, useMemo } from 'react';
import { useController, useFormContext } from 'react-hook-form';
import { textAt, textOf } from '#app/fields/field-control.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import type { Values } from '#app/resources/form/form-context.ts';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import { numberInDigits } from '#contract/digits.ts';
import { fieldWith, optionalMoney } from '#contract/fields.ts';
import { joinParts } from '#contract/messages.ts';
import { formatKnownMoney, formatMoney, readPiastres } from '#contract/money.ts';
import { ageInDays } from '#contract/rules/ages.ts';
import { paysName, shareName } from './payment-values.ts';
import { messages } from './texts.en.ts';
import type { FamilyDebt } from './use-family-debts.ts';

const Detail = ({ children }: { readonly children: ReactNode }) => (
  <chakra.span color="fg.muted" fontSize="sm">
    {children}
  </chakra.span>
);

const shareField = optionalMoney('paidAmount');

interface DebtLineProps {
  readonly debt: FamilyDebt;
  readonly share: string;
  readonly problem: string | undefined;
}

/** Memoized: a key in the sum renders only the debts whose share it changes. */
export const DebtLine = memo(function DebtLine({ debt, share, problem }: DebtLineProps) {
  const { key, resource, record, remaining, price, day } = debt;
  const { field: pays } = useController<Values>({ name: paysName(key) });
  const { setValue } = useFormContext<Values>();
  const student = textAt(record, 'student_data.name');
  const kind = textAt(record, 'book_data.name') || resource.plural;
  const number = textOf(record.receipt_number);
  const title = joinParts([student, kind, number && messages.receipt({ number: numberInDigits(number) })]);
  const field = useMemo(
    () =>
      fieldWith(shareField, {
        get label() {
          return messages.part({ debt: title });
        },
      }),
    [title],
  );
  const days = ageInDays(day, currentDay());
  const paid = price === undefined ? undefined : price - remaining;
  return (
    <Surface
      as="li"
      display="flex"
      flexWrap="wrap"
      alignItems="center"
      columnGap="3"
      rowGap="1"
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
          ref={pays.ref}
          name={pays.name}
          checked={pays.value !== 'false'}
          aria-label={messages.pays({ debt: title })}
          onChange={({ target }) => {
            pays.onChange(String(target.checked));
            setValue(shareName(key), null);
          }}
          onBlur={pays.onBlur}
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
        <Box width="9rem">
          <FieldInput
            name={shareName(key)}
            field={field}
            computed={share}
            problem={problem}
            hidesLabel
            disabled={pays.value === 'false'}
          />
        </Box>
      </Flex>
    </Surface>
  );
});
