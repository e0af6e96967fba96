import { matchesFilters } from '#app/cache/filter-and-sort.ts';
import type { ListRequest } from '#app/cache/query-keys.ts';
import type { Snapshot } from '#app/cache/snapshot.ts';
import { debtOf } from '#app/lib/debt-of.ts';
import type { RecordRow } from '#app/lib/record-row.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { paidBackFor } from '#app/outbox/model/given-back.ts';
import { entriesAbout, isMissingFrom } from '#app/outbox/model/visibility.ts';
import { isUnsentIn } from '#app/outbox/store/unsent-records.ts';
import { debtGivenBack } from '#app/reads/overlay-given-back.ts';
import type { ListedRecord } from '#app/reads/with-pending.ts';
import { pendingRecord } from '#app/reads/with-pending.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { summedColumns } from '#contract/list-filters.ts';
import { type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import type { Page } from '#contract/paging.ts';
import { isFilteredByServer } from './list-state.ts';
import { willMatch } from './pending-in-filters.ts';

export interface Total {
  readonly name: string;
  /** In piastres, without pending entries. */
  readonly amount: Piastres;
  /** Contribution of this device's pending entries, in piastres; may be negative. */
  readonly pending: Piastres;
}

const totalOf = (name: string, amount: Piastres | undefined, pending: Piastres | undefined): Total[] =>
  amount === undefined || pending === undefined ? [] : [{ name, amount, pending }];

interface RecordChange {
  readonly previous: Draft | undefined;
  readonly current: Draft | undefined;
  readonly record: RecordRow;
}

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

function parentOf(
  { body, before, referenced }: OutboxEntry,
  rows: readonly RecordRow[],
): RecordRow | undefined {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  const id = body.related_record ?? before?.related_record;
  return referenced.related_record ?? rows.find((record) => record.id === id);
}

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

interface ChangeGivenBack {
  readonly done: boolean;
  readonly paidFor: RecordRow;
  /** Of what remains, in piastres; undefined if only the server knows. */
  readonly change: Piastres | undefined;
}

/** Refunds and withdrawals change what remains on the records that they are about (decision 131). */
function changesGivenBack(
  { name }: Resource,
  entries: readonly OutboxEntry[],
  rows: readonly RecordRow[],
): readonly ChangeGivenBack[] {
  return entries.flatMap((entry) => {
    const of = paidBackFor(entry);
    const paidFor = rows.find(({ id }) => id === of?.id) ?? entry.referenced.related_record;
    if (of?.resource !== name || !paidFor) return [];
    return [{ done: entry.state === 'done', paidFor, change: debtGivenBack(entry, paidFor) }];
  });
}

/** `acknowledged` selects the changes that the server confirmed since the snapshot, otherwise the pending ones. */
type ColumnChange = (name: string, acknowledged: boolean) => Piastres | undefined;

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
  const isListed = (record: RecordRow, isNew = isUnsentIn(outbox, record.id)) => {
    if (isNew) return willMatch(resource, record, search, running);
    return isFilteredByServer(search) ? listed.has(record.id) : matchesFilters(resource, record, search);
  };
  const debt = debtOf(resource);
  const about = entriesAbout(resource, outbox);
  const back = changesGivenBack(
    resource,
    about.beside.filter((entry) => isMissingFrom(entry, interval)),
    data.results,
  );
  const changes = about.own
    .filter((entry) => isMissingFrom(entry, interval))
    .map((entry) => ({
      done: entry.state === 'done',
      own: changeOf(resource, entry),
      parent: parentOf(entry, data.results),
    }));
  return (name, acknowledged) =>
    sumIfKnown([
      ...back.flatMap(({ done, paidFor, change }) =>
        done === acknowledged && debt?.left === name && isListed(paidFor) ? [change] : [],
      ),
      ...changes.flatMap(({ done, own, parent }) =>
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
    ]);
}

/**
 * Totals of a list from the server. Undefined if the server sent none and there are more records than this page.
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

/** Creations are pending; rejected entries and deletions do not count. */
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
 * The prices of the listed debts less their remaining amounts, so installments are included. Undefined where no price
 * is listed, or where the rows already show the same sum as paid.
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
