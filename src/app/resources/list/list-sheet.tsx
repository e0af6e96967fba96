import { Button, chakra, Dialog, Skeleton } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Printer from 'lucide-react/icons/printer';
import { useMemo, useRef } from 'react';
import { cells } from '#app/fields/cells.tsx';
import { textOf } from '#app/fields/field-control.ts';
import { dayAt, timeAt } from '#app/lib/branch-day.ts';
import { messages as appMessages, listTitle } from '#app/lib/texts.en.ts';
import { PaperHeader } from '#app/printing/paper/paper-header.tsx';
import { Preview } from '#app/printing/paper/preview.tsx';
import { PrintRoot } from '#app/printing/paper/print-root.tsx';
import { useDeclared, useDeclaredFields } from '#app/reads/capabilities.ts';
import { type PendingMoney, pendingOfList } from '#app/reads/figures.ts';
import { usePeople } from '#app/reads/people.ts';
import { wholeListQuery } from '#app/reads/resource-queries.ts';
import { useBranchSettings } from '#app/reads/settings-query.ts';
import { useOutboxView } from '#app/reads/use-outbox.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { DialogFrame } from '#app/ui/dialog-frame.tsx';
import { ErrorLine } from '#app/ui/error-line.tsx';
import { PendingNote } from '#app/ui/pending-note.tsx';
import { TypedText } from '#app/ui/typed-text.tsx';
import { displayDay } from '#contract/days.ts';
import type { Resource } from '#contract/define-resource.ts';
import type { Field } from '#contract/fields.ts';
import { languageNow } from '#contract/messages.ts';
import { formatAmount, formatMoney, readPiastres } from '#contract/money.ts';
import type { NamedField } from './columns.ts';
import { columnsOf, isFolded, RECORDED_BY } from './columns.ts';
import { useFilterLabel } from './filters.tsx';
import { type ListFilters, toQuery } from './list-state.ts';
import { messages } from './opened-texts.en.ts';
import { pageWithPendingMatches } from './pending-in-filters.ts';
import { messages as listMessages } from './texts.en.ts';
import { offlineTotals, serverTotals, type Total } from './totals.ts';
import type { ShownList } from './use-list.ts';
import { useRunningMonth } from './use-list.ts';

/** More rows would be forty sheets of paper, and would take a tablet too long to lay out. */
const MOST_ROWS = 2000;
const PREVIEWED = 20;

export interface ListSheetProps {
  readonly resource: Resource;
  readonly listFilters: ListFilters;
  readonly list: ShownList;
  readonly onClose: () => void;
}

interface WholeList {
  readonly rows: readonly ListedRecord[];
  readonly count: number;
  readonly totals: readonly Total[];
  readonly pending?: PendingMoney;
}

function useWholeList({ resource, listFilters, list }: ListSheetProps) {
  const { rows: outbox } = useOutboxView();
  const running = useRunningMonth();
  const { knows } = useDeclaredFields();
  const request = useMemo(
    () => toQuery(resource, { ...listFilters, page: 1 }, knows),
    [resource, listFilters, knows],
  );
  const isTooLong = list.count > MOST_ROWS;
  const canRead = !list.offlinePage && !list.paused && !isTooLong;
  const { data, error } = useQuery({ ...wholeListQuery(resource, request), enabled: canRead });
  return useMemo((): WholeList | undefined => {
    if (isTooLong) return { rows: [], count: list.count, totals: [] };
    if (canRead && error === null) {
      if (!data) return undefined;
      const { rows, count } = pageWithPendingMatches(resource, data, outbox, request, running);
      return {
        rows,
        count,
        totals: serverTotals(resource, data.data) ?? [],
        pending: pendingOfList(resource, outbox, data),
      };
    }
    return { rows: list.rows, count: list.count, totals: offlineTotals(resource, list.rows) };
  }, [isTooLong, canRead, error, data, resource, outbox, request, running, list]);
}

function FilterWords({ resource, name, value }: { resource: Resource; name: string; value: string }) {
  return <TypedText>{useFilterLabel(resource, name, value)}</TypedText>;
}

function NarrowedTo({ resource, search, filters }: ListFilters & { readonly resource: Resource }) {
  const active = Object.entries(filters);
  if (search === '' && active.length === 0) return null;
  return (
    <>
      <dt>{messages.filters}</dt>
      <dd>
        {search !== '' && <TypedText>{messages.search({ words: search })}</TypedText>}
        {active.map(([name, value], index) => (
          <span key={name}>
            {(index > 0 || search !== '') && ' · '}
            <FilterWords resource={resource} name={name} value={value} />
          </span>
        ))}
      </dd>
    </>
  );
}

const stateOf = ({ pending }: ListedRecord): string | undefined => {
  if (!pending) return undefined;
  if (pending.state === 'rejected') return messages.refused;
  return pending.kind === 'delete' ? messages.waitingDelete : messages.waiting;
};

function Cell({ named: { name, field }, row }: { named: NamedField; row: ListedRecord['record'] }) {
  const people = usePeople();
  if (name === RECORDED_BY) return <TypedText>{people.get(textOf(row[name])) ?? ''}</TypedText>;
  const amount = field.kind === 'money' ? readPiastres(row[name]) : undefined;
  if (amount !== undefined) return <bdi dir="ltr">{formatAmount(amount)}</bdi>;
  const Shown = cells[field.kind];
  return <Shown name={name} field={field} row={row} />;
}

const classOf = ({ kind }: Field) => (kind === 'money' ? 'money' : undefined);

const paperOf = (resource: Resource) => (isFolded(resource) ? 'a4-wide' : 'a4');

interface SheetProps {
  readonly resource: Resource;
  readonly whole: WholeList;
  readonly listFilters?: ListFilters;
}

function ListSheet({ resource, whole, listFilters, limit }: SheetProps & { readonly limit: number }) {
  const { rows, count, totals, pending } = whole;
  const branch = useBranchSettings();
  const language = languageNow();
  // Paper is wide: each field has its own column.
  const fields = columnsOf(resource, true, useDeclared('people')).flatMap(({ lines }) => lines.flat());
  const now = Date.now();
  const shown = rows.slice(0, limit);
  return (
    <article
      className="paper"
      data-paper={paperOf(resource)}
      data-dense=""
      data-list=""
      lang={language}
      dir={language === 'ar' ? 'rtl' : 'ltr'}
    >
      <PaperHeader branch={branch} languages={[language]} />
      <div className="title">
        <span>{listTitle(resource)}</span>
        <small>
          {messages.printedOn}{' '}
          <bdi dir="ltr">
            {displayDay(dayAt(now))} {timeAt(now)}
          </bdi>
        </small>
      </div>
      <dl>
        <dt>
          {rows.length < count ? messages.someRows({ shown: rows.length, count }) : messages.rows({ count })}
        </dt>
        <dd>{rows.length < count && messages.someRowsHint}</dd>
        {listFilters && <NarrowedTo resource={resource} {...listFilters} />}
      </dl>
      <table>
        <thead>
          <tr>
            {fields.map(({ name, field }) => (
              <th key={name} scope="col" className={classOf(field)}>
                {field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((listed) => (
            <tr key={listed.record.id}>
              {fields.map((named, index) => (
                <td key={named.name} className={classOf(named.field)}>
                  <Cell named={named} row={listed.record} />
                  {index === 0 && stateOf(listed) !== undefined && <small>{stateOf(listed)}</small>}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
        {totals.length > 0 && shown.length === rows.length && (
          <tfoot>
            <tr>
              {fields.map(({ name, field }, index) => {
                const total = totals.find((one) => one.name === name);
                return index === 0 ? (
                  <th key={name} scope="row">
                    {listMessages.total}
                    {pending && <PendingNote {...pending} />}
                  </th>
                ) : (
                  <td key={name} className={classOf(field)}>
                    {total && <bdi dir="ltr">{formatMoney(total.amount)}</bdi>}
                  </td>
                );
              })}
            </tr>
          </tfoot>
        )}
      </table>
      {shown.length < rows.length && <p>{messages.moreOnPaper({ count: rows.length - shown.length })}</p>}
    </article>
  );
}

interface SheetDialogProps extends Omit<SheetProps, 'whole'> {
  readonly whole: WholeList | undefined;
  readonly onClose: () => void;
}

function SheetDialog({ whole, onClose, ...sheet }: SheetDialogProps) {
  const { resource } = sheet;
  const print = useRef<HTMLButtonElement>(null);
  const isTooLong = whole !== undefined && whole.count > MOST_ROWS;
  return (
    <DialogFrame
      title={messages.title({ things: listTitle(resource) })}
      size="lg"
      focusFirst={print}
      onClose={onClose}
    >
      <Dialog.Body>
        {!whole && <Skeleton role="status" aria-label={messages.loading} height="40vh" />}
        {isTooLong && <ErrorLine message={messages.tooMany({ count: whole.count, limit: MOST_ROWS })} />}
        {whole && !isTooLong && (
          <>
            <Preview>
              <ListSheet {...sheet} whole={whole} limit={PREVIEWED} />
            </Preview>
            <PrintRoot size={paperOf(resource)}>
              <ListSheet {...sheet} whole={whole} limit={MOST_ROWS} />
            </PrintRoot>
            {whole.rows.length < whole.count && (
              <chakra.p color="waiting.fg" fontSize="sm" marginBlockStart="3">
                {messages.someRows({ shown: whole.rows.length, count: whole.count })}. {messages.someRowsHint}
              </chakra.p>
            )}
          </>
        )}
      </Dialog.Body>
      <Dialog.Footer justifyContent="flex-start">
        <Button ref={print} onClick={() => window.print()} disabled={!whole || isTooLong}>
          <Printer size={18} aria-hidden /> {appMessages.print}
        </Button>
      </Dialog.Footer>
    </DialogFrame>
  );
}

export function ListSheetDialog(props: ListSheetProps) {
  const { resource, listFilters, onClose } = props;
  return <SheetDialog {...{ resource, listFilters, onClose }} whole={useWholeList(props)} />;
}

interface ChosenSheetProps {
  readonly resource: Resource;
  readonly rows: readonly ListedRecord[];
  readonly onClose: () => void;
}

export function ChosenSheetDialog({ resource, rows, onClose }: ChosenSheetProps) {
  const whole = { rows, count: rows.length, totals: offlineTotals(resource, rows) };
  return <SheetDialog resource={resource} whole={whole} onClose={onClose} />;
}
