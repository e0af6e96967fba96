import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { request } from '#app/api/client.ts';
import { bootCache } from '#app/cache/boot-cache.ts';
import { keys } from '#app/cache/query-keys.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { branchQuery } from '#app/reads/branch-queries.ts';
import { useMayRefer } from '#app/reads/capabilities.ts';
import { useIsPendingRecord, useOutboxView } from '#app/reads/use-outbox.ts';
import { useRecord } from '#app/reads/use-records.ts';
import { collectionResources } from '#contract/collections.ts';
import { sharedPrefix } from '#contract/ids.ts';
import { RECEIPTS_PATH, type ReceiptSubject, receipt } from '#contract/receipts.ts';
import { isResourceName, resourceOf } from '#contract/resources/registry.ts';
import { writeOf } from '#contract/writes/registry.ts';
import { messages } from '../texts.en.ts';
import { receiptOfEntry, receiptOfRecord } from './local-receipt.ts';
import { isCancelled, type KnownReceipt } from './shown-receipt.ts';

/** It stays on the device, so that it can be printed again offline. */
function receiptQuery(resource: ReceiptSubject, id: string) {
  return queryOptions({
    queryKey: keys.receipt(resource, id),
    queryFn: ({ signal }) =>
      request({ method: 'GET', path: RECEIPTS_PATH, query: { resource, id }, answer: receipt, signal }),
    meta: { persist: true },
    // Corrections of the payment are not told to it.
    staleTime: 0,
  });
}

export interface Subject {
  readonly resource: ReceiptSubject;
  readonly id: string;
  /** The payment was cancelled: the record on the device is not its receipt any more. */
  readonly isCancelled?: boolean;
}

interface ReceiptResult {
  readonly receipt: KnownReceipt | undefined;
  readonly error: Error | string | undefined;
  /** Prints that wait to be sent included. */
  readonly prints: number;
  /** The server has not answered yet: a print elsewhere may be missing. */
  readonly isReading: boolean;
  readonly refetch: () => void;
}

/** Pending or acknowledged; also if one of its payments is asked for. */
const wholeEntry = (entries: readonly OutboxEntry[], { id }: Subject) =>
  entries.find(
    ({ operation: { resource, recordId } }) =>
      writeOf(resource)?.lines && sharedPrefix(recordId) === sharedPrefix(id),
  );

const IDLE = resourceOf(collectionResources[0]);

/** Only prints that the server has not counted in `read`. */
function countPrints(entries: readonly OutboxEntry[], ids: ReadonlySet<string>, read: number): number {
  const prints = entries.filter(({ operation, body }) =>
    ids.has(writeOf(operation.resource)?.prints?.(body) ?? ''),
  );
  const copies = prints.map(({ result }) => (typeof result?.copy === 'number' ? result.copy : 0));
  return Math.max(read, ...copies) + prints.filter(({ state }) => state !== 'done').length;
}

/**
 * The server's, else the one of this device, so that it prints offline and right after saving. A payment that is part
 * of a collection gives the receipt of the whole (decision 52).
 */
export function useReceipt(asked: Subject): ReceiptResult {
  const { rows: entries } = useOutboxView();
  const mustBeSentFirst = !useMayRefer()(asked.id);
  const isPending = useIsPendingRecord(asked.id);
  const { data: branch = bootCache().branch } = useQuery({
    ...branchQuery(),
    staleTime: Number.POSITIVE_INFINITY,
  });
  const entry = wholeEntry(entries, asked);
  const isWhole = !isResourceName(asked.resource) || entry !== undefined;
  const resource = isResourceName(asked.resource) ? resourceOf(asked.resource) : IDLE;
  const recordRead = useRecord(resource, isWhole ? undefined : asked.id);
  const related = recordRead.record?.is_installment === true ? recordRead.record.related_record : undefined;
  const debt = useRecord(resource, typeof related === 'string' ? related : undefined);

  const serverId = isPending ? undefined : (recordRead.record?.id ?? asked.id);
  const reads = branch?.receipts === true && serverId !== undefined;
  const query = useQuery({ ...receiptQuery(asked.resource, serverId ?? ''), enabled: reads });
  // What was read before it was cancelled, for the question of the delete, is not its receipt any more.
  const read = asked.isCancelled && !(query.data && isCancelled(query.data)) ? undefined : query.data;
  const waiting = isWhole ? entry !== undefined && entry.state !== 'done' : recordRead.pending !== undefined;

  const fromDevice = (): KnownReceipt | undefined => {
    if (asked.isCancelled || mustBeSentFirst) return undefined;
    if (entry) return receiptOfEntry(entry);
    if (!recordRead.record || !isResourceName(asked.resource)) return undefined;
    const paidFor = recordRead.record.is_installment === true ? debt.record : recordRead.record;
    return receiptOfRecord(asked.resource, recordRead.record, paidFor, waiting);
  };
  const receipt = read && !waiting ? { ...read, waiting } : fromDevice();
  const known = new Set([asked.id, serverId, receipt?.id, entry?.operation.recordId]);
  const subjects = new Set([...known].flatMap((id) => id ?? []));
  return {
    receipt,
    error: receipt
      ? undefined
      : mustBeSentFirst
        ? messages.printedOnceSent
        : (query.error ?? recordRead.error),
    prints: countPrints(entries, subjects, query.data?.prints ?? 0),
    isReading: reads && query.isFetching,
    refetch: () => {
      recordRead.refetch();
      if (reads) void query.refetch();
    },
  };
}

interface PrintedCheckProps {
  readonly subject: Subject;
  readonly onPrinted: () => void;
}

/** As far as this device can know. Renders nothing. */
export function PrintedCheck({ subject, onPrinted }: PrintedCheckProps) {
  const isPrinted = useReceipt(subject).prints > 0;
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is told once
  useEffect(() => {
    if (isPrinted) onPrinted();
  }, [isPrinted]);
  return null;
}
