import { useWatch } from 'react-hook-form';
import { textOf } from '#app/fields/field-control.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import { parseTypedAmount } from '#contract/money.ts';
import { useFormContextValue, writesResourceItself } from './form-context.ts';
import { FormSummary } from './form-summary.tsx';
import { messages } from './messages.ts';
import { PaidInFull } from './paid-in-full.tsx';
import { remainingAfter } from './remaining-after.ts';
import { RemainsLine } from './remains-line.tsx';
import type { Values } from './values.ts';

/** Shows the remaining amount of an enrolment beside the save button, and offers to pay all of it. */
export function RemainingNote() {
  const { resource, definition, record } = useFormContextValue();
  const values = useWatch<Values>();
  const debt = debtOf(resource);
  if (!writesResourceItself(resource, definition) || !debt) return null;
  return (
    <>
      <FormSummary>
        <RemainsLine label={messages.remaining} amount={remainingAfter(resource, values, record)} />
      </FormSummary>
      <PaidInFull name={debt.paid} price={parseTypedAmount(textOf(values[debt.price]))} />
    </>
  );
}
