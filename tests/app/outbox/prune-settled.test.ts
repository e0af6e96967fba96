import { beforeEach, expect, it } from 'vitest';
import { CACHE_MAX_AGE } from '#app/cache/query-client.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import { pruneSettled } from '#app/outbox/store/prune-settled.ts';
import { newStudent } from './device.ts';
import { entriesFor } from './entries.ts';

const NOW = 2 * CACHE_MAX_AGE;

beforeEach(async () => {
  await outboxDb().outbox.clear();
});

it('drops what was acknowledged before any cached list was read, and never what is unsettled', async () => {
  const long = { firstSentAt: 1, createdAt: 1 };
  const rows = entriesFor(
    [newStudent('long done'), { ...long, state: 'done', acknowledgedAt: 2 }],
    [newStudent('just done'), { ...long, state: 'done', acknowledgedAt: NOW - 1 }],
    [newStudent('long refused'), { ...long, state: 'rejected' }],
    [newStudent('long unknown'), { ...long, state: 'unknown', uncertain: true }],
  );
  await outboxDb().outbox.bulkPut(rows);
  await pruneSettled(outboxDb(), NOW);
  const left = (await outboxDb().outbox.toArray()).map(({ body }) => body.name);
  expect(left).toEqual(['just done', 'long refused', 'long unknown']);
});
