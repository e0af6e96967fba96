import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { ServerConfig } from '#server/config.ts';
import { inlineHashes } from './inline-hashes.ts';

/** Emotion puts its rules into a style element that is empty when the browser checks it: the hash of nothing. */
const emptyStyle = "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='";

/**
 * The headers that tell browsers what the app may do. Call it on the instance itself (not through `register`), before the routes.
 * Only a server that speaks TLS itself asks browsers to insist on https.
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
