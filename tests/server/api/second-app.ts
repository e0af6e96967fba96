import { type AppOptions, buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { testSecret } from '../../support/access-token.ts';
import type { TestServer } from './test-server.ts';

/** Starts another server on the same database, at a port of its own. */
export async function startSecondApp(
  server: TestServer,
  options: Pick<AppOptions, 'streamLimits'> = {},
): Promise<{ app: Awaited<ReturnType<typeof buildApp>>; origin: string }> {
  const app = await buildApp({
    db: server.db,
    config: readConfig({}),
    tokenSecret: testSecret,
    ...options,
  });
  return { app, origin: await app.listen({ port: 0, host: '127.0.0.1' }) };
}
