import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';
import { paidTooMuch } from '#contract/resources/paid-within-price.ts';

/** Returns the remaining amount of the draft's enrolment in piastres; undefined if unknown. */
export function remainingOn(enrolments: readonly RecordRow[], draft: Draft): Piastres | undefined {
  const enrolment = enrolments.find(({ id }) => id === draft.related_record);
  return readPiastres(enrolment?.remaining_amount);
}

/** Computes the remaining amount after the draft's payment in piastres; negative if it is too much. */
export function remainingAfter(enrolments: readonly RecordRow[], draft: Draft): Piastres | undefined {
  const remaining = remainingOn(enrolments, draft);
  const paid = parseTypedAmount(textOf(draft.paid_amount));
  return remaining === undefined || paid === undefined ? undefined : remaining - paid;
}

/** Adds the rule that a payment must not exceed the remaining amount (decision 11). */
export function installmentForm(
  definition: FormDefinition,
  enrolments: readonly RecordRow[],
): FormDefinition {
  const withinRemaining: Rule = (draft) => {
    const after = remainingAfter(enrolments, draft);
    if (after === undefined || after >= 0n) return undefined;
    return { field: 'paid_amount', message: paidTooMuch(remainingOn(enrolments, draft) ?? 0n) };
  };
  return { ...definition, rules: [...definition.rules, withinRemaining] };
}
