import { renderHook } from '@testing-library/react';
import { act } from 'react';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { OutboxDb } from '#app/outbox/store/outbox-db.ts';
import { OutboxReader } from '#app/outbox/store/outbox-reader.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { useOutboxSelector } from '#app/reads/use-outbox.ts';
import { useOutboxView } from '#app/reads/use-outbox-view.ts';
import { newStudent } from './device.ts';
import { entriesFor } from './entries.ts';

const mona = { ownerId: 'mona', branchId: 'b1' };

describe('what is read again', () => {
  let db: OutboxDb;

  beforeEach(() => {
    db = new OutboxDb(`reader-${crypto.randomUUID()}`);
  });

  afterEach(() => db.delete());

  it('is the same as before where nothing has changed, so that nothing is worked out or drawn anew for it', async () => {
    const rows = entriesFor(newStudent('Mona'), newStudent('Ali'), newStudent('Huda'));
    await db.outbox.bulkAdd(rows);
    const reader = new OutboxReader(db, mona);
    const { rows: before } = await reader.read();
    await db.outbox.update(2, { state: 'sending' });
    await db.outbox.delete(3);
    const { rows: after } = await reader.read();
    expect(after.map(({ state }) => state)).toEqual(['queued', 'sending']);
    expect(after[0]).toBe(before[0]);
    expect(after[1]).not.toBe(before[1]);
  });
});

describe('while rows are sent', () => {
  const [first, second] = entriesFor(newStudent('Mona'), newStudent('Ali'));
  function show(...rows: readonly (typeof first)[]): void {
    void act(() => {
      publishOutbox({ ...EMPTY_OUTBOX, rows: rows.flatMap((row) => row ?? []), loaded: true });
    });
  }

  afterEach(() => act(() => publishOutbox(EMPTY_OUTBOX)));

  function drawn<T>(hook: () => T): { readonly times: () => number; readonly shown: () => T } {
    let times = 0;
    const { result } = renderHook(() => {
      times += 1;
      return hook();
    });
    return { times: () => times, shown: () => result.current };
  }

  it('a fact is drawn anew when it changes, and not with each row', () => {
    const waits = drawn(() => useOutboxSelector(({ rows }) => rows.length > 0));
    expect(waits.shown()).toBe(false);
    show(first);
    expect(waits.shown()).toBe(true);
    const before = waits.times();
    show(first, second);
    show(second);
    expect(waits.times()).toBe(before);
    show();
    expect(waits.shown()).toBe(false);
  });

  it('what needs no row is not drawn anew for any', () => {
    const none = drawn(() => useOutboxView(false));
    const before = none.times();
    show(first, second);
    expect(none.times()).toBe(before);
    expect(none.shown().rows).toEqual([]);
  });
});
