import { act, fireEvent, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { currentToasts, dismiss, notify } from '#app/ui/toast/notify.ts';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';
import { renderStyled } from '../render.tsx';

const WIDTH = 400;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, WIDTH, 56));
  HTMLElement.prototype.setPointerCapture = () => undefined;
  renderStyled(
    <>
      <button type="button">Work</button>
      <ToastArea />
    </>,
  );
});

afterEach(() => {
  for (const { id } of currentToasts()) dismiss(id);
});

const show = (message: string, kind?: 'success' | 'error') => act(() => notify(message, { kind }));
const advanceBy = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const isShown = (message: string) => screen.queryByText(message) !== null;
const area = () => screen.getByRole('region', { name: /Notifications/ });

function swipe(message: string, by: number): void {
  const toast = screen.getByText(message);
  fireEvent.pointerDown(toast, { pointerId: 1, button: 0, clientX: 100 });
  fireEvent.pointerMove(toast, { pointerId: 1, clientX: 100 + by });
  fireEvent.pointerUp(toast, { pointerId: 1, clientX: 100 + by });
}

describe('toast', () => {
  it('is shown for five seconds', () => {
    show('Student saved');
    advanceBy(4_999);
    expect(isShown('Student saved')).toBe(true);
    advanceBy(1);
    expect(isShown('Student saved')).toBe(false);
  });

  it('is announced politely, an error at once', () => {
    show('Student saved');
    show('It was refused', 'error');
    expect(within(screen.getByRole('status')).getByText('Student saved')).toBeVisible();
    expect(within(screen.getByRole('alert')).getByText('It was refused')).toBeVisible();
  });

  it('closes on its button', () => {
    show('Student saved');
    fireEvent.click(screen.getByRole('button', { name: 'Close this notification' }));
    expect(isShown('Student saved')).toBe(false);
  });

  it('closes on a click anywhere on it', () => {
    show('Student saved');
    swipe('Student saved', 0);
    expect(isShown('Student saved')).toBe(false);
  });

  it.each([1, -1])('closes on a swipe (direction %i) of more than 80 percent of its width', (direction) => {
    show('Student saved');
    swipe('Student saved', direction * WIDTH * 0.79);
    expect(isShown('Student saved')).toBe(true);
    swipe('Student saved', direction * WIDTH * 0.81);
    expect(isShown('Student saved')).toBe(false);
  });

  it.each([
    ['the pointer is over it', () => fireEvent.pointerEnter(area()), () => fireEvent.pointerLeave(area())],
    ['the window has no focus', () => fireEvent.blur(window), () => fireEvent.focus(window)],
  ])('pauses its timer while %s and resumes with the remaining time', (_when, pause, resume) => {
    show('Student saved');
    advanceBy(3_000);
    pause();
    advanceBy(60_000);
    expect(isShown('Student saved')).toBe(true);
    resume();
    advanceBy(1_999);
    expect(isShown('Student saved')).toBe(true);
    advanceBy(1);
    expect(isShown('Student saved')).toBe(false);
  });

  it('pauses on Alt+T, which focuses the notifications, and resumes on Escape, which restores the focus', () => {
    const work = screen.getByRole('button', { name: 'Work' });
    act(() => work.focus());
    show('Student saved');
    fireEvent.keyDown(work, { altKey: true, code: 'KeyT', key: 'ف' });
    expect(area()).toHaveFocus();
    advanceBy(60_000);
    expect(isShown('Student saved')).toBe(true);
    fireEvent.keyDown(area(), { key: 'Escape' });
    expect(work).toHaveFocus();
    advanceBy(5_000);
    expect(isShown('Student saved')).toBe(false);
  });

  it('restarts its time instead of stacking when the message repeats', () => {
    show('Student saved');
    advanceBy(4_000);
    show('Student saved');
    advanceBy(4_000);
    expect(screen.getAllByText('Student saved')).toHaveLength(1);
  });

  it('is removed when four newer ones arrive', () => {
    for (const number of [1, 2, 3, 4, 5]) show(`Saved ${number}`);
    expect(isShown('Saved 1')).toBe(false);
    expect(isShown('Saved 5')).toBe(true);
  });
});
