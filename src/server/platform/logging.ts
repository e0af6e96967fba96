import { randomUUID } from 'node:crypto';
import type { FastifyReply, FastifyRequest, FastifyServerOptions } from 'fastify';
import type { ServerConfig } from './config.ts';
import { codeOf } from './startup-error.ts';

const secretProperties = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'token',
  'access',
  'refresh',
  'secret',
];

/** Leaves out the database's `detail`, which would repeat values of the row. */
function describeError(error: Error) {
  return { type: error.name, code: codeOf(error), message: error.message, stack: error.stack ?? '' };
}

/** Without the query string, which may contain a searched name. */
const addressed = ({ method, url }: FastifyRequest) => ({ method, path: url.split('?', 1)[0] ?? '' });

/** Without secrets and personal data. The default `stream` holds up requests while it takes nothing. */
export function loggingOptions(level: ServerConfig['logLevel'], stream?: { write: (line: string) => void }) {
  return {
    genReqId: () => randomUUID(),
    logger: {
      level,
      ...(stream && { stream }),
      base: undefined,
      timestamp: () => `,"time":"${new Date().toISOString()}"`,
      formatters: { level: (label: string) => ({ level: label }) },
      redact: {
        paths: secretProperties.flatMap((name) => [`["${name}"]`, `*["${name}"]`, `*.*["${name}"]`]),
        remove: true,
      },
      serializers: {
        req: addressed,
        res: ({ request, statusCode }: Pick<FastifyReply, 'statusCode'> & Partial<FastifyReply>) => ({
          ...(request && addressed(request)),
          statusCode,
        }),
        err: describeError,
      },
    },
  } satisfies FastifyServerOptions;
}
