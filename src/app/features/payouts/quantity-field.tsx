import { chakra } from '@chakra-ui/react';
import { useFormState, useWatch } from 'react-hook-form';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { LiveRegion } from '#app/resources/form/live-region.tsx';
import type { Values } from '#app/resources/form/values.ts';
import { computePayout, copiesIn, onlyInStock, type PayoutInputs } from './compute-payout.ts';
import { useFrozenInputs } from './use-frozen-inputs.ts';

/** How many copies, with what is in stock of the chosen book under it. */
export function QuantityField({ ground }: { ground: PayoutInputs }) {
  const { stock, copies } = computePayout(useFrozenInputs(ground), useWatch<Values>());
  const { errors } = useFormState<Values>({ name: 'quantity' });
  if (stock === undefined) return <FieldInput name="quantity" />;
  const short = copies !== undefined && copies > stock;
  const said = short ? onlyInStock(stock) : `${copiesIn(stock)} in stock`;
  return (
    <div>
      <FieldInput
        name="quantity"
        help={short ? <chakra.span color="refused.fg">{said}</chakra.span> : said}
      />
      {/* A refusal at the field is read out by the field itself. */}
      <LiveRegion text={errors.quantity ? '' : said} />
    </div>
  );
}
