import { ChakraProvider } from '@chakra-ui/react';
import { act, fireEvent, render, screen, within } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { system } from '#app/theme/system.ts';
import { currentToasts, dismiss, notify } from '#app/ui/toast/notify.ts';
import { ToastArea } from '#app/ui/toast/toast-area.tsx';

const WIDTH = 400;

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(document, 'hasFocus').mockReturnValue(true);
  vi.spyOn(HTMLElement.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, WIDTH, 56));
  HTMLElement.prototype.setPointerCapture = () => undefined;
  render(
    <ChakraProvider value={system}>
      <button type="button">Work</button>
      <ToastArea />
    </ChakraProvider>,
  );
});

afterEach(() => {
  for (const { id } of currentToasts()) dismiss(id);
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const show = (message: string, kind?: 'success' | 'error') => act(() => notify(message, { kind }));
const pass = (milliseconds: number) => act(() => vi.advanceTimersByTime(milliseconds));
const shown = (message: string) => screen.queryByText(message) !== null;
const area = () => screen.getByRole('region', { name: /Notifications/ });

function sweep(message: string, by: number): void {
  const toast = screen.getByText(message);
  fireEvent.pointerDown(toast, { pointerId: 1, button: 0, clientX: 100 });
  fireEvent.pointerMove(toast, { pointerId: 1, clientX: 100 + by });
  fireEvent.pointerUp(toast, { pointerId: 1, clientX: 100 + by });
}

describe('a toast', () => {
  it('stands for five seconds', () => {
    show('Student saved');
    pass(4_999);
    expect(shown('Student saved')).toBe(true);
    pass(1);
    expect(shown('Student saved')).toBe(false);
  });

  it('is told politely, an error at once', () => {
    show('Student saved');
    show('It was refused', 'error');
    expect(within(screen.getByRole('status')).getByText('Student saved')).toBeVisible();
    expect(within(screen.getByRole('alert')).getByText('It was refused')).toBeVisible();
  });

  it('closes by its button', () => {
    show('Student saved');
    fireEvent.click(screen.getByRole('button', { name: 'Close this notification' }));
    expect(shown('Student saved')).toBe(false);
  });

  it('closes on a click anywhere on it', () => {
    show('Student saved');
    sweep('Student saved', 0);
    expect(shown('Student saved')).toBe(false);
  });

  it.each([1, -1])('swept sideways (%i) it goes after 80 percent of its width, not before', (way) => {
    show('Student saved');
    sweep('Student saved', way * WIDTH * 0.79);
    expect(shown('Student saved')).toBe(true);
    sweep('Student saved', way * WIDTH * 0.81);
    expect(shown('Student saved')).toBe(false);
  });

  it('waits while the pointer is over it, and then for what was left', () => {
    show('Student saved');
    pass(3_000);
    fireEvent.pointerEnter(area());
    pass(60_000);
    expect(shown('Student saved')).toBe(true);
    fireEvent.pointerLeave(area());
    pass(1_999);
    expect(shown('Student saved')).toBe(true);
    pass(1);
    expect(shown('Student saved')).toBe(false);
  });

  it('waits while the window is left', () => {
    show('Student saved');
    fireEvent.blur(window);
    pass(60_000);
    expect(shown('Student saved')).toBe(true);
    fireEvent.focus(window);
    pass(5_000);
    expect(shown('Student saved')).toBe(false);
  });

  it('Alt+T goes to the notifications and holds them, Escape returns and lets them go', () => {
    const work = screen.getByRole('button', { name: 'Work' });
    act(() => work.focus());
    show('Student saved');
    fireEvent.keyDown(work, { altKey: true, code: 'KeyT', key: 'ف' });
    expect(area()).toHaveFocus();
    pass(60_000);
    expect(shown('Student saved')).toBe(true);
    fireEvent.keyDown(area(), { key: 'Escape' });
    expect(work).toHaveFocus();
    pass(5_000);
    expect(shown('Student saved')).toBe(false);
  });

  it('said twice stands once, and anew', () => {
    show('Student saved');
    pass(4_000);
    show('Student saved');
    pass(4_000);
    expect(screen.getAllByText('Student saved')).toHaveLength(1);
  });

  it('many make room for the newest', () => {
    for (const number of [1, 2, 3, 4, 5]) show(`Saved ${number}`);
    expect(shown('Saved 1')).toBe(false);
    expect(shown('Saved 5')).toBe(true);
  });
});
