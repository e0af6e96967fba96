import { act, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered, unanswered } from '#app/data/connection.ts';
import type { OutboxRow } from '#app/outbox/outbox-row.ts';
import { EMPTY, showOutbox } from '#app/outbox/outbox-view.ts';
import { isBusy, useOfferHidden } from '#app/shell/busy.ts';
import { OutboxDuties } from '#app/shell/outbox-duties.tsx';
import { newStudent } from '../outbox/device.ts';
import { rowsFor } from '../outbox/rows.ts';

/** Whether the offer of a new version was put away, each time that changed. */
let hidden: boolean[];

beforeEach(() => {
  vi.useFakeTimers();
  act(answered);
  hidden = [];
  render(<OutboxDuties />);
  renderHook(() => {
    const now = useOfferHidden();
    if (now !== hidden.at(-1)) hidden.push(now);
  });
});
afterEach(() => {
  show();
  act(answered);
  vi.useRealTimers();
});

function show(changes?: Partial<OutboxRow>): void {
  const rows = changes ? rowsFor([newStudent('Mona'), changes]) : [];
  act(() => showOutboxOf(rows));
}

function showOutboxOf(rows: readonly OutboxRow[]): void {
  showOutbox({ ...EMPTY, rows, loaded: true });
}

const after = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** One try on a bad line: the host is there, then it is not, then it answers when it is asked whether it is there. */
function oneTry(attempts: number): void {
  show({ state: 'sending', attempts });
  after(2_000);
  act(unanswered);
  show({ state: 'unknown', attempts });
  after(6_000);
  act(answered);
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
  act(unanswered);
  after(10_000);
  expect(hidden).toEqual([false, true, false]);
  act(answered);
  show({ state: 'sending', attempts: 6 });
  after(0);
  const before = hidden.length;
  expect(hidden.at(-1)).toBe(false);
  expect(isBusy()).toBe(true);
  show({ state: 'unknown', attempts: 6 });
  after(0);
  show({ state: 'sending', attempts: 7 });
  after(0);
  expect(hidden).toHaveLength(before);
  show({ state: 'unknown', attempts: 7 });
  after(0);
  expect(isBusy()).toBe(false);
});
