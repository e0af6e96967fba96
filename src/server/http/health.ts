import type { FastifyInstance } from 'fastify';
import { healthy, paths } from '#contract/http.ts';
import type { BackupService, BackupState } from '#server/backups/backup-service.ts';
import { NoConnectionError, type ShareCounts } from '#server/db/connection-shares.ts';

/** A warning does not make the server unhealthy, because it still serves (decision 58). */
function describeBackups({ newest, warning, ageSeconds, copies }: BackupState) {
  return {
    newest: newest?.madeAt.toISOString() ?? null,
    age_seconds: ageSeconds ?? null,
    proof: newest?.proof?.state ?? null,
    warning,
    ...(copies && {
      copy: {
        newest: copies.newest?.madeAt.toISOString() ?? null,
        age_seconds: copies.ageSeconds ?? null,
        warning: copies.warning,
      },
    }),
  };
}

/** Milliseconds that a request waits for a connection before a person is told. */
const LONG_WAIT_MS = 1_000;
const REFUSED_LATELY_MS = 60_000;
/** Milliseconds that a request without a branch, such as a sign-in, waits before this process gets no more requests. */
const NOT_READY_WAIT_MS = 2_000;

/** A branch whose requests wait is a warning: those of others are served (decision 198). */
function describeConnections({ used, waiting, longestWaitMs, refusedMsAgo }: ShareCounts) {
  const isRefused = refusedMsAgo !== undefined && refusedMsAgo < REFUSED_LATELY_MS;
  const isWaiting = longestWaitMs > LONG_WAIT_MS;
  return {
    used,
    waiting,
    longest_wait_seconds: longestWaitMs / 1000,
    warning: isRefused ? 'refused' : isWaiting ? 'waiting' : null,
  };
}

interface HealthSources {
  readonly askDatabase: () => Promise<void>;
  readonly connections: () => ShareCounts | undefined;
  readonly backups: BackupService | undefined;
}

/** Routes without sign-in: alive and ready (decision 50). */
export function healthRoutes(
  app: FastifyInstance,
  { askDatabase, connections, backups }: HealthSources,
): void {
  app.get(
    paths.live,
    { logLevel: 'warn', schema: { summary: 'Alive: asks nothing', response: { 200: healthy } } },
    async () => ({ status: 'ok' }),
  );

  app.get(
    paths.health,
    { logLevel: 'warn', schema: { summary: 'Ready: the database answers', response: { 200: healthy } } },
    async () => {
      await askDatabase();
      const counts = connections();
      if (counts && counts.longestCommonWaitMs > NOT_READY_WAIT_MS) throw new NoConnectionError('no branch');
      return {
        status: 'ok',
        ...(counts && { connections: describeConnections(counts) }),
        ...(backups && { backup: describeBackups(await backups.state()) }),
      };
    },
  );
}
