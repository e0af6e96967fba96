import { randomUUID } from 'node:crypto';
import os from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { z } from 'zod';
import type { Method } from '#contract/http.ts';
import type { Role } from '#contract/permissions.ts';
import { type Problem, problemsIn } from '#contract/problems.ts';
import { addBranch } from '#server/accounts/administration.ts';
import { addPerson } from '#server/accounts/directory.ts';
import { type AppOptions, buildApp } from '#server/app.ts';
import { BackupService } from '#server/backups/backup-service.ts';
import { RestoreGate } from '#server/backups/restore-gate.ts';
import { connect, connectForSnapshots } from '#server/db/connect.ts';
import type { Database } from '#server/db/database.ts';
import { createDatabaseProbe } from '#server/db/database-probe.ts';
import { readConfig } from '#server/platform/config.ts';
import { ownAddress } from '#server/platform/own-address.ts';
import { accessToken, testSecret } from '../../support/access-token.ts';
import { sharedServers, type TestDatabase, testDatabase } from '../../support/test-database.ts';
import { inProcess, overNetwork, type Transport } from './transports.ts';

export interface Answer {
  readonly status: number;
  /** Of a refusal without the facts that stand beside the shapes of section 7. */
  readonly body: Record<string, unknown>;
  readonly problems: readonly Problem[];
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Headers = Record<string, string>;

export interface ApiClient {
  readonly branchId: bigint;
  readonly userId: bigint;
  readonly authorization: Readonly<Record<string, string>>;
  readonly send: (method: Method, path: string, body?: unknown, headers?: Headers) => Promise<Answer>;
  readonly get: (path: string, headers?: Headers) => Promise<Answer>;
  /** Sends a call that succeeds, and returns the body of its answer. @throws {Error} when the server refuses it */
  readonly must: (method: Method, path: string, body?: unknown, headers?: Headers) => Promise<Answer['body']>;
  /** Creates a record by POST, and returns it. @throws {Error} when the server refuses it */
  readonly create: (path: string, body: object) => Promise<Record<string, unknown> & { id: string }>;
  readonly listAll: (path: string) => Promise<(Record<string, unknown> & { id: string })[]>;
}

const record = z.looseObject({ id: z.string() });
/** Of a declared write, the record that it is about. */
const created = z.union([
  record,
  z
    .object({ records: z.tuple([z.object({ record })]).rest(z.unknown()) })
    .transform(({ records: [first] }) => first.record),
]);
const anyObject = z.record(z.string(), z.unknown());
/** Tests of races send 32 requests of one user at once; the limit has a test of its own. */
const manyAtOnce = { running: 32, waiting: 64 };

export const firstMoment = () => new Date('2026-03-10T09:00:00Z');

export interface ServerOptions {
  /** The database to use instead of a new, empty, migrated one. It is dropped at the end as well. */
  readonly database?: TestDatabase;
  /** Milliseconds that a statement waits for a lock, where a test holds one for as long as it takes. */
  readonly lockTimeoutMs?: number;
  /** Settings of the app that differ from those of most tests. */
  readonly app?: Partial<Pick<AppOptions, 'requestLimits' | 'readerLimits'>>;
  /** Makes the automatic backups; without it they go to a folder that does not exist yet. */
  readonly backups?: (settings: pg.PoolConfig) => BackupService;
}

/** Where vitest.config.ts asks for server processes, the clients use those in turn, on a database that all files share. */
export interface TestServer {
  readonly app: FastifyInstance;
  /** Returns the address of the server that the clients use, which listens from then on: http://127.0.0.1:49152 */
  readonly origin: () => Promise<string>;
  readonly db: Kysely<Database>;
  readonly settings: pg.PoolConfig;
  /** The clock of the server in this process; other processes use the machine's. */
  readonly clock: { now: Date };
  readonly newClient: () => Promise<ApiClient>;
  readonly newColleague: (of: Pick<ApiClient, 'branchId'>, role: Role) => Promise<ApiClient>;
  readonly clientWithToken: (token: string | undefined) => ApiClient;
  readonly clientFor: (person: Pick<ApiClient, 'branchId' | 'userId'>) => Promise<ApiClient>;
  readonly tokenOf: (person: Pick<ApiClient, 'branchId' | 'userId'>) => Promise<string>;
  readonly queryAsOwner: (
    query: string | { readonly name: string; readonly text: string },
    values?: unknown[],
  ) => Promise<Record<string, unknown>[]>;
}

export interface StartedTestServer extends TestServer {
  readonly close: () => Promise<void>;
}

function parseBody(text: string): Record<string, unknown> {
  return text === '' ? {} : anyObject.parse(JSON.parse(text));
}

function createClient(way: Transport, token: string | undefined, branchId = 0n, userId = 0n): ApiClient {
  const authorization: Record<string, string> =
    token === undefined ? {} : { authorization: `Bearer ${token}` };
  const send: ApiClient['send'] = async (method, path, body, headers = {}) => {
    const {
      status,
      text,
      headers: answerHeaders,
    } = await way({
      method,
      url: `/api${path}`,
      headers: {
        ...authorization,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const answered = parseBody(text);
    if (status < 400) return { status, body: answered, problems: [], text, headers: answerHeaders };
    const { problems: _, ...shape } = answered;
    return { status, body: shape, problems: problemsIn(answered), text, headers: answerHeaders };
  };
  const must: ApiClient['must'] = async (method, path, ...rest) => {
    const answer = await send(method, path, ...rest);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return {
    branchId,
    userId,
    authorization,
    send,
    must,
    get: (path, headers) => send('GET', path, undefined, headers),
    create: async (path, body) => created.parse(await must('POST', path, body)),
    listAll: async (path) => {
      const joined = `${path}${path.includes('?') ? '&' : '?'}no_pagination=true`;
      return z.object({ results: z.array(record) }).parse(await must('GET', joined)).results;
    },
  };
}

/** Serves the calls about backups, in a folder that is created by the first backup only. */
const unusedBackups = (owner: pg.PoolConfig) =>
  new BackupService({
    place: {
      owner,
      dataFolder: undefined,
      folder: path.join(os.tmpdir(), `branch-desk-backups-${randomUUID()}`),
      keep: 1,
      now: () => new Date(),
    },
    gate: new RestoreGate(),
    report: () => undefined,
  });

export async function startTestServer({
  database,
  backups,
  lockTimeoutMs,
  app: appOptions,
}: ServerOptions = {}): Promise<StartedTestServer> {
  const shared = sharedServers();
  const { settings, drop } = database ?? shared?.database ?? (await testDatabase());
  const db = connect({ ...settings, ...(lockTimeoutMs && { lock_timeout: lockTimeoutMs }) });
  const snapshots = connectForSnapshots(settings);
  const probe = createDatabaseProbe(settings);
  const owner = new pg.Pool({ ...settings, max: 2 });
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  const clock = { now: firstMoment() };
  const config = readConfig({});
  const app = await buildApp({
    db,
    snapshots,
    askDatabase: probe.check,
    config,
    tokenSecret: testSecret,
    clock: () => clock.now,
    requestLimits: manyAtOnce,
    ...appOptions,
    backups: (backups ?? unusedBackups)(settings),
  });
  const way = shared ? overNetwork(shared.origins) : inProcess(app);
  // Names of branches and addresses of people are unique on a server.
  const ofFile = shared ? ` ${randomUUID().slice(0, 8)}` : '';
  const queryAsOwner: TestServer['queryAsOwner'] = async (query, values) =>
    (await owner.query(query, values)).rows;
  let branches = 0;
  let colleagues = 0;
  /** Inserts a user without a password: hashing one per test would take longer than the tests. */
  const insertUser = async (branchId: bigint, email: string, role: Role = 'manager'): Promise<bigint> => {
    const { userId } = await addPerson(db, {
      branchId,
      email: `${ofFile.trim()}${email}`,
      passwordHash: '',
      firstName: 'Desk',
      lastName: 'Staff',
      role,
    });
    return userId;
  };
  const tokenOf: TestServer['tokenOf'] = ({ branchId, userId }) =>
    accessToken(queryAsOwner, { branchId, userId });
  const clientFor: TestServer['clientFor'] = async (person) =>
    createClient(way, await tokenOf(person), person.branchId, person.userId);
  return {
    app,
    async origin() {
      if (shared?.origins[0] !== undefined) return shared.origins[0];
      if (!app.server.listening) await app.listen({ port: 0, host: '127.0.0.1' });
      return ownAddress(config, app.server.address());
    },
    db,
    settings,
    clock,
    async newClient() {
      branches += 1;
      const branch = await addBranch(db, { name: `Branch ${branches}${ofFile}`, address: 'Nile St. 1' });
      const branchId = BigInt(branch.id);
      return clientFor({ branchId, userId: await insertUser(branchId, `desk${branches}@example.com`) });
    },
    async newColleague({ branchId }, role) {
      colleagues += 1;
      return clientFor({
        branchId,
        userId: await insertUser(branchId, `${role}${colleagues}@example.com`, role),
      });
    },
    clientWithToken: (token) => createClient(way, token),
    tokenOf,
    clientFor,
    queryAsOwner,
    async close() {
      await app.close();
      await db.destroy();
      await snapshots.destroy();
      await probe.close();
      await owner.end();
      await drop();
    },
  };
}
