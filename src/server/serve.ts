import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { buildApp } from './app.ts';
import type { ServerConfig } from './config.ts';
import { tokenSecret } from './data-folder.ts';
import { loggingOptions } from './logging.ts';
import { ownAddress } from './own-address.ts';
import { type OpenDatabase, openDatabase } from './postgres/open-database.ts';
import { codeOf, reasonOf, StartupError } from './startup-error.ts';
import { connect } from './store/connect.ts';
import type { Database } from './store/database.ts';
import { migrate } from './store/migrate.ts';

/** How long requests in flight may take to finish when the server is asked to end, in milliseconds. */
const longestGoodbye = 8000;

export interface ServeOptions {
  /** Fills a database that was just brought up to date, before anyone is served. */
  readonly prepare: (db: Kysely<Database>) => Promise<void>;
  /** False for a database that is thrown away afterwards. */
  readonly durable?: boolean;
  /** The database is gone for good: nothing can be served any more. */
  readonly onGone: (reason: string) => void;
}

export interface Served {
  /** Where a browser on this machine finds it. */
  readonly address: string;
  /** Answers the requests in flight, then ends pool and database. */
  readonly close: () => Promise<void>;
}

/**
 * The whole server: database, schema, first content, routes, port.
 * @throws {StartupError} in plain words; whatever was started by then is ended again
 */
export async function serve(
  config: ServerConfig,
  { prepare, durable, onGone }: ServeOptions,
): Promise<Served> {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const secret = tokenSecret(config);
    let app: FastifyInstance | undefined;
    const database = await openDatabase(config, {
      durable,
      onCrash: (reason) => app?.log.error({ reason }, 'the database ended unexpectedly and is started again'),
      onExit: (reason) => onGone(`The database ended and could not be started again: ${reason}`),
    });
    closers.push(database.stop);
    await bringUpToDate(database);

    const db = connect(database.owner);
    closers.push(() => db.destroy());
    await prepare(db);

    app = await buildApp({ db, config, tokenSecret: secret, logging: loggingOptions(config.logLevel) });
    closers.push(sayGoodbye(app));
    await app
      .listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' })
      .catch((error: unknown) => {
        throw cannotListen(config, error);
      });
    return { address: ownAddress(config, app.server.address()), close };
  } catch (error) {
    await close();
    throw error;
  }
}

async function bringUpToDate(database: OpenDatabase): Promise<void> {
  try {
    await migrate(database.owner);
  } catch (error) {
    throw new StartupError(
      `The database could not be brought up to this version; what was in it is unchanged (${reasonOf(error)}).`,
    );
  }
}

/**
 * Answers what is in flight; connections that were busy at first are closed as they fall idle, and a request that never ends,
 * such as a stalled upload, is cut off in the end.
 */
function sayGoodbye(app: FastifyInstance): () => Promise<void> {
  return async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    const enough = setTimeout(() => app.server.closeAllConnections(), longestGoodbye);
    await app.close();
    clearInterval(idle);
    clearTimeout(enough);
  };
}

function cannotListen({ host, port }: ServerConfig, error: unknown): StartupError {
  switch (codeOf(error)) {
    case 'EADDRINUSE':
      return new StartupError(
        `Port ${port} is taken by another program: stop that one, or choose another PORT.`,
      );
    case 'EACCES':
      return new StartupError(`This user may not listen on port ${port}: choose a PORT above 1023.`);
    default:
      return new StartupError(`The server cannot listen on ${host}: check HOST (${reasonOf(error)}).`);
  }
}
