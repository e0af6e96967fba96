import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { clearChunkReload, isChunkLoadError, reloadOnceForChunk } from '#app/api/chunk-load-error.ts';

const missing = new TypeError(
  'Failed to fetch dynamically imported module: http://app.test/assets/list-1.js',
);
const reload = vi.fn();

beforeEach(() => {
  vi.stubGlobal('location', { href: 'http://app.test/students', reload });
});
afterEach(() => {
  vi.unstubAllGlobals();
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
