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
import type { ListedRecord } from '#app/reads/use-records.ts';
import type { Draft, Resource } from '#contract/define-resource.ts';
import { summedColumns } from '#contract/list-filters.ts';
import { type Piastres, readPiastres, readTerm, sumIfKnown } from '#contract/money.ts';
import type { Page } from '#contract/paging.ts';
import { isFilteredByServer, willMatch } from './pending-in-filters.ts';

/** What one column of money comes to over every row that a list's filters match. */
export interface Total {
  readonly name: string;
  /** In piastres, without what waits. */
  readonly amount: Piastres;
  /** What comes to it from this device, in piastres; may be below zero. */
  readonly waiting: Piastres;
}

/** Returns the total of a column, or none where an amount in it cannot be read. */
const totalOf = (name: string, amount: Piastres | undefined, waiting: Piastres | undefined): Total[] =>
  amount === undefined || waiting === undefined ? [] : [{ name, amount, waiting }];

/** A record before and after a write; undefined where there is none. */
interface Moved {
  readonly was: Draft | undefined;
  readonly is: Draft | undefined;
  /** The record itself, to tell whether the list has it. */
  readonly record: RecordRow;
}

/** What a write does to the record it writes. */
function ownMove(resource: Resource, row: OutboxEntry): Moved | undefined {
  const { operation, before, expected, result, body } = row;
  if (operation.kind === 'create') {
    const record = pendingRecord(resource, row);
    return { was: undefined, is: record, record };
  }
  if (!before) return undefined;
  if (operation.kind === 'delete') return { was: before, is: undefined, record: before };
  return { was: before, is: { ...before, ...expected, ...result, ...body }, record: before };
}

/** The enrolment that an installment pays for, as far as this device knows it. */
function parentOf(
  { body, before, referenced }: OutboxEntry,
  rows: readonly RecordRow[],
): RecordRow | undefined {
  if (body.is_installment !== true && before?.is_installment !== true) return undefined;
  const id = body.related_record ?? before?.related_record;
  return referenced.related_record ?? rows.find((row) => row.id === id);
}

/** By how much a column of a record changes: what remains by price and payment, any other by itself. */
function change(resource: Resource, { was, is }: Moved, name: string): Piastres | undefined {
  const debt = debtOf(resource);
  const by = (column: string) => minus(readTerm(is?.[column]), readTerm(was?.[column]));
  if (debt?.left !== name || !was || !is) return by(name);
  return minus(by(debt.price), by(debt.paid));
}

const minus = (one: Piastres | undefined, other: Piastres | undefined): Piastres | undefined =>
  one === undefined || other === undefined ? undefined : one - other;

/** What comes to a column from this device: what the host has acknowledged since it was read, and what still waits. */
type Movement = (name: string, settled: boolean) => Piastres | undefined;

/** What was written on this device, by column, of the records that a list surely has. */
function movementOf(
  resource: Resource,
  { data, ...span }: Snapshot<Page<RecordRow>>,
  outbox: readonly OutboxEntry[],
  search: ListRequest,
  running: string | undefined,
): Movement {
  const listed = new Set(data.results.map(({ id }) => id));
  // Whether words or a month find a record of the host's only the host can tell: then the rows of this page are what is known.
  const isIn = (record: RecordRow, isNew = isTemporaryId(record.id)) => {
    if (isNew) return willMatch(resource, record, search, running);
    return isFilteredByServer(search) ? listed.has(record.id) : matchesFilters(resource, record, search);
  };
  const debt = debtOf(resource);
  const moves = entriesAbout(resource, outbox)
    .own.filter((row) => isMissingFrom(row, span))
    .map((row) => ({
      done: row.state === 'done',
      own: ownMove(resource, row),
      parent: parentOf(row, data.results),
    }));
  return (name, settled) =>
    sumIfKnown(
      moves.flatMap(({ done, own, parent }) =>
        done !== settled
          ? []
          : [
              own && isIn(own.record, own.was === undefined) ? change(resource, own, name) : 0n,
              own && parent && isIn(parent) && debt?.left === name
                ? minus(0n, change(resource, own, debt.paid))
                : 0n,
            ],
      ),
    );
}

/**
 * The totals of a list that the host answered. Undefined where they can't be known: a host that says none, with more rows than
 * this page.
 * @param outbox every row of the owner, in order
 * @param running the id of the running month; undefined where none runs
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
  const moved = movementOf(resource, snapshot, outbox, search, running);
  return summedColumns(resource).flatMap((name): Total[] => {
    const said = totals?.[name];
    if (totals && said === undefined) return [];
    const read =
      said === undefined ? sumIfKnown(results.map((row) => readTerm(row[name]))) : readPiastres(said);
    return totalOf(name, sumIfKnown([read, moved(name, true)]), moved(name, false));
  });
}

/** The totals of rows that this device found by itself: what is to be created waits, what was refused or is to be deleted counts for nothing. */
export function offlineTotals(resource: Resource, rows: readonly ListedRecord[]): readonly Total[] {
  const standing = rows.filter(({ pending }) => pending?.kind !== 'delete' && pending?.state !== 'rejected');
  return summedColumns(resource).flatMap((name) => {
    const over = (some: readonly ListedRecord[]) =>
      sumIfKnown(some.map(({ record }) => readTerm(record[name])));
    return totalOf(
      name,
      over(standing.filter(({ pending }) => pending?.kind !== 'create')),
      over(standing.filter(({ pending }) => pending?.kind === 'create' && pending.state !== 'blocked')),
    );
  });
}
