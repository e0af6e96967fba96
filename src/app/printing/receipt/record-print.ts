import { serverTime } from '#app/lib/branch-day.ts';
import { newMutationId } from '#app/outbox/model/ids.ts';
import { save } from '#app/outbox/sender/save.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { printOf } from '#contract/receipts.ts';
import { messages } from '../texts.en.ts';
import type { KnownReceipt } from './shown-receipt.ts';

/**
 * An entry of the outbox, so that it counts offline as well. The paper does not wait for it; a device that cannot store
 * it says so. Never throws.
 */
export async function recordPrint({ resource, id, receipt_number, lines }: KnownReceipt): Promise<void> {
  const [line] = lines;
  const outcome = await save({
    id: newMutationId(),
    ...printOf(resource, id, serverTime(Date.now())),
    // The Sync panel names whose receipt it was.
    ...(line && { referenced: { record: { ...line.record, receipt_number } } }),
  });
  if (outcome.outcome === 'not-stored') notify(messages.printNotStored, { kind: 'error' });
}
