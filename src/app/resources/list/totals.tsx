import { chakra } from '@chakra-ui/react';
import { useQuery } from '@tanstack/react-query';
import Clock from 'lucide-react/icons/clock';
import { useMemo } from 'react';
import { matchesFilters } from '#app/cache/match-filters.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import { entriesAbout } from '#app/outbox/model/entries-about.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { isTemporaryId } from '#app/outbox/model/ids.ts';
import { isMissingFrom } from '#app/outbox/model/snapshot-visibility.ts';
import { pendingRecord } from '#app/reads/pending-record.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import type { ListedRecord } from '#app/reads/use-records.ts';
import { totalLines } from '#app/theme/recipes/filters.ts';
import { type Draft, fieldOf, type Resource } from '#contract/define-resource.ts';
import { summedColumns } from '#contract/list-filters.ts';
import { formatMoney, type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import type { Page } from '#contract/paging.ts';
import type { Column } from './columns.ts';
import { isFilteredByServer } from './list-state.ts';
import { messages } from './messages.ts';
import { willMatch } from './pending-in-filters.ts';
import type { OfflinePage } from './search-offline.ts';
import { useRunningMonth } from './use-list.ts';

/** Holds the total of one money column over every record that matches the filters. */
export interface Total {
  readonly name: string;
  /** In piastres, without pending entries. */
  readonly amount: Piastres;
  /** Contribution of this device's pending entries, in piastres; may be negative. */
  readonly pending: Piastres;
}

/** Returns the total of a column, or none if one amount is unreadable. */
const totalOf = (name: string, amount: Piastres | undefined, pending: Piastres | undefined): Total[] =>
  amount === undefined || pending === undefined ? [] : [{ name, amount, pending }];

/** Holds a record before and after a mutation; undefined where it does not exist. */
interface RecordChange {
  readonly previous: Draft | undefined;
  readonly current: Draft | undefined;
  /** The record itself, to test whether the list contains it. */
  readonly record: RecordRow;
}

/** Returns the change that an entry makes to its own record. */
function changeOf(resource: Resource, entry: OutboxEntry): RecordChange | undefined {
  const { operation, before, expected, body } = entry;
  const result = entry.state === 'done' ? entry.result : undefined;
  if (operation.kind === 'create') {
    const record = result ?? pendingRecord(resource, entry);
    return { previous: undefined, current: record, record };
  }
  if (!before) return undefined;
  if (operation.kind === 'delete') return { previous: before, current: undefined, record: before };
  return { previous: before, current: { ...before, ...expected, ...body, ...result }, record: before };
}

/** Returns the enrolment that an installment pays for, if this device knows it. */
function parentOf(
  { body, before, referenced }: OutboxEntry,
  rows: readonly RecordRow[],
): RecordRow | undefined {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  const id = body.related_record ?? before?.related_record;
  return referenced.related_record ?? rows.find((record) => record.id === id);
}

/** Computes the change of a column; the remaining amount changes by price minus paid amount. */
function changeInColumn(
  resource: Resource,
  { previous, current }: RecordChange,
  name: string,
): Piastres | undefined {
  const debt = debtOf(resource);
  const by = (column: string) => minus(readTerm(current?.[column]), readTerm(previous?.[column]));
  if (debt?.left !== name || !previous || !current) return by(name);
  return minus(by(debt.price), by(debt.paid));
}

const minus = (one: Piastres | undefined, other: Piastres | undefined): Piastres | undefined =>
  one === undefined || other === undefined ? undefined : one - other;

/** Sums this device's changes of a column: acknowledged since the snapshot, or still pending. */
type ColumnChange = (name: string, acknowledged: boolean) => Piastres | undefined;

/** Returns the changes by column, over the records that the list certainly contains. */
function columnChange(
  resource: Resource,
  { data, ...interval }: Snapshot<Page<RecordRow>>,
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
): ColumnChange {
  const listed = new Set(data.results.map(({ id }) => id));
  // Only the server can match words or a month. Of its records only the rows of this page are known to
  // match.
  const isListed = (record: RecordRow, isNew = isTemporaryId(record.id)) => {
    if (isNew) return willMatch(resource, record, search, running);
    return isFilteredByServer(search) ? listed.has(record.id) : matchesFilters(resource, record, search);
  };
  const debt = debtOf(resource);
  const changes = entriesAbout(resource, outbox)
    .own.filter((entry) => isMissingFrom(entry, interval))
    .map((entry) => ({
      done: entry.state === 'done',
      own: changeOf(resource, entry),
      parent: parentOf(entry, data.results),
    }));
  return (name, acknowledged) =>
    sumIfKnown(
      changes.flatMap(({ done, own, parent }) =>
        done !== acknowledged
          ? []
          : [
              own && isListed(own.record, own.previous === undefined)
                ? changeInColumn(resource, own, name)
                : 0n,
              own && parent && isListed(parent) && debt?.left === name
                ? minus(0n, changeInColumn(resource, own, debt.paid))
                : 0n,
            ],
      ),
    );
}

/**
 * Returns the totals of a list that the server answered. Undefined if unknown: the server sent none and
 * there are more records than this page.
 * @param outbox all entries of the owner, in order
 * @param running id of the running month, if any
 */
export function serverTotals(
  resource: Resource,
  snapshot: Snapshot<Page<RecordRow>>,
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
): readonly Total[] | undefined {
  const { totals, count, results } = snapshot.data;
  if (!totals && count > results.length) return undefined;
  const changeIn = columnChange(resource, snapshot, outbox, search, running);
  return summedColumns(resource).flatMap((name): Total[] => {
    const sent = totals?.[name];
    if (totals && sent === undefined) return [];
    const read =
      sent === undefined ? sumIfKnown(results.map((record) => readTerm(record[name]))) : readPiastres(sent);
    return totalOf(name, sumIfKnown([read, changeIn(name, true)]), changeIn(name, false));
  });
}

/**
 * Returns the totals of records that this device found. Creations are pending; rejected entries and
 * deletions do not count.
 */
export function offlineTotals(resource: Resource, rows: readonly ListedRecord[]): readonly Total[] {
  const counted = rows.filter(({ pending }) => pending?.kind !== 'delete' && pending?.state !== 'rejected');
  return summedColumns(resource).flatMap((name) => {
    const sumOf = (some: readonly ListedRecord[]) =>
      sumIfKnown(some.map(({ record }) => readTerm(record[name])));
    return totalOf(
      name,
      sumOf(counted.filter(({ pending }) => pending?.kind !== 'create')),
      sumOf(counted.filter(({ pending }) => pending?.kind === 'create' && pending.state !== 'blocked')),
    );
  });
}

/**
 * Returns what was paid so far of the listed debts, installments included: their prices less what remains. None without a price among
 * them, and where it is what the rows show as paid already.
 */
export function totalPaidSoFar(resource: Resource, totals: readonly Total[]): Total | undefined {
  const debt = resource.installment && debtOf(resource);
  const of = (name: string | undefined) => totals.find((total) => total.name === name);
  const [price, left, paid] = [of(debt?.price), of(debt?.left), of(debt?.paid)];
  if (!price || !left || !paid || price.amount + price.pending === 0n) return undefined;
  const [amount, pending] = [price.amount - left.amount, price.pending - left.pending];
  const isShown = amount === paid.amount && pending === paid.pending;
  return isShown ? undefined : { name: paid.name, amount, pending };
}

const Lines = chakra('dl', totalLines);

interface TotalsProps {
  readonly resource: Resource;
  readonly request: ListRequest;
  /** Present if this device computed the list. */
  readonly offlinePage: OfflinePage | undefined;
}

/** Returns the totals of the money columns over all pages; empty if unknown. */
function useTotals({ resource, request, offlinePage }: TotalsProps): readonly Total[] {
  const { rows: outbox } = useOutboxView();
  const runningMonth = useRunningMonth();
  // The list itself fetches it.
  const { data } = useQuery({ ...listQuery(resource, request), enabled: false });
  return useMemo(
    () => offlinePage?.totals ?? (data && serverTotals(resource, data, outbox, request, runningMonth)) ?? [],
    [offlinePage, data, resource, outbox, request, runningMonth],
  );
}

function Amount({ resource, total: { name, amount, pending } }: { resource: Resource; total: Total }) {
  const isDebt = fieldOf(resource, name)?.balance && amount + pending > 0n;
  return (
    <>
      <span dir="ltr" data-owed={isDebt || undefined}>
        {formatMoney(amount)}
      </span>
      {pending !== 0n && (
        <small data-waiting>
          <Clock size={14} aria-hidden />
          <bdi>
            {messages.pendingTotal({
              sign: pending > 0n ? '+' : '−',
              amount: formatMoney(pending > 0n ? pending : -pending),
            })}
          </bdi>
        </small>
      )}
    </>
  );
}

/** Renders what was paid so far of the listed debts, what waits to be sent included. */
const SoFar = ({ amount, pending }: Total) => (
  <small data-so-far>{messages.paidSoFar({ amount: formatMoney(amount + pending) })}</small>
);

const titleOf = ({ offlinePage }: TotalsProps) => (offlinePage ? messages.totalOnDevice : messages.total);

/** Returns the label of one total below the cards. */
function lineLabel({ resource, offlinePage }: TotalsProps, { name }: Total): string {
  const label = fieldOf(resource, name)?.label ?? '';
  return offlinePage ? messages.totalOnDeviceOf({ label }) : messages.totalOf({ label });
}

export function TotalsFoot({ columns, ...props }: TotalsProps & { readonly columns: readonly Column[] }) {
  const totals = useTotals(props);
  if (totals.length === 0) return null;
  const soFar = totalPaidSoFar(props.resource, totals);
  return (
    <tfoot>
      <tr>
        {columns.map(({ key, kind, lines }, index) =>
          index === 0 ? (
            <th key={key} scope="row">
              {titleOf(props)}
            </th>
          ) : (
            <td key={key} data-kind={kind}>
              {lines.flat().map(({ name }) => {
                const total = totals.find((candidate) => candidate.name === name);
                return (
                  total && (
                    <span key={name} data-line>
                      <Amount resource={props.resource} total={total} />
                      {soFar?.name === name && <SoFar {...soFar} />}
                    </span>
                  )
                );
              })}
            </td>
          ),
        )}
        <td data-end />
      </tr>
    </tfoot>
  );
}

/** Renders the totals as lines below the cards. */
export function TotalsLines(props: TotalsProps) {
  const totals = useTotals(props);
  if (totals.length === 0) return null;
  const soFar = totalPaidSoFar(props.resource, totals);
  return (
    <Lines aria-label={titleOf(props)}>
      {totals.map((total) => (
        <div key={total.name}>
          <dt>{lineLabel(props, total)}</dt>
          <dd>
            <Amount resource={props.resource} total={total} />
            {soFar?.name === total.name && <SoFar {...soFar} />}
          </dd>
        </div>
      ))}
    </Lines>
  );
}
