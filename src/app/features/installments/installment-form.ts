import { textOf } from '#app/fields/field-control.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { Draft, FormDefinition, Rule } from '#contract/define-resource.ts';
import { type Piastres, parseTypedAmount, readPiastres } from '#contract/money.ts';
import { paidTooMuch } from '#contract/resources/paid-within-price.ts';

/** What remains on the enrolment that a draft names, in piastres; undefined where that is not known. */
export function remainsOn(enrolments: readonly RecordRow[], draft: Draft): Piastres | undefined {
  const enrolment = enrolments.find(({ id }) => id === draft.related_record);
  return readPiastres(enrolment?.remaining_amount);
}

/** What would remain after a draft's payment; negative when it is more than what remains. */
export function remainsAfter(enrolments: readonly RecordRow[], draft: Draft): Piastres | undefined {
  const remains = remainsOn(enrolments, draft);
  const paid = parseTypedAmount(textOf(draft.paid_amount));
  return remains === undefined || paid === undefined ? undefined : remains - paid;
}

/** The installment form, which refuses more than remains before anything is sent (decision 11). */
export function installmentForm(facts: FormDefinition, enrolments: readonly RecordRow[]): FormDefinition {
  const withinRemaining: Rule = (draft) => {
    const after = remainsAfter(enrolments, draft);
    if (after === undefined || after >= 0n) return undefined;
    return { field: 'paid_amount', message: paidTooMuch(remainsOn(enrolments, draft) ?? 0n) };
  };
  return { ...facts, rules: [...facts.rules, withinRemaining] };
}
