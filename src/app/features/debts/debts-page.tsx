import { Button, chakra, Skeleton } from '@chakra-ui/react';
import { useQueryClient } from '@tanstack/react-query';
import BellRing from 'lucide-react/icons/bell-ring';
import CircleCheck from 'lucide-react/icons/circle-check';
import Printer from 'lucide-react/icons/printer';
import { useEffect, useState } from 'react';
import { flushSync } from 'react-dom';
import { useConnection } from '#app/api/connection.ts';
import { currentDay } from '#app/lib/branch-day.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { useMedia } from '#app/lib/use-media.ts';
import { whenPrintingEnds } from '#app/printing/paper/end-of-printing.ts';
import { debtsQuery, overlayDebts, type ShownDebt } from '#app/reads/debts.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import { useMay } from '#app/reads/use-permissions.ts';
import { TABLE_QUERY } from '#app/resources/list/columns.ts';
import { ExportButton } from '#app/resources/list/export-button.tsx';
import { usePage } from '#app/resources/list/list-state.ts';
import { Pager } from '#app/resources/list/pager.tsx';
import { Permitted } from '#app/resources/permitted-screen.tsx';
import { EmptyState } from '#app/ui/empty-state.tsx';
import { OfflineNote } from '#app/ui/offline-note.tsx';
import { PageError } from '#app/ui/page-error.tsx';
import { PageHeading } from '#app/ui/page-heading.tsx';
import { notify } from '#app/ui/toast/notify.ts';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { joinParts } from '#contract/messages.ts';
import { pageCount } from '#contract/paging.ts';
import { countFilters, type DebtFilters, useDebtFilters, wholeRequest } from './debt-filters.ts';
import { DebtHead } from './debt-head.tsx';
import { DebtItem } from './debt-item.tsx';
import { messages } from './texts.en.ts';
import { type Debts, useDebts } from './use-debts.ts';

function useWholeDebts(filters: DebtFilters, debts: Debts): () => Promise<readonly ShownDebt[] | undefined> {
  const client = useQueryClient();
  const { rows: outbox } = useOutboxView();
  return async () => {
    if (debts.isFromDevice || debts.rows.length >= debts.count) return debts.rows;
    const query = debtsQuery({ ...wholeRequest(filters), no_pagination: 'true' });
    try {
      const read = await client.fetchQuery({ ...query, gcTime: 0 });
      return overlayDebts(read.data.results, outbox, read);
    } catch {
      notify(messages.notRead, { kind: 'error' });
      return undefined;
    }
  };
}

interface PrintedDebts {
  readonly rows: readonly ShownDebt[];
  readonly print: () => Promise<void>;
}

export function usePrintedDebts(filters: DebtFilters, debts: Debts): PrintedDebts {
  const readAll = useWholeDebts(filters, debts);
  const [whole, setWhole] = useState<readonly ShownDebt[]>();
  // Some browsers return from `print()` at once, so the rows stay.
  useEffect(() => (whole ? whenPrintingEnds(() => setWhole(undefined)) : undefined), [whole]);

  const print = async () => {
    const all = await readAll();
    if (!all) return;
    flushSync(() => setWhole(all));
    window.print();
  };
  return { rows: whole ?? debts.rows, print };
}

const loadRemind = () => import('./remind-dialog.tsx');

interface RemindSeveralProps {
  readonly filters: DebtFilters;
  readonly debts: Debts;
}

function RemindSeveral({ filters, debts }: RemindSeveralProps) {
  const readAll = useWholeDebts(filters, debts);
  const may = useMay('reminder', 'create');
  const [reminded, setReminded] = useState<readonly ShownDebt[]>();
  const close = () => setReminded(undefined);
  const dialog = useLazyDialog(reminded !== undefined, loadRemind, close);
  if (!may || debts.isKept !== true || debts.rows.length === 0) return null;
  const open = async () => {
    const today = currentDay();
    const all = await readAll();
    setReminded(all?.filter(({ last_reminder }) => last_reminder?.day !== today));
  };
  return (
    <>
      <Button
        variant="outline"
        colorPalette="neutral"
        aria-haspopup="dialog"
        aria-label={messages.remindSeveral}
        onClick={() => void open()}
      >
        <BellRing size={18} aria-hidden /> <chakra.span hideBelow="md">{messages.remindSeveral}</chakra.span>
      </Button>
      {reminded && dialog && <dialog.RemindDialog debts={reminded} onClose={close} />}
    </>
  );
}

const List = chakra('ul', {
  base: {
    listStyle: 'none',
    background: 'bg.surface',
    borderWidth: '1px',
    borderRadius: 'md',
    '& > li + li': { borderTopWidth: '1px' },
  },
});

const Page = chakra('div', {
  base: {
    '@media print': {
      '& [data-no-print]': { display: 'none !important' },
      '& li': { breakInside: 'avoid' },
    },
  },
});

export function DebtsPage() {
  return (
    <Permitted needs="records.read">
      <DebtsList />
    </Permitted>
  );
}

function sourceOf({ isFromDevice, isKept, unread }: Debts): string | undefined {
  if (!isFromDevice) return undefined;
  const missing = unread.length > 0 ? messages.unread({ kinds: joinParts(unread.map(listTitle)) }) : '';
  return [isKept === false ? messages.notKept : messages.fromDevice, missing].filter(Boolean).join(' ');
}

function DebtsList() {
  const { filters, change } = useDebtFilters();
  const { page, goTo } = usePage();
  const debts = useDebts(filters, page);
  const { rows, print } = usePrintedDebts(filters, debts);
  const offline = useConnection() === 'offline';
  const isPhone = !useMedia(TABLE_QUERY);
  const source = sourceOf(debts);
  const filtered = countFilters(filters) > 0;
  const clear = () => change({ kind: '', age: '', minimum: '' });

  const body = () => {
    if (debts.status === 'loading')
      return <Skeleton height="24rem" role="status" aria-label={messages.loading} />;
    if (debts.status === 'error') return <PageError error={debts.error} onRetry={debts.refetch} />;
    if (debts.rows.length === 0)
      return (
        <EmptyState
          icon={CircleCheck}
          title={filtered ? messages.noneMatchTitle : messages.noDebtsTitle}
          about={filtered ? messages.noneMatch : messages.noDebts}
        >
          {filtered && (
            <Button variant="outline" onClick={clear}>
              {messages.clearFilters}
            </Button>
          )}
        </EmptyState>
      );
    return (
      <List aria-label={messages.list}>
        {rows.map((debt) => (
          <DebtItem key={debt.id} debt={debt} isKept={debts.isKept === true} />
        ))}
      </List>
    );
  };

  return (
    <Page>
      <PageHeading
        title={appMessages.debts}
        // On a phone the rows need the room.
        about={isPhone ? undefined : messages.about}
        back="/"
        action={
          <>
            <RemindSeveral filters={filters} debts={debts} />
            {!debts.isFromDevice && <ExportButton path={DEBTS_PATH} query={wholeRequest(filters)} />}
            <Button variant="outline" colorPalette="neutral" onClick={() => void print()}>
              <Printer size={18} aria-hidden /> {appMessages.print}
            </Button>
          </>
        }
      />
      <OfflineNote shown={offline} updatedAt={debts.updatedAt} also={source} />
      {!offline && source !== undefined && (
        <chakra.p color="fg.muted" fontSize="sm" marginBlockEnd="3">
          {source}
        </chakra.p>
      )}
      <DebtHead debts={debts} filters={filters} onChange={change} collapsible={isPhone} />
      {body()}
      <Pager page={page} pages={pageCount(debts.count)} onPage={goTo} />
    </Page>
  );
}
