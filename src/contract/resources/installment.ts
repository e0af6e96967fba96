import { flag, optionalLink } from '../computed-fields.ts';
import type { InstallmentForm } from '../define-resource.ts';
import { fieldWith, money, optionalDate, optionalLongText, reference, text } from '../fields.ts';
import type { ResourceName } from '../resource-names.ts';

/** Number of a paper receipt, which may cover several records (decision 13). */
export const receipt = fieldWith(text('Receipt Number'), { warnIfDuplicate: true, isNumber: true });

export const installmentLinks = (parent: string) => ({
  is_installment: flag('Installment'),
  related_record: optionalLink(parent),
  /** The collection that it was received with (decision 53). */
  collection: optionalLink('Collection'),
});

/** Specification, sections 2 and 5; decisions 12 and 42. */
export function installmentOf(kind: ResourceName): InstallmentForm {
  return {
    singular: 'Installment',
    fields: {
      related_record: fieldWith(reference('Related Record', kind, 'Related record is required'), {
        immutable: true,
      }),
      receipt_number: receipt,
      custom_date: optionalDate('Custom Date'),
      paid_amount: money('Paid Amount', 'Paid amount is required'),
      notes: optionalLongText('Notes'),
    },
    rules: [],
  };
}
