import { chakra, Flex, Grid } from '@chakra-ui/react';
import { useCallback, useEffect, useMemo } from 'react';
import { useFormContext, useFormState, useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { type ListResult, useAllRecords } from '#app/reads/use-records.ts';
import { ComputedValues } from '#app/resources/form/computed-values.tsx';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { FormSummary } from '#app/resources/form/form-summary.tsx';
import { LiveRegion } from '#app/resources/form/live-region.tsx';
import { PaidInFull } from '#app/resources/form/paid-in-full.tsx';
import { RecordForm, type RecordFormProps } from '#app/resources/form/record-form.tsx';
import { RemainsLine } from '#app/resources/form/remains-line.tsx';
import { StaleDataNote } from '#app/resources/form/stale-data-note.tsx';
import type { Values } from '#app/resources/form/values.ts';
import type { Draft } from '#contract/define-resource.ts';
import { formatMoney } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { stockRefusal } from '#contract/rules/stock.ts';
import {
  computePayout,
  optimisticPayout,
  type PayoutInputs,
  payoutFormDefinition,
} from './compute-payout.ts';
import { messages } from './texts.en.ts';
import { useFrozenInputs } from './use-frozen-inputs.ts';

interface PayoutNoteProps {
  readonly inputs: PayoutInputs;
  readonly list: ListResult;
}

/** Shows the price of the copies and the remaining amount after the payment. */
export function PayoutNote({ inputs, list }: PayoutNoteProps) {
  const { price, remaining } = computePayout(useFrozenInputs(inputs), useWatch<Values>());
  return (
    <Flex direction="column" gap="2">
      <ComputedValues
        facts={[{ label: appMessages.price, value: price === undefined ? undefined : formatMoney(price) }]}
      />
      <FormSummary>
        <RemainsLine label={messages.remaining} amount={remaining} />
      </FormSummary>
      <PaidInFull name="paid_amount" price={price} />
      <StaleDataNote reading={list} />
    </Flex>
  );
}

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

const book = resourceOf('book');

/** Renders the form of a book payout with stock, price and remaining amount (decision 14). */
export function PayoutForm({ resource, record, takenBack }: RecordFormProps) {
  const list = useAllRecords(book, {}, { without: takenBack?.replaces });
  const inputs = useMemo(
    () => ({ books: list.rows.map((listed) => listed.record), record }),
    [list.rows, record],
  );
  const definition = useMemo(() => payoutFormDefinition(resource, inputs), [resource, inputs]);
  const optimistic = useCallback((body: Draft) => optimisticPayout(inputs, body), [inputs]);

  return (
    <RecordForm
      resource={resource}
      record={record}
      takenBack={takenBack}
      facts={definition}
      expect={optimistic}
    >
      {/* Stock and price of the book stand under the quantity. */}
      <FieldInput name="book" help="" />
      <FieldInput name="student" />
      <Grid gap="5" templateColumns="repeat(auto-fit, minmax(min(100%, 9.25rem), 1fr))">
        <QuantityField inputs={inputs} />
        <FieldInput name="paid_amount" />
      </Grid>
      <PayoutNote inputs={inputs} list={list} />
      <FieldInput name="custom_date" />
      <FieldInput name="notes" />
    </RecordForm>
  );
}
