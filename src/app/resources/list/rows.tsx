import { useQueryClient } from '@tanstack/react-query';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import Undo from 'lucide-react/icons/undo-2';
import {
  createContext,
  type MouseEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useRef,
  useState,
} from 'react';
import { Link } from 'react-router-dom';
import { connection } from '#app/api/connection.ts';
import { useNavigationState } from '#app/lib/navigation-state.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { isPendingRecord } from '#app/outbox/store/pending-records.ts';
import { receiptResource } from '#app/printing/has-receipt.ts';
import type { Subject } from '#app/printing/receipt/use-receipt.ts';
import { goneBackOf, useGoesBack } from '#app/reads/paid-back.ts';
import { recordQuery } from '#app/reads/resource-queries.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import type { Resource } from '#contract/define-resource.ts';
import { joinParts } from '#contract/messages.ts';
import { formatKnownMoney, readPiastres } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { settledBy } from '#contract/resources/settler-of.ts';
import { RowTick } from './selection.tsx';
import { messages } from './texts.en.ts';

type Slots = ReadonlyMap<string, number>;

/** Rows keep and reuse slots, so that a turned page keeps the focus and creates no elements. */
export function slotsFor(ids: readonly string[], previous: Slots): Slots {
  const taken = new Set(ids.flatMap((id) => previous.get(id) ?? []));
  let free = 0;
  const next = () => {
    while (taken.has(free)) free += 1;
    taken.add(free);
    return free;
  };
  return new Map(ids.map((id) => [id, previous.get(id) ?? next()]));
}

function useRowSlots(rows: readonly ListedRecord[]): Slots {
  const last = useRef<Slots>(new Map());
  const slots = useMemo(
    () =>
      slotsFor(
        rows.map(({ record }) => record.id),
        last.current,
      ),
    [rows],
  );
  useEffect(() => {
    last.current = slots;
  }, [slots]);
  return slots;
}

const refund = resourceOf('refund');

const HIGHLIGHT_MS = 4000;

export function useHighlightedRow(): string | undefined {
  const { fresh } = useNavigationState();
  const [expired, setExpired] = useState<string>();
  useEffect(() => {
    if (fresh === undefined) return;
    const timer = setTimeout(() => setExpired(fresh), HIGHLIGHT_MS);
    return () => clearTimeout(timer);
  }, [fresh]);
  return fresh === expired ? undefined : fresh;
}

/** Milliseconds, so that a passing pointer costs no request. */
const HOVER_DELAY_MS = 120;
/** Milliseconds in which a record that was read is not prefetched again. */
const FRESH_MS = 60_000;

function useHoverPrefetch(resource: Resource): (id: string) => void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  return useCallback(
    (id) => {
      clearTimeout(timer.current);
      if (isPendingRecord(id) || connection() !== 'online') return;
      timer.current = setTimeout(() => {
        void import('../resource-form-page.tsx').catch(() => undefined);
        client.prefetchQuery({ ...recordQuery(resource, id), staleTime: FRESH_MS }).catch(() => undefined);
      }, HOVER_DELAY_MS);
    },
    [client, resource],
  );
}

export function useRows(resource: Resource, rows: readonly ListedRecord[]) {
  return {
    slots: useRowSlots(rows),
    highlighted: useHighlightedRow(),
    onHover: useHoverPrefetch(resource),
  };
}

/** Other than by the row's own links and buttons, which the keyboard uses. */
export function openTappedRow({ target, defaultPrevented }: MouseEvent<HTMLElement>): void {
  if (defaultPrevented || !(target instanceof Element) || target.closest('a, button, label')) return;
  // Text was selected, to be copied.
  if (document.getSelection()?.isCollapsed === false) return;
  target.closest('tr, li')?.querySelector<HTMLAnchorElement>('a[data-opens]')?.click();
}

interface Dialogs {
  readonly openReceipt: (subject: Subject) => void;
  readonly openRefund: (id: string) => void;
  readonly askToDelete: (listed: ListedRecord) => void;
}

const RowDialogsContext = createContext<Dialogs>({
  openReceipt: () => undefined,
  openRefund: () => undefined,
  askToDelete: () => undefined,
});

const loadReceipt = () => import('#app/printing/receipt-dialog.tsx');
const loadRefund = () => import('#app/printing/refund-dialog.tsx');
const loadDelete = () => import('./delete-dialog.tsx');

export function RowDialogs({ resource, children }: { resource: Resource; children: ReactNode }) {
  const [deleting, setDeleting] = useState<ListedRecord>();
  const [receipt, setReceipt] = useState<Subject>();
  const stopDeleting = () => setDeleting(undefined);
  const closeReceipt = () => setReceipt(undefined);
  const [refunded, setRefunded] = useState<string>();
  const closeRefund = () => setRefunded(undefined);
  const removal = useLazyDialog(deleting !== undefined, loadDelete, stopDeleting);
  const printed = useLazyDialog(receipt !== undefined, loadReceipt, closeReceipt);
  const paidBack = useLazyDialog(refunded !== undefined, loadRefund, closeRefund);
  const dialogs = useMemo(
    () => ({ openReceipt: setReceipt, openRefund: setRefunded, askToDelete: setDeleting }),
    [],
  );
  return (
    <RowDialogsContext value={dialogs}>
      {children}
      {refunded !== undefined && paidBack && <paidBack.RefundDialog id={refunded} onClose={closeRefund} />}
      {receipt && printed && <printed.ReceiptDialog subject={receipt} onClose={closeReceipt} />}
      {deleting && removal && (
        <removal.DeleteDialog resource={resource} listed={deleting} onClose={stopDeleting} />
      )}
    </RowDialogsContext>
  );
}

interface ReceiptButtonProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly otherwise?: ReactNode;
  readonly children: ReactNode;
}

export function ReceiptButton({ resource, listed, otherwise, children }: ReceiptButtonProps) {
  const { record, pending } = listed;
  const name = receiptResource(resource, record);
  const { openReceipt, openRefund } = useContext(RowDialogsContext);
  const isRefund = resource.givesBack !== undefined;
  const title = messages.openReceiptOf({ title: resource.titleOf(record) });
  const amount = formatKnownMoney(readPiastres(record[resource.cash?.field ?? '']));
  if (!(name || isRefund) || pending?.kind === 'delete') return otherwise;
  return (
    <button
      type="button"
      data-receipt
      aria-haspopup="dialog"
      title={title}
      // In a table its text is the amount alone.
      aria-label={otherwise === undefined ? undefined : joinParts([amount, title])}
      onPointerEnter={() => void (isRefund ? loadRefund() : loadReceipt()).catch(() => undefined)}
      onClick={() => (name ? openReceipt({ resource: name, id: record.id }) : openRefund(record.id))}
    >
      {children}
    </button>
  );
}

interface RowActionsProps {
  readonly resource: Resource;
  readonly listed: ListedRecord;
  readonly children?: ReactNode;
}

export function RowActions(props: RowActionsProps) {
  const { resource, listed } = props;
  if (listed.pending?.kind === 'delete') return null;
  return (
    <RowTick title={resource.titleOf(listed.record)} listed={listed}>
      <OwnActions {...props} />
    </RowTick>
  );
}

function OwnActions({ resource, listed, children }: RowActionsProps) {
  const { record, pending } = listed;
  const mayRemove = useMay(resource.name, 'remove');
  const goesBack = useGoesBack();
  const { askToDelete } = useContext(RowDialogsContext);
  // A settled record cannot be changed (decision 35). Its mark links to the record that settled it.
  if (settledBy(resource, record) || record[resource.changedWith ?? '']) return null;
  const title = resource.titleOf(record);
  const paysBack = goesBack && (goneBackOf(resource, record)?.netPaid ?? 0n) > 0n;
  return (
    <div data-actions>
      {children}
      {paysBack && (
        <Link
          to={addPath(refund)}
          state={{ resource: resource.name, related: record.id, fallback: resource.screens.list }}
          aria-label={messages.refundOf({ title })}
          title={refund.singular}
        >
          <Undo size={18} aria-hidden />
        </Link>
      )}
      <Link
        data-opens
        to={editPath(resource, record.id)}
        state={pending?.state === 'rejected' ? { takeBack: pending.outboxId } : undefined}
        aria-label={messages.editTitle({ title })}
        title={appMessages.edit}
      >
        <Pencil size={18} aria-hidden />
      </Link>
      {mayRemove && (
        <button
          type="button"
          data-destroys
          onClick={() => askToDelete(listed)}
          aria-label={messages.deleteTitle({ title })}
          title={appMessages.delete}
        >
          <Trash size={18} aria-hidden />
        </button>
      )}
    </div>
  );
}
