import type { DBCoreQueryResponse } from 'dexie';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mustRunAfter } from '#app/outbox/model/dependencies.ts';
import { entryStates } from '#app/outbox/model/entry.ts';
import type { Mutation } from '#app/outbox/model/mutation.ts';
import { enqueue } from '#app/outbox/store/enqueue.ts';
import { indexedReferences, OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { pendingEntries } from '#app/outbox/store/stored-entries.ts';
import { type ResourceName, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { seeded } from '../../support/seeded.ts';
import { NINE_AM } from './device.ts';
import { newCourse, newStudent } from './mutations.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };
const ali = { ownerId: 'ali', branchId: 'b1' };
const ROUNDS = 4;
const WRITES = 80;

let db: OutboxDb;
/** Counts the outbox entries that the database has returned. */
let read = 0;

beforeEach(() => {
  db = new OutboxDb(`queries-${crypto.randomUUID()}`);
  read = 0;
  db.use({
    stack: 'dbcore',
    name: 'count',
    create: (core) => ({
      ...core,
      table: (name) => {
        const table = core.table(name);
        const counted = (response: DBCoreQueryResponse) => {
          if (name === 'outbox') read += response.result.length;
          return response;
        };
        // Only Dexie's own promises keep the transaction open.
        return { ...table, query: (request) => table.query(request).then(counted) };
      },
    }),
  });
});

afterEach(() => db.delete());

const referencesOf = (name: ResourceName, installment: boolean) => {
  const resource = resourceOf(name);
  const fields = { ...resource.fields, ...(installment && resource.installment?.fields) };
  return Object.entries(fields).flatMap(([field, { refersTo }]) => (refersTo ? [{ field, refersTo }] : []));
};

it('every reference field of the resources has an index', () => {
  const fields = resourceNames.flatMap((name) => [...referencesOf(name, false), ...referencesOf(name, true)]);
  expect(new Set(indexedReferences)).toEqual(new Set(fields.map(({ field }) => field)));
});

describe('a mutation gets the same dependencies as from reading all pending entries', () => {
  it.each(Array.from({ length: ROUNDS }, (_, at) => at + 1))('random outbox of seed %i', async (seed) => {
    const random = seeded(seed);
    const pick = <T>(from: readonly T[]): T => {
      const picked = from[Math.floor(random() * from.length)];
      if (picked === undefined) throw new Error('The list is empty');
      return picked;
    };
    const created = new Map<ResourceName, string[]>();
    const known = (name: ResourceName) => [`${name}-1`, `${name}-2`, ...(created.get(name) ?? [])];
    const bodyOf = (name: ResourceName) => {
      const installment = resourceOf(name).installment !== undefined && random() < 0.5;
      const references = referencesOf(name, installment).map(({ field, refersTo }) => [
        field,
        pick(known(refersTo)),
      ]);
      return { ...Object.fromEntries(references), ...(installment && { is_installment: true }) };
    };
    let dependencies = 0;
    for (let at = 0; at < WRITES; at++) {
      const resource = pick(resourceNames);
      const kind = pick(['create', 'create', 'create', 'update', 'delete'] as const);
      const recordId = pick(known(resource));
      const mutation: Mutation = {
        id: crypto.randomUUID(),
        resource,
        kind,
        body: kind === 'delete' ? {} : bodyOf(resource),
        ...(kind !== 'create' && { recordId, before: { ...bodyOf(resource), id: recordId } }),
      };
      const before = await pendingEntries(db, mona);
      const stored = await enqueue(db, random() < 0.2 ? ali : mona, mutation, NINE_AM);
      const entry = await db.outbox.where('id').equals(mutation.id).first();
      if (stored.outcome !== 'stored' || stored.merged || entry?.ownerId !== mona.ownerId) continue;
      if (kind === 'create') created.set(resource, [...(created.get(resource) ?? []), mutation.id]);
      const all = before.filter((earlier) => mustRunAfter(entry, earlier)).map(({ id }) => id);
      expect(entry.dependsOn).toEqual(all);
      dependencies += all.length;
      if (random() < 0.3) {
        const state = pick(entryStates);
        await db.outbox.update(pick(before.length > 0 ? before : [entry]).seq, { state });
      }
    }
    expect(dependencies).toBeGreaterThan(WRITES / 4);
  });
});

it('enqueue reads only the entries that the mutation may depend on, however many are pending', async () => {
  await enqueue(db, mona, { ...newStudent('Mona'), kind: 'update', recordId: 's1' }, NINE_AM);
  for (let at = 0; at < 60; at++) await enqueue(db, mona, newStudent(`Student ${at}`), NINE_AM);
  read = 0;
  await enqueue(db, mona, newCourse('s1', '100.00', '50.00'), NINE_AM);
  expect(read).toBe(1);
  const course = await db.outbox.orderBy('seq').last();
  expect(course?.dependsOn).toHaveLength(1);
});

describe('a mutation that was merged into another entry', () => {
  const editOf = (create: Mutation): Mutation => ({
    ...newStudent('Mona A'),
    kind: 'update',
    recordId: create.id,
  });

  it('is not stored again, even after that entry was sent', async () => {
    const create = newStudent('Mona');
    await enqueue(db, mona, create, NINE_AM);
    const corrected = { ...newStudent('Mona Adel'), replaces: create.id };
    await enqueue(db, mona, corrected, NINE_AM);
    expect(await enqueue(db, mona, create, NINE_AM)).toMatchObject({ outcome: 'stored', merged: true });
    await db.outbox.toCollection().modify({ state: 'done' });
    expect(await enqueue(db, mona, create, NINE_AM)).toMatchObject({ outcome: 'stored', merged: true });
    expect(await db.outbox.count()).toBe(1);
  });

  it('is found only in entries of the same owner', async () => {
    const create = newStudent('Mona');
    await enqueue(db, ali, create, NINE_AM);
    const change = editOf(create);
    await enqueue(db, ali, change, NINE_AM);
    expect(await enqueue(db, mona, { ...change, recordId: 's1' }, NINE_AM)).toMatchObject({ merged: false });
  });
});
