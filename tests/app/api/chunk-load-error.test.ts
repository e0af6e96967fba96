import { act, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  clearChunkReload,
  isChunkLoadError,
  loadUntilThere,
  reloadOnceForChunk,
  useReloadOffered,
} from '#app/api/chunk-load-error.ts';
import { reportReachable, reportUnreachable } from '#app/api/connection.ts';

const missing = new TypeError(
  'Failed to fetch dynamically imported module: http://app.test/assets/list-1.js',
);
const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://app.test/students', reload });
});
afterEach(() => {
  reload.mockReset();
  clearChunkReload();
});

describe('chunk load errors', () => {
  it.each([
    'Failed to fetch dynamically imported module: /a.js',
    'error loading dynamically imported module: /a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('isChunkLoadError recognises %j', (message) => {
    expect(isChunkLoadError(new TypeError(message))).toBe(true);
  });

  it('isChunkLoadError ignores other errors', () => {
    expect(isChunkLoadError(new TypeError('Failed to fetch'))).toBe(false);
    expect(isChunkLoadError('dynamically imported module')).toBe(false);
  });

  it('reloadOnceForChunk reloads once per address', () => {
    expect(reloadOnceForChunk(missing)).toBe(true);
    expect(reloadOnceForChunk(missing)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
    clearChunkReload();
    expect(reloadOnceForChunk(missing)).toBe(true);
  });

  it('never reloads offline: that would lose the open page', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(reloadOnceForChunk(missing)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});

describe('services whose file did not load', () => {
  let isMissing: boolean;
  const use = vi.fn();
  const failed = vi.fn();
  const load = async () => {
    if (isMissing) throw missing;
    return 'services';
  };
  let stop = () => {};

  beforeEach(() => {
    vi.useFakeTimers();
    isMissing = true;
    use.mockReset();
    failed.mockReset();
    stop = loadUntilThere(load, use, failed);
  });
  afterEach(() => {
    stop();
    reportReachable();
  });

  const offered = () => renderHook(useReloadOffered).result.current;
  const settle = () => act(() => vi.advanceTimersByTimeAsync(0));

  it('45 start with the next connection', async () => {
    await settle();
    expect(failed).toHaveBeenCalledOnce();
    reportUnreachable();
    isMissing = false;
    reportReachable();
    await settle();
    expect(use).toHaveBeenCalledExactlyOnceWith('services');
    expect(offered()).toBe(false);
  });

  it('45 start by themselves if no request noticed that the connection was cut', async () => {
    await settle();
    isMissing = false;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(use).toHaveBeenCalledOnce();
  });

  it('45 a reload is offered while the server answers and the file stays missing', async () => {
    await settle();
    expect(offered()).toBe(false);
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(offered()).toBe(true);
    isMissing = false;
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(offered()).toBe(false);
    expect(use).toHaveBeenCalledOnce();
  });

  it('45 no reload is offered while the server does not answer', async () => {
    reportUnreachable();
    await act(() => vi.advanceTimersByTimeAsync(30_000));
    expect(offered()).toBe(false);
  });

  it('are not started for a user who has signed out meanwhile', async () => {
    await settle();
    stop();
    isMissing = false;
    await act(() => vi.advanceTimersByTimeAsync(60_000));
    expect(use).not.toHaveBeenCalled();
  });
});
