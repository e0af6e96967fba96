import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { debtsQuery } from '#app/reads/on-demand/debts-queries.ts';
import { overlayDebts, type ShownDebt } from '#app/reads/on-demand/pending-debts.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { notify } from '#app/ui/toast/notify.ts';
import { type DebtFilters, wholeRequest } from './debt-filters.ts';
import { messages } from './messages.ts';
import type { Debts } from './use-debts.ts';

/** Lists the events that say that a print is over. */
const endsOfPrinting = ['afterprint', 'pointerdown', 'keydown'] as const;

interface PrintedDebts {
  /** The rows to show: all that match while they are printed, else those of the page. */
  readonly rows: readonly ShownDebt[];
  /** Prints all debts that match the filters, or the page where this device has added it up. */
  readonly print: () => Promise<void>;
}

/** Prints the whole list: a person calls from paper, and a page of ten rows is of no use there. */
export function usePrintedDebts(filters: DebtFilters, debts: Debts): PrintedDebts {
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  const [whole, setWhole] = useState<readonly ShownDebt[]>();
  // Some browsers return from `print()` at once: the rows stay until `afterprint`. Some never fire it: whoever touches the page is done.
  useEffect(() => {
    if (!whole) return;
    const showPage = () => setWhole(undefined);
    for (const name of endsOfPrinting) window.addEventListener(name, showPage);
    return () => {
      for (const name of endsOfPrinting) window.removeEventListener(name, showPage);
    };
  }, [whole]);

  const print = async () => {
    if (!debts.isFromDevice && debts.rows.length < debts.count) {
      const query = debtsQuery({ ...wholeRequest(filters), no_pagination: 'true' });
      try {
        const read = await client.fetchQuery({ ...query, gcTime: 0 });
        const rows = overlayDebts(read.data.results, outbox, read, filters.kind);
        flushSync(() => setWhole(rows));
      } catch {
        notify(messages.notRead, { kind: 'error' });
        return;
      }
    }
    window.print();
  };
  return { rows: whole ?? debts.rows, print };
}
