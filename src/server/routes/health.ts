import type { FastifyInstance } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { paths } from '#contract/http.ts';
import { openApiDocument } from '#contract/openapi.ts';
import type { Database } from '#server/store/database.ts';

/** Adds the routes without sign-in for monitoring: health check and OpenAPI document. */
export function healthRoutes(app: FastifyInstance, db: Kysely<Database>): void {
  app.get(paths.health, { logLevel: 'warn' }, async () => {
    await sql`select 1`.execute(db);
    return { status: 'ok' };
  });

  const document = openApiDocument();
  app.get(paths.openapi, () => document);
}
