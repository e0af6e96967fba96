import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearChunkReload, isChunkLoadError, reloadOnceForChunk } from '#app/api/chunk-load-error.ts';

const missing = new TypeError(
  'Failed to fetch dynamically imported module: http://desk.test/assets/list-1.js',
);
const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://desk.test/students', reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
  reload.mockReset();
  clearChunkReload();
});

describe('a part of the program that is missing', () => {
  it.each([
    'Failed to fetch dynamically imported module: /a.js',
    'error loading dynamically imported module: /a.js',
    'Importing a module script failed.',
    'Unable to preload CSS for /assets/a.css',
  ])('is known by %j', (message) => {
    expect(isChunkLoadError(new TypeError(message))).toBe(true);
  });

  it('is not any other failure', () => {
    expect(isChunkLoadError(new TypeError('Failed to fetch'))).toBe(false);
    expect(isChunkLoadError('dynamically imported module')).toBe(false);
  });

  it('reloads once, not again and again', () => {
    expect(reloadOnceForChunk(missing)).toBe(true);
    expect(reloadOnceForChunk(missing)).toBe(false);
    expect(reload).toHaveBeenCalledOnce();
    clearChunkReload();
    expect(reloadOnceForChunk(missing)).toBe(true);
  });

  it('never reloads offline: that would lose the page that stands', () => {
    vi.stubGlobal('navigator', { onLine: false });
    expect(reloadOnceForChunk(missing)).toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
