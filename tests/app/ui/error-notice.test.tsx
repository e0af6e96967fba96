import { readFileSync } from 'node:fs';
import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { clearChunkReload } from '#app/api/chunk-load-error.ts';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { ErrorNotice } from '#app/ui/error-notice.tsx';
import { renderStyled } from '../render.tsx';

const missing = new TypeError('Failed to fetch dynamically imported module: /assets/list-1.js');
const reload = vi.fn();
let onLine: boolean;

beforeEach(() => {
  onLine = false;
  vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => onLine);
  vi.stubGlobal('location', { href: 'http://desk.test/students', reload });
  reportUnreachable();
});
afterEach(() => {
  reportReachable();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  reload.mockReset();
  clearChunkReload();
});

const show = () => renderStyled(<ErrorNotice error={missing} />);

it.each([
  ['the browser reports a network', () => window.dispatchEvent(new Event('online'))],
  ['the server is reachable', reportReachable],
])('45 missing chunk while offline: shows a notice and reloads when %s', (_, reconnect) => {
  show();
  expect(screen.getByRole('heading')).toHaveTextContent('This page is not on this device yet');
  expect(reload).not.toHaveBeenCalled();
  onLine = true;
  act(() => void reconnect());
  expect(reload).toHaveBeenCalledOnce();
});

it('45 it does not reload repeatedly for a chunk that stays missing', () => {
  onLine = true;
  show().unmount();
  show();
  act(() => void window.dispatchEvent(new Event('online')));
  act(reportReachable);
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('45 the notice stands in the place of the page if its one reload is cancelled', () => {
  vi.useFakeTimers();
  onLine = true;
  show();
  expect(reload).toHaveBeenCalledOnce();
  expect(screen.queryByRole('heading')).toBeNull();
  act(() => vi.advanceTimersByTime(3_000));
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  vi.useRealTimers();
});

it('a page that cannot be drawn says so in words, without the text of the exception', () => {
  renderStyled(<ErrorNotice error={new DOMException("Failed to execute 'removeChild' on 'Node'")} />);
  expect(screen.getByRole('heading')).toHaveTextContent('Something went wrong on this page.');
  expect(document.body).not.toHaveTextContent('removeChild');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
});

it('the browser is told not to translate the page, which would take its text from under React', () => {
  const page = readFileSync('index.html', 'utf8');
  expect(page).toMatch(/<html [^>]*translate="no"/);
  expect(page).toContain('<meta name="google" content="notranslate" />');
});
