import { readFileSync } from 'node:fs';
import { act, fireEvent, screen } from '@testing-library/react';
import { useState } from 'react';
import { createMemoryRouter, Link, Outlet, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#app/api/api-error.ts';
import { clearChunkReload } from '#app/api/chunk-load-error.ts';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';
import { ErrorNotice, RouteError } from '#app/ui/error-notice.tsx';
import { PageError } from '#app/ui/page-error.tsx';
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
});

it('a list whose rows an extension took away says so, keeps the menu, and the next page is loaded anew', () => {
  const List = () => {
    const [names, setNames] = useState(['Mona', 'Ali']);
    return (
      <>
        <button type="button" onClick={() => setNames(['Mona'])}>
          Search
        </button>
        {names.map((name) => (
          <p key={name}>{name}</p>
        ))}
      </>
    );
  };
  const frame = () => (
    <>
      <Link to="/employees">Employees</Link>
      <Outlet />
    </>
  );
  const router = createMemoryRouter([
    {
      Component: frame,
      children: [
        { path: '/', errorElement: <RouteError />, Component: List },
        { path: '/employees', element: <h1>Employees</h1> },
      ],
    },
  ]);
  vi.spyOn(console, 'error').mockReturnValue();
  renderStyled(<RouterProvider router={router} />);
  screen.getByText('Ali').remove();
  fireEvent.click(screen.getByRole('button', { name: 'Search' }));
  expect(screen.getByRole('heading')).toHaveTextContent('Something went wrong on this page.');
  expect(document.body).toHaveTextContent(
    'A translator or an extension of the browser has altered this page.',
  );
  expect(document.body).not.toHaveTextContent('removeChild');
  expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  expect(reload).not.toHaveBeenCalled();
  location.href = 'http://desk.test/employees';
  fireEvent.click(screen.getByRole('link', { name: 'Employees' }));
  expect(reload).toHaveBeenCalledOnce();
});

it('another error of a page is told in words, without the text of the exception', () => {
  renderStyled(<ErrorNotice error={new TypeError('names is not iterable')} />);
  expect(screen.getByRole('heading')).toHaveTextContent('Something went wrong on this page.');
  expect(document.body).not.toHaveTextContent('iterable');
  expect(document.body).not.toHaveTextContent('translator');
});

it('the browser is told not to translate the page, which would take its text from under React', () => {
  const page = readFileSync('index.html', 'utf8');
  expect(page).toMatch(/<html [^>]*translate="no"/);
  expect(page).toContain('<meta name="google" content="notranslate" />');
});

describe('an answer that is an error in place of a page', () => {
  const show = (status: number) =>
    renderStyled(
      <PageError
        error={new ApiError('rejected', { status, detail: 'Only managers see this.' })}
        onRetry={vi.fn()}
      />,
    );

  it('a refusal says who may, and does not offer to try again', () => {
    show(403);
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Error: Only managers see this.A manager can open it, or give you the role that may.',
    );
    expect(screen.queryByRole('button')).toBeNull();
  });

  it('what failed otherwise can be tried again', () => {
    show(500);
    expect(screen.getByRole('button', { name: 'Try again' })).toBeInTheDocument();
  });
});
