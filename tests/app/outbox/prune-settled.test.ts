import { beforeEach, expect, it } from 'vitest';
import { CACHE_MAX_AGE } from '#app/cache/query-client.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { pruneSettled } from '#app/outbox/store/stored-entries.ts';
import { entriesFor } from './entries.ts';
import { newStudent } from './mutations.ts';

const NOW = 2 * CACHE_MAX_AGE;

beforeEach(async () => {
  await outboxDb().outbox.clear();
});

it('deletes entries acknowledged before any cached list was read, and never pending ones', async () => {
  const old = { firstSentAt: 1, createdAt: 1 };
  const entries = entriesFor(
    [newStudent('old done'), { ...old, state: 'done', acknowledgedAt: 2 }],
    [newStudent('just done'), { ...old, state: 'done', acknowledgedAt: NOW - 1 }],
    [newStudent('old rejected'), { ...old, state: 'rejected' }],
    [newStudent('old unknown'), { ...old, state: 'unknown', uncertain: true }],
  );
  await outboxDb().outbox.bulkPut(entries);
  await pruneSettled(outboxDb(), NOW);
  const remaining = (await outboxDb().outbox.toArray()).map(({ body }) => body.name);
  expect(remaining).toEqual(['just done', 'old rejected', 'old unknown']);
});
