import { Box } from '@chakra-ui/react';
import Printer from 'lucide-react/icons/printer';
import type { RecordRow } from '#app/lib/record-row.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import type { Resource } from '#contract/define-resource.ts';
import { messages } from './messages.ts';

/** Opens the receipt of the payment that a form shows; nothing for records that are no payments. */
export function RecordReceipt({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: RecordRow;
}) {
  const name = receiptResource(resource, record);
  if (!name) return null;
  return (
    <Box maxWidth="form" marginBlockStart="4">
      <ReceiptButton subject={{ resource: name, id: record.id }}>
        <Printer size={18} aria-hidden /> {messages.openReceipt}
      </ReceiptButton>
    </Box>
  );
}
