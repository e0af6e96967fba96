import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import pg from 'pg';
import { courseOf, dashboardOf, monthOf, pageOf, studentOf, type TextRow } from './bare-answers.ts';
import { statements } from './bare-sql.ts';

/**
 * Is a server written by hand for the calls of the bench, and nothing else: bare `node:http` and `pg`, a name for each statement, rows as
 * arrays of text, and JSON written straight from them. It answers what ours answers, byte for byte, and shows what is possible in this
 * process model. It knows one branch and checks no rights. Reads its settings from BARE_SETTINGS.
 */
const { owner, tokenSecret } = JSON.parse(process.env.BARE_SETTINGS ?? '{}');

const CONNECTIONS = 10;
const BRANCH = '1';
const asText = { getTypeParser: () => (value: string) => value };
const pool = new pg.Pool({ ...owner, max: CONNECTIONS, min: CONNECTIONS, pipeline: true, types: asText });
pool.on('error', () => undefined);
pool.on('connect', (client) => {
  client.on('error', () => undefined);
  void client.query("set timezone to 'UTC'; set jit to off");
});

type Statement = (typeof statements)[keyof typeof statements];

async function query(
  on: pg.Pool | pg.ClientBase,
  statement: Statement,
  values: readonly unknown[] = [],
): Promise<TextRow[]> {
  const { rows } = await on.query<string[]>({ ...statement, values: [...values], rowMode: 'array' });
  return rows;
}

/** Verifies an HS256 token and returns the id of its user. */
function userOf({ headers }: IncomingMessage): string | undefined {
  const [head = '', claims = '', signature = ''] =
    headers.authorization?.slice('Bearer '.length).split('.') ?? [];
  const expected = createHmac('sha256', tokenSecret).update(`${head}.${claims}`).digest();
  const given = Buffer.from(signature, 'base64url');
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { sub, exp, aud } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return aud === 'access' && exp * 1000 > Date.now() ? sub : undefined;
}

async function courses(url: string, page: number): Promise<string> {
  if (page === 1) {
    const rows = await query(pool, statements.firstCourses, [BRANCH]);
    return pageOf(
      url,
      1,
      Number(rows[0]?.[0] ?? 0),
      rows.map((row) => courseOf(row, 1)),
    );
  }
  const [place = []] = await query(pool, statements.placeOfCourse, [BRANCH, (page - 1) * 10]);
  const [bucket, rows, skip, count] = place;
  const wanted = Math.min(10, Number(count) - (page - 1) * 10);
  const left = Number(rows) - Number(skip) - wanted;
  const isNearEnd = left >= 0 && left < Number(skip);
  const found = isNearEnd
    ? await query(pool, statements.coursesFromOldest, [BRANCH, left, bucket])
    : await query(pool, statements.coursesBefore, [BRANCH, skip, bucket]);
  // From the oldest on it reads ten, of which the last page has fewer: none, since all of them are of the first month.
  return pageOf(
    url,
    page,
    Number(count),
    found.slice(-wanted).map((row) => courseOf(row, 0)),
  );
}

async function students(url: string, search: string | null): Promise<string> {
  const words = search?.toLowerCase();
  const rows = words
    ? await query(pool, statements.searchedStudents, [BRANCH, words, `'${BRANCH}//${words}':*`])
    : await query(pool, statements.firstStudents, [BRANCH]);
  return pageOf(url, 1, Number(rows[0]?.[0] ?? 0), rows.map(studentOf));
}

async function months(url: string): Promise<string> {
  const rows = await query(pool, statements.months, [BRANCH]);
  const byMonth = new Map<string | null, TextRow[]>();
  for (const row of rows) byMonth.set(row[1] ?? null, [...(byMonth.get(row[1] ?? null) ?? []), row]);
  return pageOf(url, 1, Number(rows[0]?.[0] ?? 0), [...byMonth.values()].map(monthOf));
}

const PUBLISH_EVERY_MS = 50;
let unpublished: string[] = [];

/** Publishes what a transaction has changed with what else is committed in the next moment, as ours does (decision 129). */
function publish(changes: string): void {
  unpublished.push(...changes.split('\n'));
  if (unpublished.length > 1) return;
  setTimeout(() => {
    const batch = unpublished;
    unpublished = [];
    void query(pool, statements.publish, [batch]);
  }, PUBLISH_EVERY_MS);
}

/** Writes an enrolment with its key, history and answer in two round trips; a key in use or used is not sent by the bench. */
async function createCourse(request: IncomingMessage, user: string): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  const draft = JSON.parse(body.toString());
  const key = request.headers['idempotency-key'];
  const now = new Date().toISOString();
  const piastres = (amount: string) => String(BigInt(amount.replace('.', '')));
  const client = await pool.connect();
  try {
    const [, , [month = []]] = await Promise.all([
      query(client, statements.begin),
      query(client, statements.holdKey, [BRANCH, key]),
      query(client, statements.runningMonth, [BRANCH]),
    ]);
    const [row = []] = await query(client, statements.insertCourse, [
      BRANCH,
      draft.student,
      draft.receipt_number,
      draft.level,
      draft.period,
      draft.transportation_type,
      piastres(draft.price),
      piastres(draft.paid_amount),
      draft.custom_date || null,
      draft.notes || null,
      draft.receipt_number.toLowerCase(),
      month[0],
      now,
      user,
    ]);
    const answer = courseOf(row, 0);
    const hash = createHash('sha256').update(body).digest('hex');
    const [, , [[changes = null] = []]] = await Promise.all([
      query(client, statements.insertHistory, [
        BRANCH,
        now,
        user,
        row[0],
        `${row[17]}, receipt ${row[5]}`,
        month[0],
        answer,
      ]),
      query(client, statements.insertKey, [BRANCH, key, user, hash, answer]),
      query(client, statements.changes),
      query(client, statements.commit),
    ]);
    if (changes) publish(changes);
    return answer;
  } catch (error) {
    await query(client, statements.rollback);
    throw error;
  } finally {
    client.release();
  }
}

async function answer(request: IncomingMessage, user: string): Promise<string> {
  const { url = '', method } = request;
  const [path, search] = url.split('?');
  const parameters = new URLSearchParams(search);
  if (path === '/api/adult-course/')
    return method === 'POST' ? createCourse(request, user) : courses(url, Number(parameters.get('page')));
  if (path === '/api/students/') return students(url, parameters.get('search'));
  if (path === '/api/month/') return months(url);
  return dashboardOf(await query(pool, statements.dashboard, [BRANCH]));
}

const server = createServer((request, reply) => {
  const user = userOf(request);
  const work = user === undefined ? Promise.reject(new Error('Not signed in')) : answer(request, user);
  work.then(
    (text) => {
      const head = {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(text),
      };
      const tag = request.method === 'GET' && {
        etag: `W/"${createHash('sha1').update(text).digest('base64url')}"`,
      };
      reply.writeHead(request.method === 'GET' ? 200 : 201, { ...head, ...tag }).end(text);
    },
    (error: unknown) => reply.writeHead(500).end(String(error)),
  );
});
server.keepAliveTimeout = 600_000;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});
