import { chakra, Flex } from '@chakra-ui/react';
import { useState } from 'react';
import { dateControl } from '#app/fields/date.tsx';
import { longTextControl } from '#app/fields/long-text.tsx';
import { collectionFields } from '#contract/collections.ts';
import { messages } from './messages.ts';
import type { PaymentInput } from './payment-input.ts';

const { custom_date, notes } = collectionFields;

type Details = Pick<PaymentInput, 'customDate' | 'notes'>;

/** Returns what is wrong with day and notes: the limits of any installment. */
export function detailProblems({ customDate, notes: text }: Details) {
  const problemOf = (field: typeof custom_date | typeof notes, value: string) =>
    field.write.safeParse(value).error?.issues[0]?.message;
  return { customDate: problemOf(custom_date, customDate), notes: problemOf(notes, text) };
}

interface PaperDetailsProps {
  readonly value: Details;
  /** What is wrong, once somebody tried to save. */
  readonly problems: Partial<Record<keyof Details, string | undefined>>;
  readonly disabled: boolean;
  readonly onChange: (change: Partial<Details>) => void;
}

/** Renders day and notes of the receipt, folded away: most payments are of today and need no words. */
export function PaperDetails({ value, problems, disabled, onChange }: PaperDetailsProps) {
  const [open, setOpen] = useState(false);
  const isUsed = value.customDate !== '' || value.notes !== '';
  return (
    <chakra.details
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
