import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { RECEIPT_PRINT } from '#contract/resource-names.ts';
import type { KnownReceipt } from './shown-receipt.ts';

/** Remembers that a receipt was printed: an entry of the outbox, so that it counts offline as well. It is not waited for. */
export function recordPrint({ resource, id, receipt_number, lines }: KnownReceipt): void {
  const [line] = lines;
  void save({
    id: newMutationId(),
    resource: RECEIPT_PRINT,
    kind: 'create',
    body: { resource, record: id, printed_at: new Date().toISOString() },
    // The Sync panel names whose receipt it was.
    ...(line && { referenced: { record: { ...line.record, receipt_number } } }),
  });
}
