import type { Owner } from '#app/data/session.ts';
import type { Resource } from '#contract/define-resource.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { rowsOf } from './next-row.ts';
import type { OutboxDb } from './outbox-db.ts';
import type { OutboxRow, StoredRow } from './outbox-row.ts';
import { temporaryId } from './temporary-id.ts';
import { balanceOf, entityKey, touchesOf } from './touches.ts';
import { waitingStates } from './unsettled-rows.ts';
import type { Write } from './write.ts';

/** The row that stands for a write which was merged into it, or that took its place; settled or not. */
export async function rowHolding(
  db: OutboxDb,
  owner: Owner,
  writeId: string,
): Promise<StoredRow | undefined> {
  const holders = await db.outbox.where('merged').equals(writeId).toArray();
  return holders.find(({ ownerId }) => ownerId === owner.ownerId);
}

/**
 * Of this person's unsettled rows those that a write may have to follow, to change or to hang on, in order of arrival: found by
 * indexes, so that it takes no longer however much else waits. Runs inside the caller's transaction, which guarantees the answer.
 */
export async function rowsConcerning(db: OutboxDb, owner: Owner, write: Write): Promise<OutboxRow[]> {
  const replaced = write.replaces === undefined ? undefined : await rowReplaced(db, owner, write.replaces);
  const { resource, kind } = write;
  const known = replaced?.operation.recordId ?? write.recordId;
  const recordId = known ?? temporaryId(write.id);
  const row = {
    operation: { resource, kind, recordId },
    entityKey: entityKey(resource, recordId),
    body: write.body,
    before: write.before ?? replaced?.before,
  };
  const balance = balanceOf(row);
  const found = await Promise.all([
    ...[...touchesOf(row)].map((key) => db.outbox.where('entityKey').equals(key).toArray()),
    // What nobody has seen yet nobody refers to.
    ...(known === undefined ? [] : referringTo(db, owner, resource, recordId)),
    ...(balance ? referringTo(db, owner, balance.holder, balance.id) : []),
  ]);
  const rows = new Map([...found.flat(), ...(replaced ? [replaced] : [])].map((one) => [one.seq, one]));
  return rowsOf(
    owner,
    [...rows.values()].filter((one) => isWaiting(one, owner)).sort((one, other) => one.seq - other.seq),
  );
}

async function rowReplaced(db: OutboxDb, owner: Owner, writeId: string): Promise<StoredRow | undefined> {
  return (await db.outbox.where('id').equals(writeId).first()) ?? rowHolding(db, owner, writeId);
}

function isWaiting({ ownerId, state }: StoredRow, owner: Owner): boolean {
  return ownerId === owner.ownerId && state !== 'done';
}

/** The waiting rows that refer to a record, or did before they change that. */
function referringTo(
  db: OutboxDb,
  { ownerId }: Owner,
  resource: ResourceName | undefined,
  id: string,
): Promise<StoredRow[]>[] {
  const places = fieldsReferringTo(resource).flatMap((field) => [`body.${field}`, `before.${field}`]);
  return places.flatMap((place) =>
    waitingStates.map(async (state) =>
      db.outbox.where(`[ownerId+state+${place}]`).equals([ownerId, state, id]).toArray(),
    ),
  );
}

const fieldsOf = ({ fields, installment }: Resource) =>
  [fields, installment?.fields ?? {}].flatMap((some) => Object.entries(some));

/** The names under which any form refers to records of a kind. */
function fieldsReferringTo(name: ResourceName | undefined): string[] {
  const fields = resourceNames.map(resourceOf).flatMap(fieldsOf);
  return [...new Set(fields.filter(([, { refersTo }]) => refersTo === name).map(([field]) => field))];
}
