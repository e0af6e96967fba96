import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import pg from 'pg';
import { inject } from 'vitest';
import { z } from 'zod';
import type { Method } from '#contract/http.ts';
import { buildApp } from '#server/app.ts';
import { readConfig } from '#server/config.ts';
import { addBranch } from '#server/store/accounts.ts';
import { connect } from '#server/store/connect.ts';
import type { Database } from '#server/store/database.ts';
import { makeTokens } from '#server/store/tokens.ts';
import { type TestDatabase, testDatabase } from '../../support/test-database.ts';
import { inThisProcess, serverProcesses, type Way } from './ways-to-a-server.ts';

export interface Answer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly text: string;
  readonly headers: Readonly<Record<string, unknown>>;
}

type Headers = Record<string, string>;

/** A person at a branch's desk, by the API. */
export interface ApiClient {
  readonly branchId: bigint;
  readonly userId: bigint;
  readonly send: (method: Method, path: string, body?: unknown, headers?: Headers) => Promise<Answer>;
  readonly get: (path: string, headers?: Headers) => Promise<Answer>;
  /** POST that must succeed; answers the record. */
  readonly create: (path: string, body: object) => Promise<Record<string, unknown> & { id: string }>;
  /** All records of a list in its order. */
  readonly listAll: (path: string) => Promise<(Record<string, unknown> & { id: string })[]>;
}

const record = z.looseObject({ id: z.string() });
const anyObject = z.record(z.string(), z.unknown());
const secret = 'a secret of the tests, long enough';

export interface ServerOptions {
  /** Another one than a new, empty one of today's schema; it is dropped at the end as well. */
  readonly database?: TestDatabase;
}

/**
 * The whole server over a database of its own: in this process, or as so many processes as `serverProcesses` in vitest.config.ts says,
 * which the desks speak to by turns.
 */
export interface ServerUnderTest {
  /** The one in this process. */
  readonly app: FastifyInstance;
  readonly db: Kysely<Database>;
  readonly settings: pg.PoolConfig;
  /** What time the server in this process thinks it is; others go by the machine's. */
  readonly clock: { now: Date };
  readonly newClient: () => Promise<ApiClient>;
  /** The same desk, or nobody's, on another token. */
  readonly clientWithToken: (token: string | undefined) => ApiClient;
  /** The desk of someone who is in the database already. */
  readonly clientFor: (person: Pick<ApiClient, 'branchId' | 'userId'>) => Promise<ApiClient>;
  /** Asks the database as its owner, past the server. */
  readonly queryAsOwner: (text: string, values?: unknown[]) => Promise<Record<string, unknown>[]>;
}

/** A server that its starter closes. */
export interface StartedServer extends ServerUnderTest {
  readonly close: () => Promise<void>;
}

function parseBody(text: string): Record<string, unknown> {
  return text === '' ? {} : anyObject.parse(JSON.parse(text));
}

function createClient(way: Way, token: string | undefined, branchId = 0n, userId = 0n): ApiClient {
  const send: ApiClient['send'] = async (method, path, body, headers = {}) => {
    const {
      status,
      text,
      headers: said,
    } = await way({
      method,
      url: `/api${path}`,
      headers: {
        ...(token !== undefined && { authorization: `Bearer ${token}` }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    return { status, body: parseBody(text), text, headers: said };
  };
  const must = async (method: Method, path: string, body?: object) => {
    const answer = await send(method, path, body);
    if (answer.status >= 300) throw new Error(`${method} ${path} answered ${answer.status}: ${answer.text}`);
    return answer.body;
  };
  return {
    branchId,
    userId,
    send,
    get: (path, headers) => send('GET', path, undefined, headers),
    create: async (path, body) => record.parse(await must('POST', path, body)),
    listAll: async (path) => {
      const joined = `${path}${path.includes('?') ? '&' : '?'}no_pagination=true`;
      return z.object({ results: z.array(record) }).parse(await must('GET', joined)).results;
    },
  };
}

export async function startServerUnderTest({ database }: ServerOptions = {}): Promise<StartedServer> {
  const { settings, drop } = database ?? (await testDatabase());
  const db = connect(settings);
  const owner = new pg.Pool({ ...settings, max: 2 });
  owner.on('error', () => undefined);
  owner.on('connect', (client) => client.on('error', () => undefined));
  const clock = { now: new Date('2026-03-10T09:00:00Z') };
  const config = readConfig({});
  const app = await buildApp({ db, config, tokenSecret: secret, clock: () => clock.now });
  const processes = inject('serverProcesses');
  const others = processes > 0 ? await serverProcesses(processes, settings, secret) : undefined;
  const way = others?.way ?? inThisProcess(app);
  const tokens = makeTokens({ ...config, tokenSecret: secret });
  let branches = 0;
  /** Without a password: hashing one for every test would take longer than the tests. */
  const insertUser = async (branchId: bigint, email: string): Promise<bigint> => {
    const { id } = await db
      .insertInto('app_user')
      .values({
        branch_id: branchId,
        email,
        password_hash: '',
        first_name: 'Desk',
        last_name: 'Staff',
        account_type: 'staff',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return id;
  };
  const clientFor: ServerUnderTest['clientFor'] = async ({ branchId, userId }) => {
    const session = '00000000-0000-4000-8000-000000000000';
    const pair = await tokens.pairFor({ branchId, userId, session, generation: 0 });
    return createClient(way, pair.access, branchId, userId);
  };
  return {
    app,
    db,
    settings,
    clock,
    async newClient() {
      branches += 1;
      const branch = await addBranch(db, { name: `Branch ${branches}`, address: 'Nile St. 1' });
      const branchId = BigInt(branch.id);
      return clientFor({ branchId, userId: await insertUser(branchId, `desk${branches}@example.com`) });
    },
    clientWithToken: (token) => createClient(way, token),
    clientFor: clientFor,
    queryAsOwner: async (text, values) => (await owner.query(text, values)).rows,
    async close() {
      await others?.end();
      await app.close();
      await db.destroy();
      await owner.end();
      await drop();
    },
  };
}
