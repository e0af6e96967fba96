import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { TokenService } from '#server/store/accounts/tokens.ts';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import { HttpError } from '#server/store/http-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Null until the token was verified, and on routes that are open to all. */
    signedIn: AuthenticatedUser | null;
  }
}

const CHECKED_FOR_MS = 10_000;
const MOST_KEPT = 10_000;

/** Remembers for some seconds that a person exists: a removed one is out soon, and hardly a request asks the database. */
function rememberPeople(exists: (person: AuthenticatedUser) => Promise<boolean>) {
  const known = new Map<string, number>();
  return async (person: AuthenticatedUser): Promise<boolean> => {
    const key = `${person.branchId}/${person.userId}`;
    if ((known.get(key) ?? 0) > Date.now()) return true;
    if (!(await exists(person))) return false;
    if (known.size >= MOST_KEPT) known.clear();
    known.set(key, Date.now() + CHECKED_FOR_MS);
    return true;
  };
}

export interface AuthenticateOptions {
  readonly tokens: TokenService;
  readonly exists: (person: AuthenticatedUser) => Promise<boolean>;
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Lets nobody past without an access token of ours. Call it on the instance itself, before the routes that need one. */
export function authenticate(app: FastifyInstance, { tokens, exists }: AuthenticateOptions): void {
  const isKnown = rememberPeople(exists);
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request);
    const person = token === undefined ? undefined : await tokens.readAccess(token);
    if (!person || !(await isKnown(person))) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError(401, { detail: 'Sign in to go on.' });
    }
    request.signedIn = person;
  });
}

/** Who the request speaks for. @throws {HttpError} 401 on a route that does not require sign-in */
export function userOf(request: FastifyRequest): AuthenticatedUser {
  if (!request.signedIn) throw new HttpError(401, { detail: 'Sign in to go on.' });
  return request.signedIn;
}
