import pg from 'pg';
import { z } from 'zod';
import { buildApp } from '#server/app.ts';
import { connect } from '#server/db/connect.ts';
import { readConfig } from '#server/platform/config.ts';
import { accessToken } from '../../support/access-token.ts';

/** Describes a statement that the server sent. */
export interface Statement {
  readonly text: string;
  readonly values: unknown[];
}

/** Describes an in-process server whose SQL statements are recorded. */
export interface RecordingServer {
  /** Returns the statements that the server sends to answer a request. */
  readonly statementsOf: (
    method: 'GET' | 'POST',
    path: string,
    body?: object,
    key?: string,
  ) => Promise<Statement[]>;
  readonly close: () => Promise<void>;
}

const secret = 'a secret of the bench, long enough';

/** Starts a server that records its SQL statements. */
export async function startRecordingServer(owner: pg.PoolConfig): Promise<RecordingServer> {
  let statements: Statement[] = [];
  const db = connect({
    ...owner,
    max: 1,
    Client: recordingClient((statement) => {
      // The session is read again every few seconds, whatever is asked.
      if (!statement.text.includes('from session as own')) statements.push(statement);
    }),
  });
  const config = readConfig({});
  const app = await buildApp({ db, config, tokenSecret: secret });
  const pool = new pg.Pool({ ...owner, max: 1 });
  const query = async (text: string, values: unknown[]) => (await pool.query(text, values)).rows;
  const access = await accessToken(query, { branchId: 1n, userId: 1n }, { tokenSecret: secret });
  await pool.end();
  const send = async (method: 'GET' | 'POST', path: string, body?: object, key?: string) => {
    statements = [];
    const { statusCode } = await app.inject({
      method,
      url: `/api${path}`,
      headers: { authorization: `Bearer ${access}`, ...(key && { 'idempotency-key': key }) },
      ...(body && { payload: body }),
    });
    if (statusCode >= 300) throw new Error(`${method} ${path} answered ${statusCode}`);
    return statements;
  };
  // The first request also reads the session.
  await send('GET', '/auth/user/');
  return {
    statementsOf: send,
    close: async () => {
      await app.close();
      await db.destroy();
    },
  };
}

/** Returns a driver client that reports every statement before sending it. */
function recordingClient(note: (statement: Statement) => void) {
  return class extends pg.Client {
    constructor(settings?: string | pg.ClientConfig) {
      super(settings);
      const send = this.query.bind(this);
      const noting = (...asked: unknown[]) => {
        const statement = statementOf(asked);
        if (statement) note(statement);
        return Reflect.apply(send, this, asked);
      };
      Object.defineProperty(this, 'query', { value: noting, configurable: true });
    }
  };
}

const asked = z.union([
  z
    .tuple([z.string()])
    .rest(z.unknown())
    .transform(([text, values]) => ({ text, values })),
  z
    .tuple([z.object({ text: z.string(), values: z.unknown() })])
    .rest(z.unknown())
    .transform(([given]) => given),
]);

function statementOf(given: unknown[]): Statement | undefined {
  const { data } = asked.safeParse(given);
  return data && { text: data.text, values: Array.isArray(data.values) ? data.values : [] };
}

const plan = z.looseObject({
  'Relation Name': z.string().optional(),
  'Actual Rows': z.number(),
  'Actual Loops': z.number(),
  'Rows Removed by Filter': z.number().default(0),
  'Rows Removed by Index Recheck': z.number().default(0),
  get Plans() {
    return z.array(plan).default([]);
  },
});
const explained = z.tuple([z.object({ 'QUERY PLAN': z.tuple([z.object({ Plan: plan })]) })]);

function scanned(node: z.output<typeof plan>): number {
  const seen = node['Actual Rows'] + node['Rows Removed by Filter'] + node['Rows Removed by Index Recheck'];
  const own = node['Relation Name'] === undefined ? 0 : seen * node['Actual Loops'];
  return node.Plans.reduce((sum, below) => sum + scanned(below), own);
}

/** Returns the number of rows that the plans read from tables, filtered ones included. */
export async function rowsTouched(pool: pg.Pool, statements: readonly Statement[]): Promise<number> {
  let rows = 0;
  for (const { text, values } of statements.filter((one) =>
    /^\s*(\/\*.*?\*\/)?\s*(select|with)\b/i.test(one.text),
  )) {
    const answer = await pool.query(`explain (analyze, format json) ${text}`, values);
    const [
      {
        'QUERY PLAN': [{ Plan }],
      },
    ] = explained.parse(answer.rows);
    rows += scanned(Plan);
  }
  return Math.round(rows);
}
