import Fastify from 'fastify';
import { securityHeaders } from '#server/http/security-headers.ts';
import { staticApp } from '#server/http/static-app.ts';

/** A server for the files of one build of the app, with the real server's headers. */
export interface AppFiles {
  readonly origin: string;
  readonly close: () => Promise<void>;
}

export async function serveAppFiles(appDir: string): Promise<AppFiles> {
  const app = Fastify({ forceCloseConnections: true });
  await securityHeaders(app, { appDir });
  await staticApp(app, { appDir });
  const origin = await app.listen({ port: 0, host: '127.0.0.1' });
  return { origin, close: () => app.close() };
}
