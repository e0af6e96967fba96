import { Button, Flex } from '@chakra-ui/react';
import HandCoins from 'lucide-react/icons/hand-coins';
import Printer from 'lucide-react/icons/printer';
import { Link } from 'react-router-dom';
import { debtOf } from '#app/lib/debt-of.ts';
import { takePaymentPath } from '#app/lib/paths.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import { ReceiptButton } from '#app/printing/receipt-button.tsx';
import { useTakesInstallments } from '#app/reads/capabilities.ts';
import type { Resource } from '#contract/define-resource.ts';
import { readPiastres } from '#contract/money.ts';
import { messages } from './texts.en.ts';

/** Returns the student who owes something on a record; undefined where nothing can be paid. */
function debtorOf(resource: Resource, record: RecordRow): string | undefined {
  const left = readPiastres(record[debtOf(resource)?.left ?? '']) ?? 0n;
  const isOwed = record.is_installment !== true && left > 0n;
  return isOwed && typeof record.student === 'string' ? record.student : undefined;
}

/** Opens the receipt of the payment that a form shows, and takes a payment where something is owed. */
export function RecordReceipt({
  resource,
  record,
}: {
  readonly resource: Resource;
  readonly record: RecordRow;
}) {
  const takesInstallments = useTakesInstallments()(resource);
  const name = receiptResource(resource, record);
  const debtor = takesInstallments ? debtorOf(resource, record) : undefined;
  if (!name && debtor === undefined) return null;
  return (
    <Flex maxWidth="form" marginBlockStart="4" gap="3" wrap="wrap">
      {name && (
        <ReceiptButton subject={{ resource: name, id: record.id }}>
          <Printer size={18} aria-hidden /> {messages.openReceipt}
        </ReceiptButton>
      )}
      {debtor !== undefined && (
        <Button asChild variant="outline">
          <Link to={takePaymentPath(debtor, [resource.name, record.id])}>
            <HandCoins size={18} aria-hidden /> {appMessages.takePayment}
          </Link>
        </Button>
      )}
    </Flex>
  );
}
