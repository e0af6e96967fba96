import { afterEach, expect, it, vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { currentOwner, storeTokens } from '#app/api/session.ts';
import { createQueryClient } from '#app/cache/query-client.ts';
import { askForOutcomes, openCalls } from '#app/calls/ask-outcomes.ts';
import { giveBack, requestsInMemory, sendCall, unansweredCall } from '#app/calls/send-call.ts';
import { restoreCall } from '#app/features/backups/backup-queries.ts';

const name = 'branch-desk-20261122T000003Z-daily.backup';
const list = {
  results: [],
  warning: null,
  problem: null,
  copies: null,
  running: null,
  last_restore: null,
  next_at: '2026-11-25T02:00:00Z',
  keep: 14,
  restorable: true,
  confirmation: 'Al Nour',
  generation: 'before',
};
let now: object = list;
let posts = 0;
let stop: (() => void) | undefined;
const told: string[] = [];

afterEach(() => {
  stop?.();
  told.length = 0;
  posts = 0;
  localStorage.clear();
  vi.unstubAllGlobals();
});

/** Begins a restore whose answer is lost, closes the tab and opens the app again. */
async function reopened(meanwhile: object) {
  storeTokens({ access: `e30.${btoa(JSON.stringify({ sub: '7', branch: 'b1' }))}.sig`, refresh: 'r' });
  reportReachable();
  vi.stubGlobal('fetch', async (url: string, { method }: RequestInit = {}) => {
    if (method === 'POST') {
      posts += 1;
      throw new TypeError('Failed to fetch');
    }
    if (url.endsWith('/branch/details/'))
      return Response.json({ name: 'Al Nour', idempotency: true, outcomes: true });
    return Response.json(now);
  });
  now = list;
  const about = { name, madeAt: '2026-11-22T00:00:03Z', generation: 'before' };
  const body = { confirmation: 'Al Nour', generation: 'before' };
  const path = `/backups/${name}/restore/`;
  await sendCall(createQueryClient(), restoreCall, { method: 'POST', path, body, about }).catch(
    () => undefined,
  );
  now = { ...list, ...meanwhile };
  giveBack(unansweredCall(restoreCall)?.key ?? '');
  requestsInMemory.clear();
  const owner = currentOwner();
  if (!owner) throw new Error('signed out');
  const tell = (text: string) => void told.push(text);
  stop = askForOutcomes({ client: createQueryClient(), owner, find: () => restoreCall, tell });
}

const states = () => openCalls.get().map(({ state, reason, repeatable }) => ({ state, reason, repeatable }));

it('76 a restore whose page was reloaded is told when another generation answers', async () => {
  await reopened({ generation: 'after' });
  await expect.poll(() => told).toEqual([expect.stringMatching(/^Backup of .* restored\.$/)]);
  expect([posts, states()]).toEqual([1, []]);
});

it('76 a restore that failed meanwhile is told with its reason, one that never arrived as not done; neither can be repeated by one press', async () => {
  await reopened({ last_restore: { name, at: '2026-11-24T10:00:00Z', problem: 'The disk is full.' } });
  await expect.poll(states).toEqual([{ state: 'refused', reason: 'The disk is full.', repeatable: false }]);
  stop?.();
  localStorage.clear();
  await reopened({});
  await expect.poll(states).toEqual([{ state: 'not-done', reason: undefined, repeatable: false }]);
  expect(told).toEqual([]);
});

it('76 a restore that still runs is told later', async () => {
  await reopened({ running: 'restore' });
  await expect.poll(states).toMatchObject([{ state: 'running' }]);
});
