import { chakra } from '@chakra-ui/react';
import { useFormState, useWatch } from 'react-hook-form';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { LiveRegion } from '#app/resources/form/live-region.tsx';
import type { Values } from '#app/resources/form/values.ts';
import { computePayout, outOfStockMessage, type PayoutInputs } from './compute-payout.ts';
import { messages } from './messages.ts';
import { useFrozenInputs } from './use-frozen-inputs.ts';

/** Renders the number of copies with the stock of the chosen book below. */
export function QuantityField({ inputs }: { inputs: PayoutInputs }) {
  const { stock, copies } = computePayout(useFrozenInputs(inputs), useWatch<Values>());
  const { errors } = useFormState<Values>({ name: 'quantity' });
  if (stock === undefined) return <FieldInput name="quantity" />;
  const isTooMany = copies !== undefined && copies > stock;
  const stockMessage = isTooMany ? outOfStockMessage(stock) : messages.inStock({ stock });
  return (
    <div>
      <FieldInput
        name="quantity"
        help={isTooMany ? <chakra.span color="refused.fg">{stockMessage}</chakra.span> : stockMessage}
      />
      {/* The field itself announces a validation error. */}
      <LiveRegion text={errors.quantity ? '' : stockMessage} />
    </div>
  );
}
