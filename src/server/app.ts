import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import type { Kysely } from 'kysely';
import type { ServerConfig } from './config.ts';
import { authenticate } from './http/authenticate.ts';
import { errorHandlers, replyMalformedHttp, replyUnroutable } from './http/errors.ts';
import { entityTags } from './http/etag.ts';
import { jsonBodies } from './http/json-body.ts';
import { createRequestContext } from './http/request-context.ts';
import { securityHeaders } from './http/security-headers.ts';
import { staticApp } from './http/static-app.ts';
import { createPasswordResetMailer } from './mail/password-reset-mailer.ts';
import { accountRoutes } from './routes/account.ts';
import { branchRoutes } from './routes/branch.ts';
import { openRoutes } from './routes/health.ts';
import { monthRoutes } from './routes/months.ts';
import { allResourceRoutes } from './routes/resources.ts';
import { userExists } from './store/accounts/sessions.ts';
import { createTokens } from './store/accounts/tokens.ts';
import { createBranchScopeFactory } from './store/branches.ts';
import type { Database } from './store/database.ts';
import { deleteExpiredKeys } from './store/idempotency.ts';

const LARGEST_BODY = 1024 * 1024;
const A_DAY_MS = 24 * 60 * 60 * 1000;
/** Brotli at its default is far too slow for an answer made on the spot. */
const QUICK_BROTLI = 4;

export interface AppParts {
  readonly db: Kysely<Database>;
  readonly config: ServerConfig;
  readonly tokenSecret: string;
  /** See loggingOptions; silent without it. */
  readonly logging?: Pick<FastifyServerOptions, 'logger' | 'genReqId'>;
  /** What time it is: the stamp of every record and the days of months. The demo moves it. */
  readonly clock?: () => Date;
  /** See ResetPostParts. */
  readonly print?: (text: string) => void;
}

/** A number says how many proxies stand before us: the nearest ones are believed. */
function believed(trustProxy: ServerConfig['trustProxy']): FastifyServerOptions['trustProxy'] {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}

/** Longer than proxies keep idle connections: one that closes in the middle of their next request would lose it. */
const KEPT_ALIVE_MS = 72_000;

function serverFor({ tls }: ServerConfig, handler: RequestListener): Server {
  const server = tls ? createTlsServer(tls, handler) : createServer(handler);
  server.keepAliveTimeout = KEPT_ALIVE_MS;
  return server;
}

/** Builds the whole server over a migrated database; it does not listen, and closing it leaves the database open. */
export async function buildApp(parts: AppParts): Promise<FastifyInstance> {
  const { config, logging } = parts;
  const app: FastifyInstance = Fastify({
    ...logging,
    serverFactory: (handler) => serverFor(config, handler),
    trustProxy: believed(config.trustProxy),
    bodyLimit: LARGEST_BODY,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: replyUnroutable,
    clientErrorHandler: replyMalformedHttp,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  app.decorateRequest('signedIn', null);
  await securityHeaders(app, config);
  errorHandlers(app);
  jsonBodies(app);
  await app.register((api) => apiRoutes(api, parts), { prefix: '/api' });
  await staticApp(app, config);
  forgetKeysDaily(app, parts.db);
  return app;
}

async function apiRoutes(api: FastifyInstance, parts: AppParts): Promise<void> {
  const { db, config, tokenSecret, clock = () => new Date() } = parts;
  const tokens = createTokens({ ...config, tokenSecret });
  entityTags(api);
  await api.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: QUICK_BROTLI } },
  });
  openRoutes(api, db);
  const resetPost = createPasswordResetMailer(api, parts);
  await api.register((open) => accountRoutes(open, { db, config, tokens, resetPost }));
  await api.register(async (signed) => {
    authenticate(signed, { tokens, exists: (person) => userExists(db, person) });
    const desk = createRequestContext(createBranchScopeFactory(db, clock));
    branchRoutes(signed, desk);
    monthRoutes(signed, desk);
    allResourceRoutes(signed, desk);
  });
}

/** Old keys are only ballast: a day when they can't be removed is no reason to stop. */
function forgetKeysDaily(app: FastifyInstance, db: Kysely<Database>): void {
  const forget = () => {
    deleteExpiredKeys(db).catch((error: unknown) =>
      app.log.warn({ err: error }, 'old keys were not forgotten'),
    );
  };
  const timer = setInterval(forget, A_DAY_MS).unref();
  app.addHook('onListen', async () => forget());
  app.addHook('onClose', async () => clearInterval(timer));
}
