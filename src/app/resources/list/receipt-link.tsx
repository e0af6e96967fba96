import { type ReactNode, useState } from 'react';
import { receiptResource } from '#app/printing/has-receipt.ts';
import type { ListedRecord } from '#app/reads/use-records.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './messages.ts';

const loadDialog = () => import('#app/printing/receipt-dialog.tsx');

interface ReceiptLinkProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  /** What is shown without a payment. */
  readonly otherwise: ReactNode;
  readonly children: ReactNode;
}

/** Opens the receipt of a row's payment; the dialog is loaded then. */
export function ReceiptLink({
  resource,
  listed: { record, pending },
  otherwise,
  children,
}: ReceiptLinkProps) {
  const name = receiptResource(resource, record);
  const [open, setOpen] = useState(false);
  const close = () => setOpen(false);
  const dialog = useLazyDialog(open, loadDialog, close);
  if (!name || pending?.kind === 'delete') return otherwise;
  return (
    <>
      <button
        type="button"
        data-receipt
        aria-haspopup="dialog"
        title={messages.openReceiptOf({ title: resource.titleOf(record) })}
        onPointerEnter={() => void loadDialog().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        {children}
      </button>
      {open && dialog && <dialog.ReceiptDialog subject={{ resource: name, id: record.id }} onClose={close} />}
    </>
  );
}
