import { act, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { isReloadBlocked, useUpdateOfferHidden } from '#app/lib/update-guard.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { OutboxEffects } from '#app/shell/outbox-effects.tsx';
import { newStudent } from '../outbox/device.ts';
import { entriesFor } from '../outbox/entries.ts';

/** Whether the update offer was hidden, at each change. */
let hidden: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  act(reportReachable);
  hidden = [];
  render(<OutboxEffects />);
  renderHook(() => {
    const now = useUpdateOfferHidden();
    if (now !== hidden.at(-1)) hidden.push(now);
  });
});
afterEach(() => {
  show();
  act(reportReachable);
  vi.useRealTimers();
});

function show(changes?: Partial<OutboxEntry>): void {
  const rows = changes ? entriesFor([newStudent('Mona'), changes]) : [];
  act(() => showOutboxOf(rows));
}

function showOutboxOf(rows: readonly OutboxEntry[]): void {
  publishOutbox({ ...EMPTY_OUTBOX, rows, loaded: true });
}

const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** Simulates one attempt on a bad connection: reachable, then not, then reachable again at the next probe. */
function oneTry(attempts: number): void {
  show({ state: 'sending', attempts });
  after(2_000);
  act(reportUnreachable);
  show({ state: 'unknown', attempts });
  after(6_000);
  act(reportReachable);
  after(30_000);
}

it('an offer does not come and go while rows are tried again on a bad line', () => {
  for (const attempts of [1, 2, 3, 4]) oneTry(attempts);
  expect(hidden).toEqual([false, true]);
  show({ state: 'done', attempts: 5 });
  after(0);
  expect(hidden).toEqual([false, true, false]);
});

it('it is made while the line is gone, and where a row fails again and again; no version takes over while it is sent', () => {
  show({ state: 'unknown', attempts: 1 });
  act(reportUnreachable);
  after(10_000);
  expect(hidden).toEqual([false, true, false]);
  act(reportReachable);
  show({ state: 'sending', attempts: 6 });
  after(0);
  const before = hidden.length;
  expect(hidden.at(-1)).toBe(false);
  expect(isReloadBlocked()).toBe(true);
  show({ state: 'unknown', attempts: 6 });
  after(0);
  show({ state: 'sending', attempts: 7 });
  after(0);
  expect(hidden).toHaveLength(before);
  show({ state: 'unknown', attempts: 7 });
  after(0);
  expect(isReloadBlocked()).toBe(false);
});
