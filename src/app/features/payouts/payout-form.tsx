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

/** The form of a book payout, with what is in stock, the price that will be stamped and what remains (decision 14). */
export function PayoutForm({ resource, record, takenBack }: RecordFormProps) {
  const reading = useAllRecords(book, {}, { without: takenBack?.replaces });
  const ground = useMemo(
    () => ({ books: reading.rows.map((listed) => listed.record), record }),
    [reading.rows, record],
  );
  const facts = useMemo(() => payoutFormDefinition(resource, ground), [resource, ground]);
  const expect = useCallback((body: Draft) => optimisticPayout(ground, body), [ground]);

  return (
    <RecordForm resource={resource} record={record} takenBack={takenBack} facts={facts} expect={expect}>
      <FieldInput name="book" />
      <FieldInput name="student" />
      <Grid gap="5" templateColumns="repeat(auto-fit, minmax(min(100%, 9.25rem), 1fr))">
        <QuantityField ground={ground} />
        <FieldInput name="paid_amount" />
      </Grid>
      <PayoutNote ground={ground} reading={reading} />
      <FieldInput name="custom_date" />
      <FieldInput name="notes" />
    </RecordForm>
  );
}
