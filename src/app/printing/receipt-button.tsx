import type { ButtonProps } from '@chakra-ui/react';
import type { RecordRow } from '#app/lib/record-row.ts';
import { DialogButton } from '#app/ui/dialog-button.tsx';
import type { CollectionResource } from '#contract/collections.ts';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import type { Subject } from './receipt/use-receipt.ts';

/** Tells whether records of a resource are payments: those that take installments, and these. */
const isPayable = (resource: Resource): resource is Resource & { readonly name: CollectionResource } =>
  resource.installment !== undefined;

/** Returns the name under which the receipt of a record is found; undefined for a record that is no payment. */
export function receiptResource(resource: Resource, record: RecordRow): CollectionResource | undefined {
  const isPaid = (readPiastres(record.paid_amount) ?? 0n) > 0n;
  return isPaid && isPayable(resource) ? resource.name : undefined;
}

const loadDialog = () => import('./receipt-dialog.tsx');

interface ReceiptButtonProps extends ButtonProps {
  readonly subject: Subject;
  /** Shows the ways to share it, and no print. */
  readonly share?: boolean;
}

/** Opens the receipt of a payment or collection; the dialog is loaded then. */
export function ReceiptButton({ subject, share = false, ...button }: ReceiptButtonProps) {
  return (
    <DialogButton
      onPointerEnter={() => void loadDialog().catch(() => undefined)}
      {...button}
      load={loadDialog}
      dialog={({ ReceiptDialog }, close) => <ReceiptDialog subject={subject} share={share} onClose={close} />}
    />
  );
}
