import type { FastifyInstance } from 'fastify';
import { paths } from '#contract/http.ts';
import { openApiDocument } from '#contract/openapi.ts';

/**
 * Adds the routes without sign-in for monitoring: alive, ready, and the OpenAPI document (decision 50).
 * @param askDatabase resolves once the database has answered
 */
export function healthRoutes(app: FastifyInstance, askDatabase: () => Promise<void>): void {
  app.get(paths.live, { logLevel: 'warn' }, async () => ({ status: 'ok' }));

  app.get(paths.health, { logLevel: 'warn' }, async () => {
    await askDatabase();
    return { status: 'ok' };
  });

  const document = openApiDocument();
  app.get(paths.openapi, () => document);
}
