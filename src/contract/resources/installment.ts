import { flag, optionalLink } from '../computed-fields.ts';
import type { InstallmentForm } from '../define-resource.ts';
import { fieldWith, type Label, money, optionalDate, optionalLongText, reference, text } from '../fields.ts';
import { paymentFields } from '../payment-methods.ts';
import type { ResourceName } from '../resource-names.ts';
import { labels } from '../texts/labels.en.ts';
import { sentences } from '../texts/sentences.en.ts';

/** Number of a paper receipt, which may cover several records (decision 13). */
export const receipt = fieldWith(text('receiptNumber'), { warnIfDuplicate: true, isNumber: true });

export const installmentLinks = (parent: Label) => ({
  is_installment: flag('installment'),
  related_record: optionalLink(parent),
  collection: optionalLink('collection'),
});

/** Specification, sections 2 and 5; decisions 12 and 42. */
export function installmentOf(kind: ResourceName): InstallmentForm {
  return {
    get singular() {
      return labels.installment;
    },
    fields: {
      related_record: fieldWith(
        reference('relatedRecord', kind, () => sentences.relatedRecordMissing),
        {
          immutable: true,
        },
      ),
      receipt_number: receipt,
      custom_date: optionalDate('customDate'),
      paid_amount: money('paidAmount', () => sentences.paidAmountMissing),
      ...paymentFields,
      notes: optionalLongText('notes'),
    },
    rules: [],
  };
}
