import { fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { currentToasts, dismiss } from '#app/ui/toast/notify.ts';
import { tellUncaughtErrors } from '#app/ui/uncaught-errors.ts';

beforeAll(tellUncaughtErrors);
beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }));
afterEach(() => {
  for (const { id } of currentToasts()) dismiss(id);
});

const toastTexts = () => currentToasts().map(({ message }) => message);

/** As the browser reports a promise that nobody handles. */
function reject(reason: unknown): void {
  window.dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason }));
}

function press(): void {
  render(<button type="button">Save</button>);
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
}

it('an error while a form is checked is told to the person who pressed', () => {
  press();
  reject(new TypeError('text.isWellFormed is not a function'));
  expect(toastTexts()).toEqual([
    'This did not work, and nothing was saved by it. Try again; if it stays, reload the page.',
  ]);
});

it('what the server refuses says why', () => {
  press();
  reject(new ApiError('rejected', { status: 409, detail: 'The month is closed.' }));
  expect(toastTexts()).toEqual([
    'This did not work, and nothing was saved by it. Try again; if it stays, reload the page. (The month is closed.)',
  ]);
});

it('so is one that is thrown at once', () => {
  press();
  window.dispatchEvent(new ErrorEvent('error', { error: new RangeError('Invalid digits') }));
  expect(toastTexts()).toHaveLength(1);
});

it('work in the background that fails says nothing, nor does what the person has stopped', () => {
  press();
  reject(new DOMException('Stopped', 'AbortError'));
  reject('no error');
  vi.advanceTimersByTime(2_000);
  reject(new TypeError('Later'));
  expect(toastTexts()).toEqual([]);
});
