import { dehydrate, hydrate } from '@tanstack/react-query';
import { afterEach, expect, it } from 'vitest';
import { createQueryClient } from '#app/cache/query-client.ts';
import { keys } from '#app/cache/query-keys.ts';
import { EMPTY_OUTBOX, publishOutbox } from '#app/outbox/store/outbox-view.ts';
import { invalidateOutdated, refetchAffected } from '#app/reads/refetch-affected.ts';
import { listQuery } from '#app/reads/resource-queries.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { flush } from '../outbox/device.ts';
import { entriesFor, pageRead, publishInstallments } from '../outbox/entries.ts';
import { newInstallment } from '../outbox/mutations.ts';

afterEach(() => publishOutbox(EMPTY_OUTBOX));

const ACKNOWLEDGED = 1_000_000;
const list = listQuery(resourceOf('adult-course'), { page: 1 }).queryKey;
const listRead = (began: number) => pageRead([], { began, ended: began + 5 });

it.each([
  { name: 'a list read before it', queryKey: list, data: listRead(ACKNOWLEDGED - 100), outdated: true },
  { name: 'a list read after it', queryKey: list, data: listRead(ACKNOWLEDGED + 10), outdated: false },
  { name: 'an answer 20 s after it', queryKey: keys.branch, after: 20_000, outdated: true },
  { name: 'an answer 40 s after it', queryKey: keys.branch, after: 40_000, outdated: false },
])('after an acknowledgement $name, hydrated later, is outdated: $outdated', (read) => {
  const { queryKey, data = { name: 'Al Nour' }, after = 0, outdated } = read;
  const client = createQueryClient();
  const done = { state: 'done', firstSentAt: ACKNOWLEDGED - 10, acknowledgedAt: ACKNOWLEDGED } as const;
  const rows = entriesFor([newInstallment('c1', '50.00'), done]);
  publishOutbox({ rows, loaded: true });
  const stop = invalidateOutdated(client);
  const kept = createQueryClient();
  kept.setQueryData<unknown>(queryKey, data, { updatedAt: ACKNOWLEDGED + after });
  hydrate(client, dehydrate(kept));
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(outdated);
  stop();
  for (const one of [client, kept]) one.clear();
});

it('figures are read again after an acknowledgement, although no screen shows them', async () => {
  const client = createQueryClient();
  let reads = 0;
  const queryFn = () => {
    reads += 1;
    return reads;
  };
  await client.prefetchQuery({ queryKey: [...keys.figures, 'of a test'], queryFn });
  publishInstallments('queued');
  const stop = refetchAffected(client);
  publishInstallments('done');
  await flush(20);
  expect(reads).toBe(2);
  stop();
  client.clear();
});
