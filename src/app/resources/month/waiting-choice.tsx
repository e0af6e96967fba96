import { Box, chakra } from '@chakra-ui/react';
import { formatMoney, readPiastres } from '#contract/money.ts';
import type { WaitingForMonth } from '#contract/month-checklist.ts';
import { messages } from './messages.ts';

interface WaitingChoiceProps {
  readonly waiting: WaitingForMonth;
  /** The name of the month that is re-opened. */
  readonly month: string;
  readonly value: 'next' | 'this';
  readonly disabled: boolean;
  readonly onChange: (value: 'next' | 'this') => void;
}

/** Says what waits for the next month, and what of it was received and paid out, as far as the user may see it. */
function aboutWaiting({ count, income, expenses }: WaitingForMonth): string {
  const [received, paid] = [readPiastres(income) ?? 0n, readPiastres(expenses) ?? 0n];
  const sums = [
    ...(received === 0n ? [] : [messages.waitingReceived({ amount: formatMoney(received) })]),
    ...(paid === 0n ? [] : [messages.waitingPaid({ amount: formatMoney(paid) })]),
  ];
  return [messages.waitingCount({ count }), ...sums].join(' · ');
}

/** Asks where the money belongs that waits for the next month when a month is re-opened (decision 144). */
export function WaitingChoice({ waiting, month, value, disabled, onChange }: WaitingChoiceProps) {
  const options = [
    ['next', messages.waitingStays],
    ['this', messages.waitingMoves({ name: month })],
  ] as const;
  return (
    <Box padding="3" background="waiting.soft" borderRadius="md">
      <chakra.p fontWeight="medium" color="waiting.fg">
        {aboutWaiting(waiting)}
      </chakra.p>
      <chakra.fieldset border="none" padding="0" margin="0" minWidth="0" disabled={disabled}>
        <legend>{messages.waitingQuestion}</legend>
        {options.map(([option, label]) => (
          <chakra.label
            key={option}
            display="flex"
            alignItems="center"
            gap="3"
            minHeight="target"
            cursor="pointer"
          >
            <chakra.input
              type="radio"
              name="waiting"
              boxSize="5"
              flexShrink="0"
              accentColor="accent.solid"
              checked={value === option}
              onChange={() => onChange(option)}
            />
            {label}
          </chakra.label>
        ))}
      </chakra.fieldset>
    </Box>
  );
}
