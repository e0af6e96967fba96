import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';
import { refusalOf } from '#contract/rules/payable.ts';

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
    const remains = remainingOn(enrolments, draft);
    const paid = parseTypedAmount(textOf(draft.paid_amount));
    const message = remains === undefined || paid === undefined ? undefined : refusalOf(paid, remains);
    return message === undefined ? undefined : { field: 'paid_amount', message };
  };
  return { ...definition, rules: [...definition.rules, withinRemaining] };
}
