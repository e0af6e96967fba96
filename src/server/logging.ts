import { randomUUID } from 'node:crypto';
import type { FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ServerConfig } from './config.ts';
import { codeOf } from './startup-error.ts';

const secrets = ['authorization', 'cookie', 'set-cookie', 'password', 'token', 'access', 'refresh', 'secret'];

/** A path may be logged; a query may hold what someone searched for, so it may not. */
function pathOnly(url: string): string {
  return url.split('?', 1)[0] ?? '';
}

/** The database's `detail` repeats the values of the row at fault, so only these parts of an error are kept. */
function describeError(error: Error) {
  return { type: error.name, code: codeOf(error), message: error.message, stack: error.stack ?? '' };
}

/**
 * Fastify's logging options: JSON, one line an entry, every line of a request with the same id; no secrets, and nothing about
 * people: no addresses, bodies or query strings.
 */
export function loggingOptions(level: ServerConfig['logLevel']) {
  return {
    genReqId: () => randomUUID(),
    logger: {
      level,
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: {
        paths: secrets.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        remove: true,
      },
      serializers: {
        req: (request: FastifyRequest) => ({ method: request.method, path: pathOnly(request.url) }),
        err: describeError,
      },
    },
  } satisfies FastifyServerOptions;
}
