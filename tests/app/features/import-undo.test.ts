import { describe, expect, it, vi } from 'vitest';
import { storeTokens } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { sendCall } from '#app/calls/online-call.ts';
import { undoImportCall, undoImportPress } from '#app/features/import/import-calls.ts';
import { FakeServer } from '../outbox/fake-server.ts';

describe('the undo of an import', () => {
  it('waits for an undo that takes a minute: 20,000 enrolments take longer than other requests may', async () => {
    storeTokens(new FakeServer().signIn('mona'));
    vi.useFakeTimers();
    vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
      const answer = Response.json({ detail: 'Import undone.' });
      return new Promise((resolve, reject) => {
        setTimeout(() => resolve(answer), 60_000);
        signal?.addEventListener('abort', () => reject(new TypeError('Failed to fetch')));
      });
    });
    const press = undoImportPress({ id: '1', file: 'students.csv' });
    const outcome = sendCall(createQueryClient(), undoImportCall, press).then(({ text }) => text, String);
    await vi.advanceTimersByTimeAsync(61_000);
    expect(await outcome).toBe('Import undone.');
  });
});
