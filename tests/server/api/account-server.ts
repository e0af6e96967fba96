import { randomUUID } from 'node:crypto';
import { Writable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/platform/config.ts';
import { loggingOptions } from '#server/platform/logging.ts';
import type { TestServer } from './test-server.ts';

interface Said {
  readonly status: number;
  readonly body: unknown;
  readonly retryAfter: number;
}

/** A server with its own settings and rate limits, on another server's database. */
export interface AccountServer {
  readonly app: FastifyInstance;
  readonly post: (path: string, body: unknown, headers?: Record<string, string>) => Promise<Said>;
  readonly get: (path: string, access: string) => Promise<Said>;
  readonly patch: (path: string, payload: object, access: string) => Promise<Said>;
  /** Returns all log lines, at the most detailed level. */
  readonly log: () => string;
  /** Returns all output outside of the log. */
  readonly printed: () => string;
}

export async function accountServer(
  { db }: Pick<TestServer, 'db'>,
  env: Record<string, string> = {},
): Promise<AccountServer> {
  let logged = '';
  let shown = '';
  const stream = new Writable({
    write(chunk, _encoding, done) {
      logged += chunk;
      done();
    },
  });
  const { logger, genReqId } = loggingOptions('trace');
  const app = await buildApp({
    db,
    config: readConfig(env),
    tokenSecret: 'a secret of the tests, long enough',
    logging: { genReqId, logger: { ...logger, stream } },
    print: (text) => {
      shown += text;
    },
  });
  const readAnswer = (answer: {
    statusCode: number;
    body: string;
    headers: Record<string, unknown>;
  }): Said => ({
    status: answer.statusCode,
    body: JSON.parse(answer.body),
    retryAfter: Number(answer.headers['retry-after']),
  });
  const bearer = (access: string) => ({ authorization: `Bearer ${access}` });
  return {
    app,
    post: async (path, body, headers = {}) =>
      readAnswer(
        await app.inject({
          method: 'POST',
          url: `/api${path}`,
          headers: { 'content-type': 'application/json', ...headers },
          payload: JSON.stringify(body),
        }),
      ),
    get: async (path, access) =>
      readAnswer(await app.inject({ url: `/api${path}`, headers: bearer(access) })),
    patch: async (path, payload, access) =>
      readAnswer(await app.inject({ method: 'PATCH', url: `/api${path}`, headers: bearer(access), payload })),
    log: () => logged,
    printed: () => shown,
  };
}

/** Returns the body that adds a user with an address of their own: staff, unless it is given otherwise. */
export const person = (given: object = {}) => ({
  email: `${randomUUID()}@example.com`,
  first_name: 'Nour',
  last_name: 'Hany',
  account_type: 'staff',
  password: 'a password of Nour',
  ...given,
});
