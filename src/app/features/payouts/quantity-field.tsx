import { chakra } from '@chakra-ui/react';
import { useFormState, useWatch } from 'react-hook-form';
import { FieldInput } from '#app/screens/form/field-input.tsx';
import { SpokenLine } from '#app/screens/form/spoken-line.tsx';
import type { Values } from '#app/screens/form/values.ts';
import { copiesIn, onlyInStock, type PayoutGround, reckonPayout } from './reckon-payout.ts';
import { useHeldGround } from './use-held-ground.ts';

/** How many copies, with what is in stock of the chosen book under it. */
export function QuantityField({ ground }: { ground: PayoutGround }) {
  const { stock, copies } = reckonPayout(useHeldGround(ground), useWatch<Values>());
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
      <SpokenLine text={errors.quantity ? '' : said} />
    </div>
  );
}
