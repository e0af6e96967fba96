import { z } from 'zod';
import { refreshed, type SignedIn, signedIn, type Tokens, tokens } from '#contract/account.ts';
import { paths } from '#contract/http.ts';
import { type Month, month } from '#contract/month.ts';
import { pageOf } from '#contract/paging.ts';
import { firstUser } from './running-server.ts';

type Json = Readonly<Record<string, unknown>>;

/** An API client of the first user, to prepare and check data without the app. */
export interface Api {
  readonly get: (path: string) => Promise<unknown>;
  readonly post: (path: string, body: Json, key?: string) => Promise<Json>;
  readonly patch: (path: string, body: Json) => Promise<Json>;
  readonly all: (path: string) => Promise<Json[]>;
  readonly newestMonth: () => Promise<Month>;
}

const record = z.record(z.string(), z.unknown());

export async function signedInAnswer(origin: string, { email, password } = firstUser): Promise<SignedIn> {
  return signedIn.parse(
    await parsed(await sendBody(`${origin}/api${paths.login}`, 'POST', { email, password })),
  );
}

export async function signedInTokens(origin: string, user = firstUser): Promise<Tokens> {
  return tokens.parse(await signedInAnswer(origin, user));
}

/**
 * Signs in to the server at this origin.
 * @throws {Error} from any call that is refused, with the status and the body
 */
export async function signedInApi(origin: string, user = firstUser): Promise<Api> {
  const send = (method: string, path: string, body?: Json, headers?: Record<string, string>) =>
    sendBody(`${origin}/api${path}`, method, body, headers);
  const pair = await signedInTokens(origin, user);
  let access = pair.access;

  const call = async (method: string, path: string, body?: Json, key?: string): Promise<unknown> => {
    const headers = () => ({ authorization: `Bearer ${access}`, ...(key && { 'idempotency-key': key }) });
    const answer = await send(method, path, body, headers());
    if (answer.status !== 401) return parsed(answer);
    const again = await parsed(await send('POST', paths.refresh, { refresh: pair.refresh }));
    access = refreshed.parse(again).access;
    return parsed(await send(method, path, body, headers()));
  };

  return {
    get: (path) => call('GET', path),
    post: async (path, body, key) => record.parse(await call('POST', path, body, key)),
    patch: async (path, body) => record.parse(await call('PATCH', path, body)),
    all: async (path) => pageOf(record).parse(await call('GET', `${path}?no_pagination=true`)).results,
    newestMonth: async () => {
      const newest = pageOf(month).parse(await call('GET', `${paths.months}?page=1`)).results[0];
      if (!newest) throw new Error('The branch has no month.');
      return newest;
    },
  };
}

function sendBody(
  url: string,
  method: string,
  body?: Json,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(url, {
    method,
    headers: { ...(body && { 'content-type': 'application/json' }), ...headers },
    ...(body && { body: JSON.stringify(body) }),
  });
}

async function parsed(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}: ${text}`);
  return JSON.parse(text);
}
