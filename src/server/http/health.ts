import type { FastifyInstance } from 'fastify';
import { healthy, paths } from '#contract/http.ts';
import type { BackupService, BackupState } from '#server/backups/backup-service.ts';

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

/**
 * Routes without sign-in: alive and ready (decision 50).
 * @param askDatabase resolves once the database has answered
 */
export function healthRoutes(
  app: FastifyInstance,
  askDatabase: () => Promise<void>,
  backups?: BackupService,
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
      return { status: 'ok', ...(backups && { backup: describeBackups(await backups.state()) }) };
    },
  );
}
