import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { constants } from 'node:zlib';
import compress from '@fastify/compress';
import Fastify, { type FastifyInstance, type FastifyServerOptions } from 'fastify';
import { type Kysely, sql } from 'kysely';
import { createPasswordResetMailer } from './accounts/account-mails.ts';
import { SecondFactors } from './accounts/factor/second-factors.ts';
import { findTokenMaker } from './accounts/find-token.ts';
import { accountRoutes } from './accounts/routes/account.ts';
import { approvalRoutes } from './accounts/routes/approvals.ts';
import { branchesOfPersonRoutes } from './accounts/routes/branches.ts';
import { FactorSteps } from './accounts/routes/factor-steps.ts';
import { profileRoutes } from './accounts/routes/profile.ts';
import { personProofs } from './accounts/routes/prove-person.ts';
import { ownFactorRoutes } from './accounts/routes/second-factor.ts';
import { setupRoutes } from './accounts/routes/setup.ts';
import { singleSignOnRoutes } from './accounts/routes/single-sign-on.ts';
import { spreadsheetTokenRoutes } from './accounts/routes/spreadsheet-tokens.ts';
import { userRoutes } from './accounts/routes/users.ts';
import { activeSessions, KnownSources, markUsed, sweepSessions } from './accounts/sessions.ts';
import { readSignInFacts } from './accounts/storage-key.ts';
import { createTokens } from './accounts/tokens.ts';
import type { BackupService } from './backups/backup-service.ts';
import { backupRoutes } from './backups/routes.ts';
import { FirstRun } from './branch/first-run.ts';
import { branchRoutes, settingsRoutes } from './branch/routes.ts';
import { closeRoutes } from './closes/routes.ts';
import { collectionRoutes } from './collections/routes.ts';
import { readMovedBranches } from './db/branch-changes.ts';
import type { AuthenticatedUser } from './db/branch-scope.ts';
import { type BranchScopeFactory, createBranchScopeFactory } from './db/branch-scope-factory.ts';
import { ofBranch, shareCounts } from './db/connect.ts';
import type { Database } from './db/database.ts';
import { debtRoutes } from './debts/routes.ts';
import { oldestEntryAge } from './devices/entries-of-all-branches.ts';
import { deviceRoutes } from './devices/routes.ts';
import { EventHub, type StreamLimits } from './events/event-hub.ts';
import { eventRoutes, versionHeader } from './events/routes.ts';
import { exportRoutes } from './exports/routes.ts';
import { familyRoutes } from './families/routes.ts';
import { apiDocument } from './http/api-document.ts';
import { authenticate, SessionCheck, sessionFacts } from './http/authenticate.ts';
import { errorHandlers, replyMalformedHttp, replyUnroutable } from './http/errors.ts';
import { entityTags } from './http/etag.ts';
import { healthRoutes } from './http/health.ts';
import { metricsRoute, requestMetrics } from './http/metrics.ts';
import { PasswordAttempts } from './http/password-attempts.ts';
import { requirePermissions } from './http/permissions.ts';
import { jsonBodies, readableAddresses, smallBodies } from './http/readable-requests.ts';
import { createRequestContext } from './http/request-context.ts';
import { limitRequests, requestLimits } from './http/request-limit.ts';
import { restoreGate } from './http/restore-gate.ts';
import { checkBodies, documentSchemas, withoutCompilers } from './http/route-schemas.ts';
import { securityHeaders } from './http/security-headers.ts';
import { createSecurityLog } from './http/security-log.ts';
import type { ReaderLimits } from './http/send-list.ts';
import { onlyReads, SpreadsheetAccess } from './http/spreadsheet-access.ts';
import { staticApp } from './http/static-app.ts';
import { deleteExpiredKeys } from './idempotency/idempotency.ts';
import { outcomeRoutes } from './idempotency/routes.ts';
import { importRoutes } from './imports/routes.ts';
import { ledger } from './ledger/ledger.ts';
import { studentMergeRoutes } from './merges/routes.ts';
import { requestLanguages } from './messages/language.ts';
import { monthRoutes } from './months/routes.ts';
import type { ServerConfig } from './platform/config.ts';
import { createMailer } from './platform/mailer.ts';
import type { QueueLimits } from './platform/task-queue.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { renewalRoutes } from './renewals/routes.ts';
import { reportRoutes } from './reports/routes.ts';
import { DailyMails } from './reports/send-daily-mails.ts';
import { allResourceRoutes } from './resources/routes.ts';
import { searchRoutes } from './search/routes.ts';
import { deliverDue } from './transfers/deliveries.ts';
import { studentTransferRoutes } from './transfers/routes.ts';
import { goingBackRoutes } from './withdrawals/routes.ts';

const MAX_BODY_BYTES = 1024 * 1024;
const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;
const LOOK_FOR_MAILS_MS = 5 * 60 * 1000;
const LOOK_FOR_ENTRIES_MS = 60 * 1000;
const FINISH_TRANSFERS_MS = 30 * 1000;
/** The default of 11 is far too slow for dynamic answers. */
const BROTLI_QUALITY = 4;

export interface AppOptions {
  readonly db: Kysely<Database>;
  /** Connections of whole lists, which slow readers may hold for a while; `db` by default. */
  readonly snapshots?: Kysely<Database>;
  /** For the health check, on a connection of its own; uses `db` by default. */
  readonly askDatabase?: () => Promise<void>;
  readonly config: ServerConfig;
  readonly tokenSecret: string;
  readonly logging?: Pick<FastifyServerOptions, 'logger' | 'genReqId'>;
  /** For timestamps of records and dates of months. The demo replaces it. */
  readonly clock?: () => Date;
  /** For the versions of branches, on a connection of its own; `db` by default. */
  readonly changes?: Kysely<Database>;
  readonly streamLimits?: StreamLimits;
  readonly requestLimits?: QueueLimits;
  readonly readerLimits?: ReaderLimits;
  readonly backups?: BackupService;
  readonly print?: (text: string) => void;
}

function trustProxyOption(trustProxy: ServerConfig['trustProxy']): FastifyServerOptions['trustProxy'] {
  return typeof trustProxy === 'number' ? (_address, hop) => hop < trustProxy : trustProxy;
}

/** Longer than that of common proxies: a proxy loses its request if we close the connection first. */
const KEEP_ALIVE_MS = 72_000;

function createHttpServer({ tls }: ServerConfig, handler: RequestListener): Server {
  const server = tls ? createTlsServer(tls, handler) : createServer(handler);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  return server;
}

/** The database must be migrated. The app does not listen yet, and closing it leaves the database open. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, logging } = options;
  const app: FastifyInstance = Fastify({
    ...logging,
    ...withoutCompilers,
    serverFactory: (handler) => createHttpServer(config, handler),
    trustProxy: trustProxyOption(config.trustProxy),
    bodyLimit: MAX_BODY_BYTES,
    routerOptions: { ignoreTrailingSlash: true },
    frameworkErrors: replyUnroutable,
    clientErrorHandler: replyMalformedHttp,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
  });
  app.decorateRequest('signedIn', null);
  app.decorateRequest('replayed', null);
  app.decorateRequest('approver', null);
  app.decorateRequest('repeatsOnly', null);
  requestLanguages(app);
  const requests = requestMetrics(app);
  await securityHeaders(app, config);
  errorHandlers(app);
  jsonBodies(app);
  documentSchemas(app);
  let hub: EventHub | undefined;
  const onHub = (created: EventHub) => {
    hub = created;
  };
  await app.register((api) => apiRoutes(api, options, onHub), { prefix: '/api' });
  if (config.metricsToken !== undefined) {
    metricsRoute(app, config.metricsToken, {
      requests,
      pools: { requests: options.db, lists: options.snapshots ?? options.db },
      streams: () => hub?.size ?? 0,
      readsChanges: () => hub?.readsChanges,
      oldestEntryAge: readOldestEntry(app, options.db),
      folders: { data: config.dataDir, backups: config.backups.folder },
      backups: options.backups,
    });
  }
  await staticApp(app, config);
  deleteExpired(app, options);
  return app;
}

async function apiRoutes(
  api: FastifyInstance,
  options: AppOptions,
  onHub: (hub: EventHub) => void,
): Promise<void> {
  const { db, config, tokenSecret, clock = () => new Date() } = options;
  const tokens = createTokens({ ...config, tokenSecret });
  readableAddresses(api);
  entityTags(api);
  await api.register(compress, {
    encodings: ['br', 'gzip', 'identity'],
    brotliOptions: { params: { [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY } },
  });
  if (options.backups) restoreGate(api, options.backups.gate);
  await apiDocument(api);
  const askDatabase = options.askDatabase ?? (async () => void (await sql`select 1`.execute(db)));
  healthRoutes(api, { askDatabase, connections: () => shareCounts(db), backups: options.backups });
  const securityLog = createSecurityLog(api.log);
  const mailer = createMailer(api, options);
  const resetMailer = createPasswordResetMailer(db, mailer);
  const firstRun = new FirstRun(db, tokenSecret, clock);
  const attempts = new PasswordAttempts(new KnownSources(db), securityLog);
  const scopes = createBranchScopeFactory(db, clock, ledger, options.snapshots);
  const factors = new SecondFactors(db, tokenSecret);
  const steps = new FactorSteps({ factors, config, attempts, securityLog, mailer });
  const account = { db, config, tokens, mailer, resetMailer, securityLog, attempts, factors, steps };
  await api.register(async (open) => {
    smallBodies(open);
    checkBodies(open);
    await open.register((setup) => setupRoutes(setup, firstRun, securityLog, config));
    await open.register((accounts) => accountRoutes(accounts, account));
    await open.register((signOn) => singleSignOnRoutes(signOn, { ...account, tokenSecret }));
  });
  await api.register(async (authenticated) => {
    const sessions = new SessionCheck(
      async (claim) => (await activeSessions(ofBranch(db, claim.branchId), [claim])).get(claim.session),
      (claim) => markUsed(ofBranch(db, claim.branchId), claim),
    );
    const spreadsheets = new SpreadsheetAccess((secret) => findTokenMaker(db, secret));
    authenticate(authenticated, { tokens, sessions, spreadsheets });
    onlyReads(authenticated);
    limitRequests(authenticated, options.requestLimits ?? requestLimits);
    requirePermissions(authenticated, scopes);
    if (config.mail) sendDailyMails(api, options, { scopes, mailer, clock });
    finishTransfers(api, db, scopes);
    const context = createRequestContext(scopes, securityLog, options.readerLimits);
    const hub = createEventHub(authenticated, options, sessions);
    onHub(hub);
    versionHeader(authenticated, hub);
    branchRoutes(authenticated, context);
    await authenticated.register((profile) => profileRoutes(profile, context, { mailer, attempts, config }));
    await authenticated.register(async (withProofs) => {
      const provePerson = await personProofs(withProofs, context, { steps, attempts });
      ownFactorRoutes(withProofs, context, { factors, steps, provePerson });
      spreadsheetTokenRoutes(withProofs, context, provePerson);
    });
    eventRoutes(authenticated, context, hub);
    monthRoutes(authenticated, context);
    if (options.backups) backupRoutes(authenticated, context, options.backups);
    allResourceRoutes(authenticated, context);
    userRoutes(authenticated, context, { sessions, scopes });
    const readFacts = (user: AuthenticatedUser) => readSignInFacts(db, user);
    branchesOfPersonRoutes(authenticated, context, { tokens, readFacts });
    goingBackRoutes(authenticated, context);
    collectionRoutes(authenticated, context);
    renewalRoutes(authenticated, context);
    familyRoutes(authenticated, context);
    settingsRoutes(authenticated, context, (branchId) => sessions.forgetBranch(branchId));
    receiptRoutes(authenticated, context);
    searchRoutes(authenticated, context);
    studentMergeRoutes(authenticated, context);
    studentTransferRoutes(authenticated, context, scopes);
    closeRoutes(authenticated, context);
    outcomeRoutes(authenticated, context);
    deviceRoutes(authenticated, context);
    debtRoutes(authenticated, context);
    reportRoutes(authenticated, context);
    exportRoutes(authenticated, context);
    await authenticated.register((imports) => importRoutes(imports, context));
    await approvalRoutes(authenticated, { db, scopes, securityLog, attempts, steps });
  });
}

function createEventHub(
  app: FastifyInstance,
  { db, changes = db, streamLimits, backups }: AppOptions,
  sessions: SessionCheck,
): EventHub {
  const hub = new EventHub({
    async readMoved(known) {
      await backups?.gate.requireNoRestore(changes);
      return readMovedBranches(changes, known);
    },
    onWritten(branchId, resources = sessionFacts) {
      const changesSessions = resources.some((resource) => sessionFacts.includes(resource));
      if (changesSessions) sessions.forgetBranch(branchId);
      return changesSessions;
    },
    activeSessions: (claims) => activeSessions(changes, claims),
    onFailed(error) {
      if (!backups?.gate.isClosed)
        app.log.warn({ err: error }, 'changes are not told until the database answers again');
    },
    limits: streamLimits,
  });
  backups?.gate.onClose(() => hub.disconnect());
  return hub;
}

/** Runs at start and then repeatedly. A failure is only logged, because the next run follows. */
interface RepeatedTask {
  readonly everyMs: number;
  readonly work: () => Promise<void>;
  readonly failed: string;
}

function repeat(app: FastifyInstance, { everyMs, work, failed }: RepeatedTask): void {
  const run = () => void work().catch((error: unknown) => app.log.warn({ err: error }, failed));
  const timer = setInterval(run, everyMs).unref();
  app.addHook('onListen', async () => run());
  app.addHook('onClose', async () => clearInterval(timer));
}

/** Decision 158. */
function sendDailyMails(
  app: FastifyInstance,
  { db, backups }: AppOptions,
  options: Pick<ConstructorParameters<typeof DailyMails>[0], 'scopes' | 'mailer' | 'clock'>,
): void {
  const backupAge = async () => (await backups?.state())?.ageSeconds;
  const mails = new DailyMails({ ...options, db, backupAge });
  app.addHook('preClose', async () => mails.stop());
  repeat(app, {
    everyMs: LOOK_FOR_MAILS_MS,
    work: () => mails.sendDue(),
    failed: 'the daily mails could not be sent',
  });
}

/** Decision 159. */
function finishTransfers(app: FastifyInstance, db: Kysely<Database>, scopes: BranchScopeFactory): void {
  const failed = 'a transfer of a student is not finished and is tried again';
  const report = (error: unknown) => app.log.warn({ err: error }, failed);
  repeat(app, { everyMs: FINISH_TRANSFERS_MS, work: () => deliverDue(db, scopes, report), failed });
}

/** For the metrics, which ask no database. @returns the last reading */
function readOldestEntry(app: FastifyInstance, db: Kysely<Database>): () => number | undefined {
  let age: number | undefined;
  repeat(app, {
    everyMs: LOOK_FOR_ENTRIES_MS,
    work: async () => {
      age = await oldestEntryAge(db);
    },
    failed: 'the oldest entry of devices could not be read',
  });
  return () => age;
}

function deleteExpired(app: FastifyInstance, { db, config }: AppOptions): void {
  repeat(app, {
    everyMs: DAY_MS,
    work: () => deleteExpiredKeys(db),
    failed: 'expired idempotency keys could not be deleted',
  });
  repeat(app, {
    everyMs: HOUR_MS,
    work: () => sweepSessions(db, config.refreshTokenSeconds),
    failed: 'expired sessions could not be deleted',
  });
}
