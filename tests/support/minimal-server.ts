import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
import { z } from 'zod';
import { refreshed, tokens } from '#contract/account.ts';
import { refreshBody } from '#contract/account-forms.ts';
import { capabilityNames } from '#contract/branch.ts';
import { DEBTS_PATH } from '#contract/debts.ts';
import { FAMILIES_PATH } from '#contract/families.ts';
import { HISTORY_PATH } from '#contract/history.ts';
import { paths } from '#contract/http.ts';
import { allResourceNames, resourceNames } from '#contract/resource-names.ts';
import { resourceOf } from '#contract/resources/registry.ts';
import { SEARCH_PATH } from '#contract/search.ts';
import { listenLocally } from './local-port.ts';

type Json = Readonly<Record<string, unknown>>;

/**
 * A specification-only server in front of a real one: section 7 and nothing else. It has no idempotency keys, no ETags, no parameters but
 * those of pages and installment candidates, no fields but those of section 3 and of the lists' columns, opaque tokens, no history and no
 * health check. Anything else is not forwarded.
 */
export interface MinimalServer {
  readonly origin: string;
  /** Path and query of every read under /api. */
  readonly reads: readonly string[];
  readonly close: () => Promise<void>;
}

/** Response fields that are not in the specification (sections 2 and 3). */
const ADDED: readonly string[] = [
  'month',
  'related_record',
  'settled_by',
  'base_salary',
  'deducted',
  'bus_revenue',
  'refunds',
  'generation',
  'restored_from',
  'version',
  'collection',
  'income_by_day',
  'reopened_at',
  'reopened_by',
  'reopened_reason',
  'changes',
  'totals',
  'next',
  'previous',
];

const FIELDS_OF_CAPABILITIES = new Set(
  allResourceNames
    .map(resourceOf)
    .flatMap(({ fields, computed }) =>
      Object.entries({ ...computed, ...fields }).flatMap(([name, { capability }]) =>
        capability ? [name] : [],
      ),
    ),
);

const UNKNOWN: readonly string[] = [
  HISTORY_PATH,
  paths.events,
  paths.collections,
  FAMILIES_PATH,
  SEARCH_PATH,
  DEBTS_PATH,
  paths.changes,
  paths.health,
  paths.openapi,
  paths.passwordReset,
  paths.passwordResetConfirm,
];

const record = z.record(z.string(), z.unknown());

function minimalRow(row: Json): Json {
  // It declares no capability. Months have figures of the same names.
  const removed = 'current_month_name' in row ? [...ADDED, ...capabilityNames] : ADDED;
  const fields = Object.entries(row).filter(
    ([name]) => !removed.includes(name) && !FIELDS_OF_CAPABILITIES.has(name) && !/(^|_)count$/.test(name),
  );
  return Object.fromEntries(
    fields.map(([name, value]) => [name, name.endsWith('_data') ? nameOnly(value) : value]),
  );
}

function nameOnly(value: unknown): unknown {
  const named = z.object({ name: z.string() }).safeParse(value);
  return named.success ? { name: named.data.name } : value;
}

function plainAnswer(answer: unknown): unknown {
  const object = record.safeParse(answer).data;
  if (!object) return answer;
  if (!Array.isArray(object.results)) return minimalRow(object);
  const results = object.results.map((row) => minimalRow(record.parse(row)));
  return { count: object.count, results };
}

/** Reduces the answer to an installment to what the specification promises; errors keep their shape. */
function detailOf(answer: unknown): unknown {
  const { id, detail = 'The installment is recorded.' } = record.parse(answer);
  return id === undefined ? answer : { detail };
}

/** Query parameters of section 7: page, no_pagination, and the installment candidates. */
function plainQuery(query: URLSearchParams): string {
  const kept = new URLSearchParams();
  const all = query.get('no_pagination') === 'true';
  const page = query.get('page');
  if (page !== null) kept.set('page', page);
  if (all) kept.set('no_pagination', 'true');
  if (all && query.get('is_installment') === 'false') kept.set('is_installment', 'false');
  return kept.size > 0 ? `?${kept}` : '';
}

/** Opaque tokens in place of the server's: they contain no claims. */
class OpaqueTokens {
  readonly #real = new Map<string, string>();

  give(real: string): string {
    const opaque = randomUUID();
    this.#real.set(opaque, real);
    return opaque;
  }

  behind(opaque: string): string {
    return this.#real.get(opaque) ?? opaque;
  }

  replace(opaque: string, real: string): void {
    this.#real.set(opaque, real);
  }
}

/** Removes from requests and answers what such a server does not know. */
class Plainly {
  readonly #tokens = new OpaqueTokens();

  headers({ authorization, 'content-type': type, 'x-forwarded-for': via }: IncomingHttpHeaders) {
    const token = authorization?.replace(/^Bearer /, '');
    return {
      ...(token && { authorization: `Bearer ${this.#tokens.behind(token)}` }),
      ...(type && { 'content-type': type }),
      ...(via && { 'x-forwarded-for': String(via) }),
    };
  }

  body(path: string, text: string): string {
    const asked = path === paths.refresh ? refreshBody.safeParse(parsed(text)).data : undefined;
    return asked ? JSON.stringify({ refresh: this.#tokens.behind(asked.refresh) }) : text;
  }

  answer(path: string, asked: string, text: string): string {
    const answer = parsed(text);
    if (path === paths.user) return JSON.stringify({ ...minimalRow(record.parse(answer)), id: undefined });
    if (record.safeParse(parsed(asked)).data?.is_installment === true)
      return JSON.stringify(detailOf(answer));
    const pair = path === paths.login ? tokens.safeParse(answer).data : undefined;
    if (pair)
      return JSON.stringify({
        access: this.#tokens.give(pair.access),
        refresh: this.#tokens.give(pair.refresh),
      });
    const renewed = path === paths.refresh ? refreshed.safeParse(answer).data : undefined;
    if (!renewed) return answer === undefined ? text : JSON.stringify(plainAnswer(answer));
    const old = refreshBody.parse(parsed(asked)).refresh;
    // There is no new refresh token (section 7): the first one maps to the server's newest.
    if (renewed.refresh) this.#tokens.replace(old, renewed.refresh);
    return JSON.stringify({ access: this.#tokens.give(renewed.access) });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const ofMonth = new RegExp(`^${paths.months}[^/]+/$`);
const known = [
  ...resourceNames.map((name) => resourceOf(name).path),
  paths.months,
  '/auth/',
  '/branch/',
  '/dashboard/',
];

function isKnown(method: string, path: string): boolean {
  if (UNKNOWN.includes(path)) return false;
  if (method === 'GET' && ofMonth.test(path)) return false;
  return known.some((begins) => path.startsWith(begins));
}

/** Starts a specification-only server in front of this origin. The app's files pass unchanged. */
export async function startMinimalServer(target: string): Promise<MinimalServer> {
  const plainly = new Plainly();
  const reads: string[] = [];
  const answerOf = async (
    incoming: IncomingMessage,
  ): Promise<{ status: number; type: string; body: Buffer | string }> => {
    const { method = 'GET' } = incoming;
    const url = new URL(incoming.url ?? '/', target);
    const asked = Buffer.concat(await incoming.toArray()).toString();
    if (!url.pathname.startsWith('/api/')) {
      const file = await fetch(url, { headers: { accept: incoming.headers.accept ?? '*/*' } });
      const type = file.headers.get('content-type') ?? 'text/plain';
      return { status: file.status, type, body: Buffer.from(await file.arrayBuffer()) };
    }
    const path = url.pathname.slice('/api'.length);
    if (method === 'GET') reads.push(path + url.search);
    const type = 'application/json';
    if (!isKnown(method, path)) return { status: 404, type, body: '{"detail":"Not found."}' };
    const answer = await fetch(new URL(`${url.pathname}${plainQuery(url.searchParams)}`, target), {
      method,
      headers: plainly.headers(incoming.headers),
      ...(asked !== '' && { body: plainly.body(path, asked) }),
    });
    return { status: answer.status, type, body: plainly.answer(path, asked, await answer.text()) };
  };
  const server = createServer((incoming, outgoing) => {
    answerOf(incoming).then(
      (
        { status, type, body }, // Browsers retry a request by themselves when a keep-alive connection ends before the answer: here that would write twice.
      ) => outgoing.writeHead(status, { 'content-type': type, connection: 'close' }).end(body),
      () => outgoing.destroy(),
    );
  });
  return {
    origin: `http://127.0.0.1:${await listenLocally(server)}`,
    reads,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
