import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ServerConfig } from '#server/config.ts';
import { inlineHashes } from './inline-hashes.ts';

/** The hash of an empty style element: Emotion inserts its rules after the browser checks it. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * Adds the security headers. Call it directly, not through `register`, before the routes.
 * Strict-Transport-Security is only sent if the server terminates TLS itself.
 */
export async function securityHeaders(
  app: FastifyInstance,
  { appDir, tls, apiOrigin }: Pick<ServerConfig, 'appDir'> & Partial<Pick<ServerConfig, 'tls' | 'apiOrigin'>>,
): Promise<void> {
  const self = "'self'";
  const inline = inlineHashes(appDir);
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: [self],
        scriptSrc: [self, ...inline.scripts],
        styleSrc: [self, emptyStyle, ...inline.styles],
        imgSrc: [self, 'data:'],
        connectSrc: apiOrigin === undefined ? [self] : [self, apiOrigin],
        objectSrc: ["'none'"],
        frameAncestors: ["'none'"],
        baseUri: ["'none'"],
        formAction: [self],
      },
    },
    strictTransportSecurity:
      tls === undefined ? false : { maxAge: 180 * 24 * 60 * 60, includeSubDomains: false },
    referrerPolicy: { policy: 'no-referrer' },
    frameguard: { action: 'deny' },
  });
}
