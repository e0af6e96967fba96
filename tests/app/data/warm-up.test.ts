import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { answered } from '#app/data/connection.ts';
import { makeQueryClient } from '#app/data/query-client.ts';
import { storeTokens } from '#app/data/session.ts';
import { warmUp } from '#app/data/warm-up.ts';
import { FakeHost } from '../outbox/fake-host.ts';

let host: FakeHost;

beforeEach(() => {
  host = new FakeHost();
  vi.stubGlobal('fetch', host.fetch);
  storeTokens(host.signIn('mona'));
  answered();
});

afterEach(() => vi.unstubAllGlobals());

it('reads the first pages and what the pickers offer, once', async () => {
  const client = makeQueryClient();
  await warmUp(client, new AbortController().signal);
  const paths = host.seen.map(({ path }) => path);
  expect(paths).toEqual(
    expect.arrayContaining([
      '/branch/details/',
      '/dashboard/branch/',
      '/students/?page=1',
      '/students/?no_pagination=true',
      '/adult-course/?page=1',
      '/adult-course/?no_pagination=true&is_installment=false',
      '/month/?page=1',
    ]),
  );
  const before = host.seen.filter(({ path }) => path.startsWith('/students/')).length;
  await warmUp(client, new AbortController().signal);
  expect(host.seen.filter(({ path }) => path.startsWith('/students/'))).toHaveLength(before);
});

it('stops as soon as the host does not answer', async () => {
  host.offline = true;
  const client = makeQueryClient();
  await warmUp(client, new AbortController().signal);
  expect(client.getQueryCache().getAll()).toHaveLength(1);
});
