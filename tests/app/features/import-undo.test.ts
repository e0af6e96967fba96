import { afterEach, describe, expect, it, vi } from 'vitest';
import { storeTokens } from '#app/api/session.ts';
import { undoImport } from '#app/features/import/import-calls.ts';
import { FakeServer } from '../outbox/fake-server.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

describe('undoImport', () => {
  it('waits for an undo that takes a minute: 20,000 enrolments take longer than other requests may', async () => {
    storeTokens(new FakeServer().signIn('mona'));
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const answer = new Response(JSON.stringify({ detail: 'Import undone.' }), {
        headers: { 'Content-Type': 'application/json' },
      });
      return new Promise((resolve, reject) => {
        setTimeout(() => resolve(answer), 60_000);
        signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
      });
    });
    const undone = undoImport('1', crypto.randomUUID());
    const outcome = undone.then((answer) => answer?.detail, String);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await outcome).toBe('Import undone.');
  });
});
