import { vi } from 'vitest';
import { reportReachable } from '#app/api/connection.ts';
import { storeTokens } from '#app/api/session.ts';
import { cacheDb } from '#app/cache/device/cache-db.ts';
import { outboxDb } from '#app/outbox/store/outbox-db.ts';
import type { FakeServer } from './fake-server.ts';
import { newCourse } from './mutations.ts';

const created_at = '2026-11-05T08:00:00Z';

/** Clears this device and signs Mona in. The server has the student s1 with the enrolment c1: price 3,000.00, paid 1,000.00. */
export async function signInMona(server: FakeServer, fetch = server.fetch): Promise<void> {
  vi.stubGlobal('fetch', fetch);
  const outbox = outboxDb();
  const tables = [outbox.outbox, outbox.facts, cacheDb().queries];
  await Promise.all(tables.map((table) => table.clear()));
  reportReachable();
  storeTokens(server.signIn('mona'));
  server.students.set('s1', { id: 's1', name: 'Mona', created_at });
  server.courses.set('c1', { ...newCourse('s1', '3000.00', '1000.00').body, id: 'c1', created_at });
}
