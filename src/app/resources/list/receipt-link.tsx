import { type ReactNode, useContext } from 'react';
import { receiptResource } from '#app/printing/has-receipt.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import type { Resource } from '#contract/define-resource.ts';
import { loadReceipt, OpenReceipt } from './open-receipt.ts';
import { messages } from './texts.en.ts';

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
  const open = useContext(OpenReceipt);
  if (!name || pending?.kind === 'delete') return otherwise;
  return (
    <button
      type="button"
      data-receipt
      aria-haspopup="dialog"
      title={messages.openReceiptOf({ title: resource.titleOf(record) })}
      onPointerEnter={() => void loadReceipt().catch(() => undefined)}
      onClick={() => open({ resource: name, id: record.id })}
    >
      {children}
    </button>
  );
}
