import { bootCache } from '#app/cache/boot-cache.ts';
import { textOf } from '#app/fields/field-control.ts';
import { serverTime } from '#app/lib/branch-day.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { withLines } from '#app/outbox/model/lines.ts';
import { pendingRecord } from '#app/reads/with-pending.ts';
import { displayName } from '#contract/account.ts';
import { type CollectionResource, collectionResources } from '#contract/collections.ts';
import { formatDecimal, readPiastres, sumIfKnown } from '#contract/money.ts';
import { type Receipt, receiptSubjects } from '#contract/receipts.ts';
import { nameIn } from '#contract/resources/name-in.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { FAMILY_REMAINING, PAYER } from '#contract/writes/lines.ts';
import type { KnownReceipt } from './shown-receipt.ts';

type Line = Receipt['lines'][number];

const isPayable = (name: string): name is CollectionResource =>
  collectionResources.some((one) => one === name);

/** Only if the signed-in user took the payment. */
function takerOf(recordedBy: unknown): string | null {
  const { user } = bootCache();
  const isOwn = recordedBy === undefined || recordedBy === null || recordedBy === user?.id;
  return user && isOwn ? displayName(user) : null;
}

function studentsOf(lines: readonly Line[]): Receipt['students'] {
  const found = new Map<string, Receipt['students'][number]>();
  for (const { record } of lines) {
    const [id, name] = [textOf(record.student), nameIn(record, 'student')];
    if (id !== '' && name !== undefined) found.set(id, { id, name });
  }
  return [...found.values()];
}

const known = (amount: bigint | undefined) => (amount === undefined ? null : formatDecimal(amount));

/** @param debt the enrolment or payout that it pays for; the record itself if it is no installment */
export function receiptOfRecord(
  resource: CollectionResource,
  record: RecordRow,
  debt: RecordRow | undefined,
  waiting: boolean,
): KnownReceipt {
  const remaining = known(readPiastres(debt?.remaining_amount));
  const lines: Line[] = [{ resource, record, remaining, cancelled: null }];
  return {
    resource,
    id: record.id,
    receipt_number: textOf(record.receipt_number) || null,
    custom_date: textOf(record.custom_date) || null,
    created_at: textOf(record.created_at),
    taken_by: takerOf(record.recorded_by),
    students: studentsOf(lines),
    lines,
    total: known(readPiastres(record.paid_amount)),
    // What other debts of the student remain is not known here.
    remaining,
    prints: 0,
    waiting,
  };
}

function lineOf(entry: OutboxEntry): Line[] {
  const { operation, body, referenced, result } = entry;
  const { resource } = operation;
  if (!isPayable(resource)) return [];
  if (body.is_installment !== true) {
    const record = { ...pendingRecord(resourceOf(resource), entry), ...result };
    return [{ resource, record, remaining: known(readPiastres(record.remaining_amount)), cancelled: null }];
  }
  const debt = referenced.related_record;
  const [paid, before] = [readPiastres(body.paid_amount), readPiastres(debt?.remaining_amount)];
  const after = paid === undefined || before === undefined ? undefined : before - paid;
  const record = {
    ...debt,
    ...body,
    ...result,
    id: operation.recordId,
    // The names of the debt replace those of the answer.
    ...(debt && { student: debt.student, student_data: debt.student_data, book_data: debt.book_data }),
  };
  return [{ resource, record, remaining: known(after), cancelled: null }];
}

/** Null if none was named. */
function payerOf({ referenced }: OutboxEntry): Receipt['payer'] {
  const payer = referenced[PAYER];
  return payer ? { id: payer.id, name: textOf(payer.name) } : null;
}

/**
 * Of all that one write has received.
 * @throws {TypeError} for a kind of write without receipts
 */
export function receiptOfEntry(entry: OutboxEntry): KnownReceipt {
  const { body, createdAt, operation, result, state } = entry;
  const resource = receiptSubjects.find((name) => name === operation.resource);
  if (!resource) throw new TypeError(`No receipt: ${operation.resource}`);
  const lines = withLines([entry]).flatMap(lineOf);
  const paid = lines.map(({ record }) => readPiastres(record.paid_amount));
  return {
    resource,
    id: operation.recordId,
    receipt_number: textOf(body.receipt_number) || null,
    custom_date: textOf(body.custom_date) || null,
    created_at: textOf(result?.created_at) || serverTime(createdAt).toISOString(),
    taken_by: takerOf(result?.recorded_by),
    students: studentsOf(lines),
    payer: payerOf(entry),
    lines,
    total: known(sumIfKnown(paid)),
    remaining:
      textOf(entry.expected?.[FAMILY_REMAINING]) ||
      known(sumIfKnown(lines.map(({ remaining }) => readPiastres(remaining)))),
    prints: 0,
    waiting: state !== 'done',
  };
}
