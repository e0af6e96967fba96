import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { paths } from '#contract/http.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { BackupService, BackupState } from '#server/backups/backup-service.ts';
import type { Database } from '#server/store/database.ts';

/** Describes the newest backup. A warning does not make the server unhealthy: it serves as before (decision 58). */
function describeBackups({ newest, warning, ageSeconds }: BackupState) {
  return {
    newest: newest?.madeAt.toISOString() ?? null,
    age_seconds: ageSeconds ?? null,
    proof: newest?.proof?.state ?? null,
    warning,
  };
}

/** Adds the routes without sign-in for monitoring: health check and OpenAPI document. */
export function healthRoutes(app: FastifyInstance, db: Kysely<Database>, backups?: BackupService): void {
  app.get(paths.health, { logLevel: 'warn' }, async () => {
    await sql`select 1`.execute(db);
    return { status: 'ok', ...(backups && { backup: describeBackups(await backups.state()) }) };
  });

  const document = openApiDocument();
  app.get(paths.openapi, () => document);
}
