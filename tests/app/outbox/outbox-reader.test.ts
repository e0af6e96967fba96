import { renderHook } from '@testing-library/react';
import { Dexie, type ObservabilitySet } from 'dexie';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearTokens, storeTokens } from '#app/api/session.ts';
import { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import {
  type ChangedEntries,
  changedEntries,
  joinChanges,
  OutboxReader,
  subscribeToOutbox,
} from '#app/outbox/store/outbox-subscription.ts';
import {
  EMPTY_OUTBOX,
  onOutboxChange,
  outboxView,
  outboxViewCurrent,
  publishOutbox,
} from '#app/outbox/store/outbox-view.ts';
import { recordPendingCount } from '#app/outbox/store/pending-count.ts';
import { pendingEntries } from '#app/outbox/store/stored-entries.ts';
import { useOutbox, useOutboxSelector, useOutboxView } from '#app/reads/use-outbox.ts';
import { flush } from './device.ts';
import { entriesFor } from './entries.ts';
import { FakeServer } from './fake-server.ts';
import { newStudent } from './mutations.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };

/** Returns what a write to a database is said to have changed. What is said of earlier ones comes before it begins. */
async function changesOf(
  db: OutboxDb,
  write: () => PromiseLike<unknown>,
): Promise<ChangedEntries | undefined> {
  await flush();
  let told: ChangedEntries | undefined;
  const listen = (parts: ObservabilitySet) => {
    const changed = changedEntries(db, parts);
    // A write is told more than once, and databases of other tests may still be written.
    if (changed) told = told === undefined ? changed : joinChanges(told, changed);
  };
  Dexie.on('storagemutated', listen);
  await write();
  await flush();
  Dexie.on.storagemutated.unsubscribe(listen);
  return told;
}

it('a write that leaves all entries as they are publishes no new view', async () => {
  const db = new OutboxDb(`view-${crypto.randomUUID()}`);
  await db.outbox.bulkAdd(entriesFor(newStudent('Mona'), newStudent('Ali')));
  const stop = subscribeToOutbox(mona, db);
  await vi.waitFor(() => expect(outboxView().rows).toHaveLength(2));
  await flush();
  const states: string[][] = [];
  const stopNoting = onOutboxChange(() => states.push(outboxView().rows.map(({ state }) => state)));
  const [first] = await db.outbox.toArray();
  if (first) await db.outbox.put(first);
  await flush();
  await outboxViewCurrent();
  await db.outbox.update(2, { state: 'sending' });
  await vi.waitFor(() => expect(states.at(-1)).toEqual(['queued', 'sending']));
  expect(states).toHaveLength(1);
  stopNoting();
  stop();
  await db.delete();
});

describe('OutboxReader', () => {
  let db: OutboxDb;

  beforeEach(() => {
    db = new OutboxDb(`reader-${crypto.randomUUID()}`);
  });

  afterEach(() => db.delete());

  it('returns the same object for an unchanged entry, so that nothing is recomputed or re-rendered', async () => {
    const entries = entriesFor(newStudent('Mona'), newStudent('Ali'), newStudent('Huda'));
    await db.outbox.bulkAdd(entries);
    const reader = new OutboxReader(db, mona);
    const { rows: before } = await reader.read();
    await db.outbox.update(2, { state: 'sending' });
    await db.outbox.delete(3);
    const { rows: after } = await reader.read();
    expect(after.map(({ state }) => state)).toEqual(['queued', 'sending']);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });

  it('reads only the entries that a change names, and finds new ones without it', async () => {
    await db.outbox.bulkAdd(entriesFor(newStudent('Mona'), newStudent('Ali'), newStudent('Huda')));
    const reader = new OutboxReader(db, mona);
    await reader.read();
    expect(await changesOf(db, () => db.outbox.update(2, { state: 'sending' }))).toEqual(new Set([2]));
    expect(await changesOf(db, () => db.outbox.delete(3))).toEqual(new Set([3]));
    expect(await changesOf(db, () => db.facts.put({ key: 'a fact', value: 1 }))).toEqual(new Set());
    const [added] = entriesFor(newStudent('Omar'));
    if (added) await db.outbox.add({ ...added, seq: 4, id: crypto.randomUUID() });
    const states = async (...changed: ChangedEntries[]) =>
      (await reader.read(...changed)).rows.map(({ seq, state }) => `${seq} ${state}`);
    expect(await states(new Set([3]))).toEqual(['1 queued', '2 queued', '4 queued']);
    expect(await states(new Set([2]))).toEqual(['1 queued', '2 sending', '4 queued']);
    await db.outbox.update(1, { state: 'sending' });
    expect(await states()).toEqual(['1 sending', '2 sending', '4 queued']);
  });

  it('takes any entry as changed where a range was written, or everything', async () => {
    await db.outbox.bulkAdd(entriesFor(newStudent('Mona'), newStudent('Ali')));
    expect(await changesOf(db, () => db.outbox.clear())).toBe('any');
    expect(changedEntries(db, { all: { d: 0 } })).toBe('any');
    expect(changedEntries(db, { 'idb://another/outbox/': { d: 0 } })).toBeUndefined();
  });

  it('reads hundreds of entries in order of arrival, each once', async () => {
    const students = Array.from({ length: 230 }, (_, at) => newStudent(`Student ${at}`));
    await db.outbox.bulkAdd(entriesFor(...students));
    await db.outbox.where('seq').between(20, 140).delete();
    const reader = new OutboxReader(db, mona);
    const kept = students.map(({ body }) => body.name).filter((_, at) => at < 19 || at >= 139);
    const names = async () => (await reader.read()).rows.map(({ body }) => body.name);
    expect(await names()).toEqual(kept);
    expect(await names()).toEqual(kept);
    expect((await pendingEntries(db, mona)).map(({ body }) => body.name)).toEqual(kept);
  });
});

describe('outbox hooks', () => {
  const [first, second] = entriesFor(newStudent('Mona'), newStudent('Ali'));
  function show(...entries: readonly (typeof first)[]): void {
    void act(() => {
      publishOutbox({ ...EMPTY_OUTBOX, rows: entries.flatMap((entry) => entry ?? []), loaded: true });
    });
  }

  afterEach(() => act(() => publishOutbox(EMPTY_OUTBOX)));

  function renderCounted<T>(hook: () => T): { readonly renders: () => number; readonly current: () => T } {
    let renders = 0;
    const { result } = renderHook(() => {
      renders += 1;
      return hook();
    });
    return { renders: () => renders, current: () => result.current };
  }

  it('useOutboxSelector re-renders when the selected value changes, not with every entry', () => {
    const pending = renderCounted(() => useOutboxSelector(({ rows }) => rows.length > 0));
    expect(pending.current()).toBe(false);
    show(first);
    expect(pending.current()).toBe(true);
    const before = pending.renders();
    show(first, second);
    show(second);
    expect(pending.renders()).toBe(before);
    show();
    expect(pending.current()).toBe(false);
  });

  it('useOutbox counts what was pending at the last read until the outbox is read again', () => {
    storeTokens(new FakeServer().signIn('mona'));
    recordPendingCount({ ownerId: 'basma', branchId: 'b1' }, 5);
    recordPendingCount(mona, 2);
    const summary = renderCounted(() => useOutbox());
    expect(summary.current()).toMatchObject({ rows: [], pending: 2 });
    show(first);
    expect(summary.current()).toMatchObject({ pending: 1 });
    show();
    expect(summary.current()).toMatchObject({ pending: 0 });
    localStorage.clear();
    clearTokens();
  });

  it('a disabled useOutboxView does not re-render', () => {
    const disabled = renderCounted(() => useOutboxView(false));
    const before = disabled.renders();
    show(first, second);
    expect(disabled.renders()).toBe(before);
    expect(disabled.current().rows).toEqual([]);
  });
});
