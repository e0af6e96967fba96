import { act, render, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { isReloadBlocked, useUpdateOfferHidden } from '#app/lib/update-guard.ts';
import type { OutboxEntry } from '#app/outbox/model/entry.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { ConnectionPill } from '#app/shell/connection-pill.tsx';
import { OutboxEffects } from '#app/shell/outbox-effects.tsx';
import { SentNotice } from '#app/shell/sent-notice.tsx';
import { currentToasts, dismiss } from '#app/ui/toast/notify.ts';
import { entriesFor } from '../outbox/entries.ts';
import { newStudent } from '../outbox/mutations.ts';
import { renderStyled } from '../render.tsx';

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
  publishEntry();
  act(reportReachable);
});

function publishEntry(changes?: Partial<OutboxEntry>): void {
  const entries = changes ? entriesFor([newStudent('Mona'), changes]) : [];
  act(() => publishEntries(entries));
}

function publishEntries(entries: readonly OutboxEntry[]): void {
  publishOutbox({ ...EMPTY_OUTBOX, rows: entries, loaded: true });
}

const advanceBy = (milliseconds: number) => act(() => void vi.advanceTimersByTime(milliseconds));

/** Simulates one attempt on a bad connection: reachable, unreachable, and reachable at the next probe. */
function failAttempt(attempts: number): void {
  publishEntry({ state: 'sending', attempts });
  advanceBy(2_000);
  act(reportUnreachable);
  publishEntry({ state: 'unknown', attempts });
  advanceBy(6_000);
  act(reportReachable);
  advanceBy(30_000);
}

it('the update offer does not flicker while entries are retried on a bad connection', () => {
  for (const attempts of [1, 2, 3, 4]) failAttempt(attempts);
  expect(hidden).toEqual([false, true]);
  publishEntry({ state: 'done', attempts: 5 });
  advanceBy(0);
  expect(hidden).toEqual([false, true, false]);
});

it('the update offer is shown offline and while an entry keeps failing, but a send blocks the reload', () => {
  publishEntry({ state: 'unknown', attempts: 1 });
  act(reportUnreachable);
  advanceBy(10_000);
  expect(hidden).toEqual([false, true, false]);
  act(reportReachable);
  publishEntry({ state: 'sending', attempts: 6 });
  advanceBy(0);
  const before = hidden.length;
  expect(hidden.at(-1)).toBe(false);
  expect(isReloadBlocked()).toBe(true);
  publishEntry({ state: 'unknown', attempts: 6 });
  advanceBy(0);
  publishEntry({ state: 'sending', attempts: 7 });
  advanceBy(0);
  expect(hidden).toHaveLength(before);
  publishEntry({ state: 'unknown', attempts: 7 });
  advanceBy(0);
  expect(isReloadBlocked()).toBe(false);
});

it('the connection pill has a tick for a moment once everything reached the server, and none for a discarded entry', () => {
  const { container } = renderStyled(<ConnectionPill />);
  const tick = () => container.querySelector('[data-arrived]');
  const entries = entriesFor([newStudent('Mona'), { state: 'queued' }]);
  act(() => publishEntries(entries));
  expect(tick()).toBeNull();
  act(() => publishEntries(entries.map((entry) => ({ ...entry, state: 'done' }))));
  expect(tick()).not.toBeNull();
  publishEntry();
  advanceBy(2_000);
  expect(tick()).not.toBeNull();
  advanceBy(3_000);
  expect(tick()).toBeNull();
  publishEntry({ state: 'queued' });
  publishEntry();
  expect(tick()).toBeNull();
});

describe('what waited for the connection', () => {
  beforeEach(() => {
    for (const { id } of currentToasts()) dismiss(id);
    render(<SentNotice />);
  });
  const [one, two] = entriesFor(
    [newStudent('Mona'), { state: 'queued' }],
    [newStudent('Omar'), { state: 'queued' }],
  );
  const toastTexts = () => currentToasts().map(({ message }) => message);
  const publish = (...entries: readonly (OutboxEntry | undefined)[]) =>
    act(() => publishEntries(entries.filter((entry) => entry !== undefined)));

  it('is named once it is sent, and not before', () => {
    act(reportUnreachable);
    publish(one, two);
    act(reportReachable);
    publish(two);
    expect(toastTexts()).toEqual([]);
    publish();
    expect(toastTexts()).toEqual(['All 2 entries that waited are sent.']);
    publish();
    expect(toastTexts()).toHaveLength(1);
  });

  it('is not called sent where the server refused it', () => {
    act(reportUnreachable);
    publish(one, two);
    act(reportReachable);
    publish(two && { ...two, state: 'rejected' });
    expect(toastTexts()).toEqual(['The entry that waited is sent.']);
  });

  it('is not named where nothing waited', () => {
    act(reportUnreachable);
    act(reportReachable);
    publish(one);
    publish();
    expect(toastTexts()).toEqual([]);
  });
});
