import { Field, Input, InputGroup } from '@chakra-ui/react';
import { numberInput } from '#app/lib/typed-digits.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { type DiscountReason, MOST_REASONS, readReason } from '#contract/branch-settings.ts';
import { toLatinNumber } from '#contract/money.ts';
import { Entries, type ListInputProps } from './list-input.tsx';
import { messages } from './texts.en.ts';

const usual: readonly DiscountReason[] = [
  { id: 'siblings', name: 'Siblings', name_ar: 'إخوة', percent: null },
  { id: 'staff', name: 'Staff', name_ar: 'موظفون', percent: null },
  { id: 'scholarship', name: 'Scholarship', name_ar: 'منحة', percent: null },
  { id: 'other', name: 'Other', name_ar: 'أخرى', percent: null },
];

interface UsualPercentProps {
  readonly reason: DiscountReason;
  readonly disabled: boolean;
  readonly onChange: (reason: DiscountReason) => void;
}

const UsualPercent = ({ reason, disabled, onChange }: UsualPercentProps) => (
  <Field.Root flex="0 1 7rem" width="auto" disabled={disabled}>
    <Field.Label>{messages.usualPercent}</Field.Label>
    <InputGroup endElement="%" dir="ltr">
      <Input
        inputMode="decimal"
        autoComplete="off"
        textAlign="end"
        onChange={({ target }) => onChange({ ...reason, percent: toLatinNumber(target.value) || null })}
        {...numberInput(reason.percent ?? '', 'amount')}
      />
    </InputGroup>
  </Field.Root>
);

/** What discounts are for (decision 132). */
export const ReasonsInput = (props: ListInputProps) => (
  <Entries
    {...props}
    list="discount_reasons"
    choices={readReason.array().safeParse(JSON.parse(props.value || '[]')).data ?? []}
    help={messages.reasonsHelp}
    usual={usual}
    limit={MOST_REASONS}
    otherLabel={messages.otherReason}
    newChoice={(): DiscountReason => ({
      id: `reason-${newMutationId().slice(0, 8)}`,
      name: '',
      name_ar: '',
      percent: null,
    })}
    titleAt={(place) => messages.reasonOf({ place })}
    more={(reason, onChange) => (
      <UsualPercent reason={reason} disabled={props.disabled} onChange={onChange} />
    )}
  />
);
