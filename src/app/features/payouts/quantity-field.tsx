import { chakra } from '@chakra-ui/react';
import { useEffect } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { LiveRegion } from '#app/resources/form/live-region.tsx';
import type { Values } from '#app/resources/form/values.ts';
import { stockRefusal } from '#contract/rules/stock.ts';
import { computePayout, type PayoutInputs } from './compute-payout.ts';
import { messages } from './messages.ts';
import { useFrozenInputs } from './use-frozen-inputs.ts';

/** Renders the number of copies with the stock of the chosen book below; it begins with one. */
export function QuantityField({ inputs }: { inputs: PayoutInputs }) {
  const values = useWatch<Values>();
  const { stock, copies } = computePayout(useFrozenInputs(inputs), values);
  const { getValues, setValue } = useFormContext<Values>();
  const book = textOf(values.book);
  // Nearly every payout is one copy. Before a book is chosen, an empty form stays empty.
  useEffect(() => {
    if (book !== '' && textOf(getValues('quantity')) === '') setValue('quantity', '1', { shouldDirty: true });
  }, [book, getValues, setValue]);
  const { errors } = useFormState<Values>({ name: 'quantity' });
  if (stock === undefined) return <FieldInput name="quantity" />;
  const refusal = copies === undefined ? undefined : stockRefusal(copies, stock);
  const stockMessage = refusal ?? messages.inStock({ stock });
  return (
    <div>
      <FieldInput
        name="quantity"
        help={refusal ? <chakra.span color="refused.fg">{stockMessage}</chakra.span> : stockMessage}
      />
      {/* The field itself announces a validation error. */}
      <LiveRegion text={errors.quantity ? '' : stockMessage} />
    </div>
  );
}
