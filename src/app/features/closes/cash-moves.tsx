import { Button, chakra, Flex, Skeleton } from '@chakra-ui/react';
import ArrowDownToLine from 'lucide-react/icons/arrow-down-to-line';
import HandCoins from 'lucide-react/icons/hand-coins';
import Landmark from 'lucide-react/icons/landmark';
import Pencil from 'lucide-react/icons/pencil';
import Trash from 'lucide-react/icons/trash-2';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { textOf } from '#app/fields/field-control.ts';
import { asOf, currentDay } from '#app/lib/branch-day.ts';
import { addPath, editPath } from '#app/lib/paths.ts';
import { messages as appMessages } from '#app/lib/texts.en.ts';
import { useUser } from '#app/reads/branch-queries.ts';
import { useDeclaredFields } from '#app/reads/capabilities.ts';
import { useAllRecords } from '#app/reads/use-records.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { messages as listMessages } from '#app/resources/list/texts.en.ts';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { Surface } from '#app/ui/surface.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { useLazyDialog } from '#app/ui/use-lazy-module.ts';
import { cashWayNames, cashWays, unconfirmedCash } from '#contract/cash-ways.ts';
import { labelOf } from '#contract/choices.ts';
import { formatMoney, readPiastres, sum } from '#contract/money.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { ReceiptForm, ReceiptState, useAwaitsReceipt } from './cash-receipt.tsx';
import { WAY_PARAMETER, wayTitle } from './cash-ways.ts';
import { messages } from './texts.en.ts';

const cashMove = resourceOf('cash-move');

const loadDelete = () => import('#app/resources/list/delete-dialog.tsx');

const icons = { brought: ArrowDownToLine, handed_over: HandCoins, banked: Landmark } as const;

const Items = chakra('ul', {
  base: {
    listStyle: 'none',
    '& > li': {
      display: 'grid',
      gridTemplateColumns: { base: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto auto' },
      alignItems: 'center',
      columnGap: '3',
      minHeight: '14',
      paddingBlock: '1',
    },
    '& > li + li': { borderTopWidth: '1px' },
    '& > li > span': { gridRow: { base: 'span 2', sm: 'auto' } },
    '& small': { display: 'block', color: 'fg.muted', fontSize: 'sm', overflowWrap: 'anywhere' },
    '& [data-waiting]': { color: 'waiting.fg' },
    '& [data-amount]': {
      textAlign: 'end',
      fontWeight: 'semibold',
      whiteSpace: 'nowrap',
      fontVariantNumeric: 'tabular-nums',
    },
  },
});

interface ItemProps {
  readonly listed: ListedRecord;
  readonly showsDrawer: boolean;
  readonly mayChange: boolean;
  readonly awaitsReceipt: boolean;
  readonly fallback: string;
  readonly onDelete: () => void;
}

function Item(props: ItemProps) {
  const { showsDrawer, mayChange, awaitsReceipt, fallback, onDelete } = props;
  const { record, pending } = props.listed;
  const way = textOf(record.way);
  const title = cashMove.titleOf(record);
  const amount = readPiastres(record.amount) ?? 0n;
  const [person, drawer, slip] = [record.person_name, record.drawer_name, record.slip].map(textOf);
  const createdAt = textOf(record.created_at);
  const facts = [
    person ?? '',
    showsDrawer && drawer ? messages.cashDrawer({ name: drawer }) : '',
    record.close ? messages.atClose : '',
    slip ? messages.cashSlip({ number: slip }) : '',
    createdAt && asOf(createdAt),
  ].filter((part) => part !== '');
  return (
    <li>
      <span>
        {labelOf(cashWays, way)}
        <small>
          {facts.map((part, place) => (
            <span key={part}>
              {place > 0 && ' · '}
              <TypedText>{part}</TypedText>
            </span>
          ))}
        </small>
        <ReceiptState record={record} />
        {pending && <small data-waiting>{appMessages.waitingToBeSent}</small>}
      </span>
      <bdi data-amount dir="ltr">
        {formatMoney(way === 'brought' ? amount : -amount)}
      </bdi>
      <Flex>
        {pending?.kind !== 'delete' && mayChange && !record.close && (
          <>
            <Button asChild variant="ghost" colorPalette="neutral" minWidth="target" minHeight="target">
              <Link
                to={editPath(cashMove, record.id)}
                state={{ fallback, ...(pending?.state === 'rejected' && { takeBack: pending.outboxId }) }}
                aria-label={listMessages.editTitle({ title })}
                title={appMessages.edit}
              >
                <Pencil size={18} aria-hidden />
              </Link>
            </Button>
            <Button
              variant="ghost"
              colorPalette="neutral"
              minWidth="target"
              minHeight="target"
              aria-label={listMessages.deleteTitle({ title })}
              title={appMessages.delete}
              onClick={onDelete}
            >
              <Trash size={18} aria-hidden />
            </Button>
          </>
        )}
      </Flex>
      {awaitsReceipt && !pending && <ReceiptForm record={record} />}
    </li>
  );
}

interface CashMovesProps {
  readonly ofAll?: boolean;
  readonly fallback: string;
}

function Known({ ofAll = false, fallback }: CashMovesProps) {
  const [today] = useState(currentDay);
  const user = useUser()?.id;
  const { rows, status, error, paused, refetch } = useAllRecords(cashMove, { created_after: today });
  const open = useAllRecords(cashMove, { confirmed: false });
  const awaitsReceipt = useAwaitsReceipt();
  const [deleting, setDeleting] = useState<ListedRecord>();
  const stop = () => setDeleting(undefined);
  const dialog = useLazyDialog(deleting !== undefined, loadDelete, stop);
  const isOfUser = ({ record: { drawer } }: ListedRecord) =>
    typeof drawer !== 'string' || user === undefined || drawer === String(user);
  const isOpen = ({ record }: ListedRecord) => (unconfirmedCash(record) ?? 0n) !== 0n;
  const earlier = open.rows.filter(
    (one) => isOpen(one) && !rows.some(({ record }) => record.id === one.record.id),
  );
  const isShown = (one: ListedRecord) => ofAll || isOfUser(one) || awaitsReceipt(one.record);
  const shown = rows.filter(isShown);
  const older = earlier.filter(isShown);
  const itemsOf = (listed: readonly ListedRecord[]) => (
    <Items>
      {listed.map((one) => (
        <Item
          key={one.record.id}
          listed={one}
          showsDrawer={ofAll || !isOfUser(one)}
          mayChange={ofAll || isOfUser(one)}
          awaitsReceipt={awaitsReceipt(one.record)}
          fallback={fallback}
          onDelete={() => setDeleting(one)}
        />
      ))}
    </Items>
  );
  const list = () => {
    if (shown.length > 0) return itemsOf(shown);
    if (status === 'ready') return <chakra.p color="fg.muted">{messages.noCashToday}</chakra.p>;
    if (paused) return <chakra.p color="fg.muted">{messages.cashOffline}</chakra.p>;
    if (status === 'error')
      return (
        <Flex gap="3" align="center" wrap="wrap">
          <ErrorLine message={error?.message ?? ''} />
          <Button variant="outline" minHeight="target" onClick={refetch}>
            {appMessages.tryAgain}
          </Button>
        </Flex>
      );
    return <Skeleton role="status" aria-label={messages.loadingCash} height="3rem" borderRadius="md" />;
  };
  return (
    <Surface as="section" padding="4" marginBlockEnd="4" aria-label={messages.cashOfDrawer}>
      <Flex justify="space-between" align="center" gap="3" wrap="wrap" marginBlockEnd="3">
        <chakra.h2 fontWeight="semibold">{ofAll ? messages.cashOfDrawers : messages.cashOfDrawer}</chakra.h2>
        <Button asChild variant="plain" minHeight="target" paddingInline="0">
          <Link to={cashMove.screens.list}>{messages.allCash}</Link>
        </Button>
      </Flex>
      <Flex gap="2" wrap="wrap" marginBlockEnd="3">
        {cashWayNames.map((way) => {
          const Icon = icons[way];
          return (
            <Button key={way} asChild variant="outline" minHeight="target">
              <Link to={`${addPath(cashMove)}?${WAY_PARAMETER}=${way}`} state={{ fallback }}>
                <Icon size={18} aria-hidden /> {wayTitle(way)}
              </Link>
            </Button>
          );
        })}
      </Flex>
      {list()}
      {older.length > 0 && (
        // Folded, so that the count below stays in sight.
        <chakra.details>
          <chakra.summary minHeight="target" paddingBlock="2.5" cursor="pointer" color="waiting.fg">
            {messages.earlierUnconfirmed({
              count: older.length,
              amount: formatMoney(sum(older.map(({ record }) => unconfirmedCash(record) ?? 0n))),
            })}
          </chakra.summary>
          {itemsOf(older)}
        </chakra.details>
      )}
      {deleting && dialog && <dialog.DeleteDialog resource={cashMove} listed={deleting} onClose={stop} />}
    </Surface>
  );
}

export function CashMoves(props: CashMovesProps) {
  const { knows } = useDeclaredFields();
  return knows(cashMove) ? <Known {...props} /> : null;
}
