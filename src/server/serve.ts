import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import { buildApp } from './app.ts';
import { tryBackupFolder } from './backups/backup-folder.ts';
import { BackupService, backupPlaceOf } from './backups/backup-service.ts';
import { openCopies } from './backups/copies/copies.ts';
import { upgradeSchema } from './backups/make-backup.ts';
import { openOwnDatabase } from './backups/missing-database.ts';
import { RestoreGate } from './backups/restore-gate.ts';
import { FirstRun } from './branch/first-run.ts';
import { connect, connectForChanges, connectForSnapshots } from './db/connect.ts';
import type { Database } from './db/database.ts';
import { createDatabaseProbe } from './db/database-probe.ts';
import { holdBuild } from './platform/build-in-use.ts';
import { type ServerConfig, tokenSecret } from './platform/config.ts';
import { logToStandardOutput } from './platform/log-destination.ts';
import { loggingOptions } from './platform/logging.ts';
import { ownAddress } from './platform/own-address.ts';
import { codeOf, reasonOf, StartupError } from './platform/startup-error.ts';

const SHUTDOWN_TIMEOUT_MS = 8000;

const report = (line: string) => void process.stderr.write(`${line}\n`);

interface ServeOptions {
  readonly prepare: (db: Kysely<Database>) => Promise<void>;
  readonly durable?: boolean;
  readonly onDatabaseLost: (reason: string) => void;
}

/** If it fails, everything that was started is stopped first. */
export async function serve(config: ServerConfig, { prepare, durable, onDatabaseLost }: ServeOptions) {
  const closers: (() => Promise<unknown>)[] = [];
  const close = async () => {
    for (const closer of closers.splice(0).reverse()) await closer();
  };
  try {
    const log = logToStandardOutput();
    closers.push(() => log.flush());
    closers.push(holdBuild(path.dirname(config.appDir)));
    const copies = config.backups.copy && (await openCopies(config.backups.copy));
    const { folder, isFolderChosen } = config.backups;
    let app: FastifyInstance | undefined;
    const database = await openOwnDatabase(config, {
      durable,
      onCrash: (reason) => app?.log.error({ reason }, 'embedded database crashed, restarting'),
      onExit: (reason) => onDatabaseLost(`The database ended and could not be started again: ${reason}`),
      report,
    });
    closers.push(database.stop);
    // After the database: a secret in the folder tells that there was one.
    const secret = tokenSecret(config);
    const place = backupPlaceOf(config, database, copies);
    const untried = await tryBackupFolder(folder, isFolderChosen);
    if (untried !== undefined) report(untried);
    await upgradeSchema(place, report);

    const db = connect({ ...database.owner, max: config.databasePoolSize });
    closers.push(() => db.destroy());
    const snapshots = connectForSnapshots(database.owner);
    closers.push(() => snapshots.destroy());
    const changes = connectForChanges(database.owner);
    closers.push(() => changes.destroy());
    const probe = createDatabaseProbe(database.owner);
    closers.push(probe.close);
    await prepare(db);

    const backups = new BackupService({
      place,
      gate: new RestoreGate(),
      report: (level, details, message) => app?.log[level](details, message),
    });
    closers.push(async () => backups.stop());
    app = await buildApp({
      db,
      snapshots,
      changes,
      askDatabase: probe.check,
      config,
      backups,
      tokenSecret: secret,
      logging: loggingOptions(config.logLevel, log),
    });
    closers.push(closeGracefully(app));
    await app
      .listen({ port: config.port, host: config.host, listenTextResolver: () => 'listening' })
      .catch((error: unknown) => {
        throw listenError(config, error);
      });
    backups.start();
    void backups.tryCopies().then(
      (warning) => warning !== undefined && report(warning),
      () => undefined,
    );
    const firstRun = new FirstRun(db, secret);
    return {
      address: ownAddress(config, app.server.address()),
      firstRunCode: async () => ((await firstRun.isRequired()) ? firstRun.code() : undefined),
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}

/** A request that does not end, such as a stalled upload, is cut off after the timeout. */
function closeGracefully(app: FastifyInstance): () => Promise<void> {
  return async () => {
    const idle = setInterval(() => app.server.closeIdleConnections(), 50);
    const forceClose = setTimeout(() => app.server.closeAllConnections(), SHUTDOWN_TIMEOUT_MS);
    await app.close();
    clearInterval(idle);
    clearTimeout(forceClose);
  };
}

function listenError({ host, port }: ServerConfig, error: unknown): StartupError {
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
