import { useState } from 'react';
import { useFormState, useWatch } from 'react-hook-form';
import type { RecordRow } from '#app/lib/record-row.ts';
import { FormSummary } from '#app/resources/form/form-summary.tsx';
import { RemainsLine } from '#app/resources/form/remains-line.tsx';
import type { Values } from '#app/resources/form/values.ts';
import { remainingAfter, remainingOn } from './installment-form.ts';
import { messages } from './messages.ts';

/** Shows the remaining amount of the chosen enrolment before and after this payment. */
export function RemainingNote({ enrolments }: { enrolments: readonly RecordRow[] }) {
  const values = useWatch<Values>();
  const { isSubmitting } = useFormState();
  const [frozen, setFrozen] = useState(enrolments);
  // During the submit the enrolments already include the payment: it must not be subtracted twice.
  if (!isSubmitting && frozen !== enrolments) setFrozen(enrolments);
  return (
    <>
      <RemainsLine label={messages.remainingNow} amount={remainingOn(frozen, values)} />
      <FormSummary>
        <RemainsLine label={messages.remainingAfter} amount={remainingAfter(frozen, values)} />
      </FormSummary>
    </>
  );
}
