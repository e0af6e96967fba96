import type { FastifyInstance, FastifyRequest } from 'fastify';
import { TOKEN_PARAMETER, TOKEN_REQUESTS_A_MINUTE } from '#contract/spreadsheet-tokens.ts';
import { isTokenSecret, type TokenMaker } from '#server/accounts/find-token.ts';
import { messages } from '#server/messages/http.en.ts';
import { forbidden, HttpError } from '#server/platform/http-error.ts';
import { AttemptStore } from './login-rate-limit.ts';
import { sourceOf } from './origin.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Of a token, in the header alone or in the address as well (decision 157). */
    readonly spreadsheets?: 'header' | 'address';
  }
}

const MINUTE_MS = 60_000;
const MAX_REQUESTS_PER_SOURCE = 300;

export type FindTokenMaker = (secret: string) => Promise<TokenMaker | undefined>;

/** A token in the address counts only where the request has no other, and the route takes it there. */
function secretOf(request: FastifyRequest, bearer: string | undefined): string | undefined {
  if (bearer !== undefined) return isTokenSecret(bearer) ? bearer : undefined;
  if (request.headers.authorization !== undefined || request.routeOptions.config.spreadsheets !== 'address')
    return undefined;
  const { query } = request;
  const given: unknown =
    typeof query === 'object' && query !== null && TOKEN_PARAMETER in query ? query[TOKEN_PARAMETER] : '';
  return typeof given === 'string' && isTokenSecret(given) ? given : undefined;
}

/** What spreadsheets may do: read, by the monotonic clock 60 times a minute, what the routes offer them. */
export class SpreadsheetAccess {
  readonly #find: FindTokenMaker;
  readonly #counts = new AttemptStore();

  constructor(find: FindTokenMaker) {
    this.#find = find;
  }

  async makerOf(request: FastifyRequest, bearer: string | undefined): Promise<TokenMaker | undefined> {
    const secret = secretOf(request, bearer);
    if (secret === undefined) return undefined;
    this.#count(`source ${sourceOf(request)}`, MAX_REQUESTS_PER_SOURCE);
    const maker = await this.#find(secret);
    if (!maker) return undefined;
    this.#count(`token ${maker.branchId}/${maker.token}`, TOKEN_REQUESTS_A_MINUTE);
    if (request.routeOptions.config.spreadsheets === undefined)
      throw forbidden(messages.spreadsheetReadsOnly);
    return maker;
  }

  #count(key: string, limit: number): void {
    this.#counts.incr(
      key,
      (_error, result) => {
        if (!result || result.current <= limit) return;
        throw new HttpError(429, { detail: messages.tooManyRequests }, Math.ceil(result.ttl / 1000));
      },
      MINUTE_MS,
    );
  }
}

/** Call it directly, before the routes. */
export function onlyReads(app: FastifyInstance): void {
  app.addHook('onRoute', ({ config, method, url }) => {
    const isRead = [method].flat().every((one) => one === 'GET' || one === 'HEAD');
    if (config?.spreadsheets && !isRead) throw new Error(`${method} ${url} is no read`);
  });
}
