import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { AccessClaim, TokenService } from '#server/store/accounts/tokens.ts';
import type { AuthenticatedUser } from '#server/store/branch-scope.ts';
import { HttpError } from '#server/store/http-error.ts';
import { messages } from './messages.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The user of the verified token; null on routes without sign-in. */
    signedIn: AccessClaim | null;
  }
}

const CACHE_MS = 10_000;
const MAX_CACHED_USERS = 10_000;

/** Caches for 10 seconds that a user exists, so that few requests query the database. */
function cacheExistence(exists: (user: AuthenticatedUser) => Promise<boolean>) {
  const validUntil = new Map<string, number>();
  return async (user: AuthenticatedUser): Promise<boolean> => {
    const key = `${user.branchId}/${user.userId}`;
    if ((validUntil.get(key) ?? 0) > Date.now()) return true;
    if (!(await exists(user))) return false;
    if (validUntil.size >= MAX_CACHED_USERS) validUntil.clear();
    validUntil.set(key, Date.now() + CACHE_MS);
    return true;
  };
}

/** Configures the token check. */
export interface AuthenticateOptions {
  readonly tokens: TokenService;
  readonly exists: (user: AuthenticatedUser) => Promise<boolean>;
}

function tokenOf(request: FastifyRequest): string | undefined {
  return /^Bearer ([\w.-]+)$/i.exec(request.headers.authorization ?? '')?.[1];
}

/** Requires a valid access token for all routes added afterwards. Call it directly, not through `register`. */
export function authenticate(app: FastifyInstance, { tokens, exists }: AuthenticateOptions): void {
  const userExists = cacheExistence(exists);
  app.addHook('onRequest', async (request, reply) => {
    const token = tokenOf(request);
    const user = token === undefined ? undefined : await tokens.readAccess(token);
    if (!user || !(await userExists(user))) {
      reply.header('www-authenticate', 'Bearer');
      throw new HttpError(401, { detail: messages.signInRequired });
    }
    request.signedIn = user;
  });
}

/** Returns the user of the request. @throws {HttpError} 401 on a route that does not require sign-in */
export function userOf(request: FastifyRequest): AccessClaim {
  if (!request.signedIn) throw new HttpError(401, { detail: messages.signInRequired });
  return request.signedIn;
}
