import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/http.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { BackupService, BackupState } from '#server/backups/backup-service.ts';
import { PreparedDocument } from '#server/http/prepared-document.ts';

/** Describes the newest backup. A warning does not make the server unhealthy: it serves as before (decision 58). */
function describeBackups({ newest, warning, ageSeconds }: BackupState) {
  return {
    newest: newest?.madeAt.toISOString() ?? null,
    age_seconds: ageSeconds ?? null,
    proof: newest?.proof?.state ?? null,
    warning,
  };
}

/**
 * Adds the routes without sign-in for monitoring: alive, ready, and the OpenAPI document (decision 50).
 * @param askDatabase resolves once the database has answered
 */
export function healthRoutes(
  app: FastifyInstance,
  askDatabase: () => Promise<void>,
  backups?: BackupService,
): void {
  app.get(paths.live, { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get(paths.health, { logLevel: 'warn' }, async () => {
    await askDatabase();
    return { status: 'ok', ...(backups && { backup: describeBackups(await backups.state()) }) };
  });

  const document = new PreparedDocument(openApiDocument);
  app.get(paths.openapi, (request, reply) => document.send(request, reply));
}
