import { Button } from '@chakra-ui/react';
import { useFormContext, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { formatGrouped, type Piastres, parseTypedAmount } from '#contract/money.ts';
import { useFormContextValue } from './form-context.ts';
import { messages } from './texts.en.ts';
import type { Values } from './values.ts';

interface PaidInFullProps {
  /** The field of the paid amount. */
  readonly name: string;
  /** What the new record costs, in piastres; undefined while that is not known. */
  readonly price: Piastres | undefined;
}

/** Offers to fill in the whole price as paid, on forms of new records. */
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
