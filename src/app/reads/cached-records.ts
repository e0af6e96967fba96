import type { QueryClient } from '@tanstack/react-query';
import { z } from 'zod';
import { currentOwner, ownerKey } from '#app/api/session.ts';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { keys } from '#app/cache/query-keys.ts';
import type { ReadInterval } from '#app/cache/snapshot.ts';
import { type RecordRow, recordSchema } from '#app/lib/record-row.ts';
import type { Resource } from '#contract/define-resource.ts';

export interface CachedRecord extends ReadInterval {
  readonly record: RecordRow;
}

async function storedAnswers({ name }: Resource): Promise<unknown[]> {
  const owner = currentOwner();
  if (!owner) return [];
  const key = ownerKey(owner);
  const prefix = JSON.stringify([name]).slice(0, -1);
  const queries = await cacheDb()
    .queries.where('[owner+hash]')
    .between([key, `${prefix},`], [key, `${prefix}-`])
    .toArray()
    .catch(() => []);
  return queries.map(({ data }) => data);
}

const cachedAnswer = z.object({
  began: z.number(),
  ended: z.number(),
  data: z.union([
    z.object({ results: z.array(z.unknown()) }),
    z.unknown().transform((record) => ({ results: [record] })),
  ]),
});

/** From disk and memory, each in its newest version. Never throws: an unreadable answer counts as not cached. */
export async function cachedRecords(
  client: QueryClient,
  resource: Resource,
): Promise<readonly CachedRecord[]> {
  const shape = recordSchema(resource);
  const inMemory = client.getQueriesData({ queryKey: keys.resource(resource.name) }).map(([, data]) => data);
  const newest = new Map<string, CachedRecord>();
  for (const answer of [...(await storedAnswers(resource)), ...inMemory]) {
    const { began = 0, ended = 0, data } = cachedAnswer.safeParse(answer).data ?? {};
    for (const candidate of data?.results ?? []) {
      const record = shape.safeParse(candidate).data;
      if (record && began >= (newest.get(record.id)?.began ?? 0))
        newest.set(record.id, { record, began, ended });
    }
  }
  return [...newest.values()];
}
