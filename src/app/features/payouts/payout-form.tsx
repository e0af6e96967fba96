import { Grid } from '@chakra-ui/react';
import { useCallback, useMemo } from 'react';
import { useAllRecords } from '#app/reads/use-records.ts';
import { FieldInput } from '#app/resources/form/field-input.tsx';
import { RecordForm, type RecordFormProps } from '#app/resources/form/record-form.tsx';
import type { Draft } from '#contract/define-resource.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { optimisticPayout, payoutFormDefinition } from './compute-payout.ts';
import { PayoutNote } from './payout-note.tsx';
import { QuantityField } from './quantity-field.tsx';

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
