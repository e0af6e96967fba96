import { sql } from 'kysely';
import { z } from 'zod';
import type { Page } from '#contract/paging.ts';
import type { SessionRow } from '#contract/sessions.ts';
import type { BranchScope } from '#server/store/branch-scope.ts';
import { notFound } from '#server/store/http-error.ts';
import { deviceOf } from './device-of.ts';

const MAX_LISTED = 100;

interface StoredSession {
  readonly id: string;
  readonly agent: string | null;
  readonly device: string | null;
  readonly created_at: string;
  readonly last_used_at: string;
}

/** Lists the sessions of the signed-in user, the last used first, at most 100. */
export async function listSessions(scope: BranchScope, current: string): Promise<Page<SessionRow>> {
  const rows = await scope.all(
    sql<StoredSession>`select id, agent, device, created_at, last_used_at from ${scope.rows('session')} as own
      where user_id = ${scope.userId} and expires_at > now() order by last_used_at desc, id limit ${MAX_LISTED}`,
  );
  const results = rows.map(({ id, agent, device, created_at, last_used_at }) => ({
    id,
    device: deviceOf(agent),
    device_name: device,
    started_at: created_at,
    last_used_at,
    current: id === current,
  }));
  return { count: results.length, next: null, previous: null, results };
}

/**
 * Ends one session of the signed-in user and returns its readable device.
 * @throws {HttpError} 404 for a session of somebody else, or one that has ended
 */
export async function endOwnSession(scope: BranchScope, id: string): Promise<string> {
  if (!z.guid().safeParse(id).success) throw notFound();
  const [ended] = await scope.remove<StoredSession>('session', sql`user_id = ${scope.userId} and id = ${id}`);
  if (!ended) throw notFound();
  return deviceOf(ended.agent);
}
